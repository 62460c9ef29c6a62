#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanline::bench {

/// A number as SVG takes it: at most two decimals, no exponent, never "-0".
std::string svg_number(double number);

/// Text for XML 1.0, between tags or in a quoted attribute: markup is escaped, and what XML cannot hold
/// (bytes that are not UTF-8, control characters) is replaced by U+FFFD.
std::string xml_text(std::string_view text);

/// An attribute's value: a number or text.
class SvgValue {
public:
    SvgValue(double number) : text_(svg_number(number)) {}
    SvgValue(const char* text) : text_(text) {}
    SvgValue(std::string text) : text_(std::move(text)) {}

    const std::string& text() const { return text_; }

private:
    std::string text_;
};

/// Writes an SVG 1.1 document element by element; what is given is escaped.
class SvgDocument {
public:
    using Attributes = std::vector<std::pair<std::string_view, SvgValue>>;

    /// An element without contents.
    void add(std::string_view name, const Attributes& attributes);
    /// An element with text in it.
    void add_text(std::string_view name, const Attributes& attributes, std::string_view text);
    /// An element whose contents follow, up to the matching close().
    void open(std::string_view name, const Attributes& attributes);
    void close();

    /// The document with a white background; everything opened has been closed.
    std::string finish(double width, double height, std::string_view title,
                       std::string_view description) const;

private:
    void start(std::string_view name, const Attributes& attributes, std::string_view end);

    std::string body_;
    std::vector<std::string> open_;
};

} // namespace scanline::bench
