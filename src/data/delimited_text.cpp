#include "delimited_text.h"

#include "number_text.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace scanline::data {
namespace {

struct Separator {
    char character;
    std::string_view name;
};
constexpr std::array separators{Separator{',', "commas"}, Separator{';', "semicolons"},
                                Separator{'\t', "tabs"}};

} // namespace

bool is_number(std::string_view field) {
    const NumberText number = number_at_front(field);
    return number.error != std::errc::invalid_argument && number.size == field.size();
}

DelimitedText::DelimitedText(const std::filesystem::path& path, std::string_view text)
    : path_(path), text_(text) {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (text_.starts_with(byte_order_mark))
        at_ = byte_order_mark.size();
}

void DelimitedText::find_first_line() {
    pass_blank_lines();
    if (at_end())
        throw read_error(path_, "it has no lines; begin with a line of names or of numbers");
    separator_ = separator_of_first_line();
}

void DelimitedText::pass_line_end() {
    if (text_.substr(at_).starts_with("\r\n"))
        ++at_;
    at_ = std::min(at_ + 1, text_.size());
    ++line_;
}

void DelimitedText::pass_blank_lines() {
    while (!at_end()) {
        const std::size_t begin = at_;
        at_ = std::min(text_.find_first_not_of(' ', at_), text_.size());
        if (!at_line_end()) {
            at_ = begin;
            return;
        }
        pass_line_end();
    }
}

// A comma if it has none.
char DelimitedText::separator_of_first_line() const {
    const Separator* only = nullptr;
    bool in_quotes = false, field_begins = true;
    for (std::size_t at = at_; at < text_.size(); ++at) {
        const char c = text_[at];
        if (in_quotes || (c == '"' && field_begins)) {
            in_quotes = c != '"' || !in_quotes;
            continue;
        }
        if (c == '\n' || c == '\r')
            break;
        const auto* const found = std::ranges::find(separators, c, &Separator::character);
        field_begins = found != separators.end() || (field_begins && c == ' ');
        if (found == separators.end() || found == only)
            continue;
        if (only)
            throw line_error(line_, fmt::format("it has {} and {}: separate columns by one of them, write "
                                                "decimal points rather than commas, and put quotes "
                                                "around a name with a separator in it",
                                                only->name, found->name));
        only = found;
    }
    return only ? only->character : ',';
}

std::string DelimitedText::read_text() {
    pass_spaces();
    std::string text;
    if (!is_at('"')) {
        for (; !at_field_end(); ++at_)
            text += text_[at_];
        return std::string(trimmed(text));
    }
    const std::size_t line = line_;
    for (++at_;; ++at_) {
        if (at_end())
            throw line_error(line, "a quote is opened and not closed; close it");
        if (is_at('"') && !text_.substr(at_).starts_with("\"\""))
            break;
        if (is_at('"'))
            ++at_;
        if (is_at('\n'))
            ++line_;
        text += text_[at_];
    }
    ++at_;
    pass_spaces();
    if (!at_field_end())
        throw line_error(line, "text follows a closing quote; put the whole field in quotes and "
                               "double the quotes in it");
    return std::string(trimmed(text));
}

std::vector<std::string> DelimitedText::read_fields() {
    std::vector<std::string> fields{read_text()};
    while (!at_line_end()) {
        ++at_;
        fields.push_back(read_text());
    }
    return fields;
}

Error DelimitedText::line_error(std::size_t line, std::string_view what) const {
    return read_error(path_, fmt::format("line {}: {}", line, what));
}

} // namespace scanline::data
