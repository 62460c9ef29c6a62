#pragma once
#include <cstddef>
#include <span>
#include <string_view>

namespace scanline::chart {

/// In the unit of the canvas, which is about a pixel at 96 dpi; x grows to the right, y downward.
struct Point {
    double x = 0, y = 0;
};

struct Rect {
    double left = 0, top = 0, right = 0, bottom = 0;

    double width() const { return right - left; }
    double height() const { return bottom - top; }
    bool contains(Point point) const {
        return left <= point.x && point.x < right && top <= point.y && point.y < bottom;
    }
};

/// What a colour is for; which one that is, a canvas knows.
enum class Ink {
    background, ///< what everything lies on: around markers, in hollow ones
    text,
    dim,       ///< text that matters less
    faint,     ///< text that hardly matters
    axis,      ///< base lines and the labels of ticks
    grid,      ///< the lines that values are read from
    fine_grid, ///< those of the other axis
    series,    ///< one of series_colours, by its place
};

/// How many colours there are for series; the places beyond them begin again.
inline constexpr std::size_t series_colours = 8;

struct Colour {
    Ink ink = Ink::text;
    std::size_t place = 0; ///< of Ink::series
    double opacity = 1;
};

struct Stroke {
    Colour colour{};
    double width = 1;
    bool dashed = false;
};

enum class Anchor { start, middle, end };

struct TextStyle {
    double size = 12; ///< of the font
    Colour colour{};
    bool bold = false;
    Anchor anchor = Anchor::start; ///< which part of the text stands at its point
    double degrees = 0;            ///< turned clockwise around its point
};

/// What charts are drawn on. The background is the canvas's own affair.
class Canvas {
public:
    Canvas() = default;
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;
    virtual ~Canvas() = default;

    /// How wide a line of text will be.
    virtual double text_width(std::string_view utf8, double size, bool bold) const = 0;

    virtual void line(Point from, Point to, const Stroke& stroke) = 0;
    /// At least two points.
    virtual void polyline(std::span<const Point> points, const Stroke& stroke) = 0;
    /// What lies between two lines of as many points, at least two, from left to right.
    virtual void band(std::span<const Point> upper, std::span<const Point> lower, const Colour& colour) = 0;
    /// An outline of at least three points, all of which are seen from the centre. A stroke of width 0 is
    /// none.
    virtual void shape(std::span<const Point> outline, Point centre, const Colour& fill,
                       const Stroke& edge) = 0;
    virtual void rectangle(const Rect& area, const Colour& fill) = 0;
    /// Stripes of the background over what is there.
    virtual void hatching(const Rect& area) = 0;
    /// One line of UTF-8; the point is on its base line.
    virtual void text(Point base, std::string_view utf8, const TextStyle& style) = 0;
};

} // namespace scanline::chart
