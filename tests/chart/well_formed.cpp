#include "well_formed.h"

#include "scanline/core/text.h"

#include <set>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace scanline::chart {

namespace {

class Reader {
public:
    explicit Reader(const std::string& xml) : xml_(xml) {}

    std::map<std::string, int> read() {
        require(valid_utf8(xml_) == xml_, "no UTF-8");
        for (const char c : xml_)
            require(c == '\n' || static_cast<unsigned char>(c) >= 0x20, "a control character");
        expect("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        do {
            require(at_ < xml_.size(), "an element that is not closed");
            if (peek() == '<')
                read_tag();
            else
                read_character("<");
        } while (!open_.empty());
        expect("\n");
        require(at_ == xml_.size(), "something after the document");
        return counts_;
    }

private:
    char peek() const { return at_ < xml_.size() ? xml_[at_] : '\0'; }
    void require(bool met, const std::string& what) const {
        if (!met)
            throw std::runtime_error(what + " at byte " + std::to_string(at_) + ": " + xml_.substr(at_, 40));
    }
    void expect(std::string_view text) {
        require(xml_.compare(at_, text.size(), text) == 0, "no '" + std::string(text) + "'");
        at_ += text.size();
    }
    std::string read_name() {
        const std::size_t end =
            xml_.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-:", at_);
        require(end != at_ && end != std::string::npos, "no name");
        const std::string name = xml_.substr(at_, end - at_);
        at_ = end;
        return name;
    }

    void read_tag() {
        expect("<");
        if (peek() == '/') {
            expect("/");
            const std::string name = read_name();
            require(!open_.empty() && open_.back() == name, "the end of another element");
            open_.pop_back();
            expect(">");
            return;
        }
        open_.push_back(read_name());
        ++counts_[open_.back()];
        std::set<std::string> attributes;
        while (peek() == ' ') {
            expect(" ");
            require(attributes.insert(read_name()).second, "an attribute that is there twice");
            expect("=\"");
            while (peek() != '"')
                read_character("<\"");
            expect("\"");
        }
        if (peek() == '/') {
            expect("/");
            open_.pop_back();
        }
        expect(">");
    }

    void read_character(std::string_view forbidden) {
        require(at_ < xml_.size(), "an early end");
        require(forbidden.find(peek()) == std::string_view::npos, "a character that must be escaped");
        if (peek() != '&') {
            ++at_;
            return;
        }
        for (const std::string_view entity : {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"}) {
            if (xml_.compare(at_, entity.size(), entity) == 0) {
                at_ += entity.size();
                return;
            }
        }
        require(false, "an unknown entity");
    }

    const std::string& xml_;
    std::size_t at_ = 0;
    std::vector<std::string> open_;
    std::map<std::string, int> counts_;
};

} // namespace

std::map<std::string, int> count_elements(const std::string& xml) {
    return Reader(xml).read();
}

} // namespace scanline::chart
