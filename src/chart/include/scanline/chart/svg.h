#pragma once
#include "scanline/chart/drawing.h"

#include <string>
#include <string_view>

namespace scanline::chart {

/// Formats a number for SVG: at most two decimals, no exponent, never "-0".
std::string svg_number(double number);

/// Escapes text for XML 1.0, between tags or in a quoted attribute; replaces what XML cannot hold (bytes that
/// are not UTF-8, control characters) by U+FFFD.
std::string xml_text(std::string_view text);

/// Produces an SVG 1.1 document on white. The reader's fonts are unknown: text_width() estimates the width of
/// text.
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
    std::string body_;
    bool hatching_defined_ = false;
};

} // namespace scanline::chart
