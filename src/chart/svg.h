#pragma once
#include "scanline/chart/canvas.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanline::chart {

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

/// A canvas that becomes an SVG 1.1 document on white. The reader's fonts are not known: text is as wide as
/// text_width() takes it for.
class SvgCanvas final : public Canvas {
public:
    double text_width(std::string_view utf8, double size, bool bold) const override;
    void line(Point from, Point to, const Stroke& stroke) override;
    void polyline(std::span<const Point> points, const Stroke& stroke) override;
    void band(std::span<const Point> upper, std::span<const Point> lower, const Colour& colour) override;
    void shape(std::span<const Point> outline, Point centre, const Colour& fill, const Stroke& edge) override;
    void rectangle(const Rect& area, const Colour& fill) override;
    void hatching(const Rect& area) override;
    void text(Point base, std::string_view utf8, const TextStyle& style) override;

    std::string finish(double width, double height, std::string_view title,
                       std::string_view description) const;

private:
    void define_hatching();

    SvgDocument document_;
    bool hatching_defined_ = false;
};

} // namespace scanline::chart
