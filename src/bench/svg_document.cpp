#include "svg_document.h"

#include "scanline/core/utf8.h"

#include <cassert>
#include <fmt/format.h>

namespace scanline::bench {

std::string svg_number(double number) {
    std::string text = fmt::format("{:.2f}", number);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
        text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string xml_text(std::string_view text) {
    constexpr std::string_view replacement = "\xEF\xBF\xBD";
    const std::string valid = valid_utf8(text);
    std::string escaped;
    for (std::size_t at = 0; at < valid.size(); ++at) {
        const char byte = valid[at];
        const std::string_view rest = std::string_view(valid).substr(at);
        switch (byte) {
        case '&': escaped += "&amp;"; break;
        case '<': escaped += "&lt;"; break;
        case '>': escaped += "&gt;"; break;
        case '"': escaped += "&quot;"; break;
        case '\'': escaped += "&apos;"; break;
        // A line end in an attribute would be read as a space, and a label has one line.
        case '\t':
        case '\n':
        case '\r': escaped += ' '; break;
        default:
            // U+FFFE and U+FFFF are no characters of XML, nor are those below the space.
            if (rest.starts_with("\xEF\xBF\xBE") || rest.starts_with("\xEF\xBF\xBF")) {
                escaped += replacement;
                at += 2;
            } else if (static_cast<unsigned char>(byte) < 0x20) {
                escaped += replacement;
            } else {
                escaped += byte;
            }
        }
    }
    return escaped;
}

void SvgDocument::start(std::string_view name, const Attributes& attributes, std::string_view end) {
    body_ += fmt::format("{:{}}<{}", "", 2 * (open_.size() + 1), name);
    for (const auto& [key, value] : attributes)
        body_ += fmt::format(" {}=\"{}\"", key, xml_text(value.text()));
    body_ += end;
}

void SvgDocument::add(std::string_view name, const Attributes& attributes) {
    start(name, attributes, "/>\n");
}

void SvgDocument::add_text(std::string_view name, const Attributes& attributes, std::string_view text) {
    start(name, attributes, ">");
    body_ += fmt::format("{}</{}>\n", xml_text(text), name);
}

void SvgDocument::open(std::string_view name, const Attributes& attributes) {
    start(name, attributes, ">\n");
    open_.emplace_back(name);
}

void SvgDocument::close() {
    assert(!open_.empty());
    const std::string name = std::move(open_.back());
    open_.pop_back();
    body_ += fmt::format("{:{}}</{}>\n", "", 2 * (open_.size() + 1), name);
}

std::string SvgDocument::finish(double width, double height, std::string_view title,
                                std::string_view description) const {
    assert(open_.empty());
    const std::string w = svg_number(width), h = svg_number(height);
    // The background is drawn, because a viewer's own may be dark.
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"{0}\" height=\"{1}\" "
        "viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222222\">\n"
        "  <title>{2}</title>\n"
        "  <desc>{3}</desc>\n"
        "  <rect x=\"0\" y=\"0\" width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n"
        "{4}</svg>\n",
        w, h, xml_text(title), xml_text(description), body_);
}

} // namespace scanline::bench
