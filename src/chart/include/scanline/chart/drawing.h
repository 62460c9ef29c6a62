#pragma once
#include "scanline/chart/chart.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace scanline::chart {

/// In the unit of the canvas, about a pixel at 96 dpi; x grows to the right, y downward.
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

/// The purpose of a colour; the canvas picks the colour itself.
enum class Ink {
    background, ///< behind everything: around markers, in hollow ones
    text,
    dim,       ///< text that matters less
    faint,     ///< text that hardly matters
    axis,      ///< base lines and the labels of ticks
    grid,      ///< the lines that values are read from
    fine_grid, ///< the same of the other axis
    series,    ///< one of series_colours, by its place
};

/// The number of colours for series; the places beyond them begin again.
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
    Anchor anchor = Anchor::start; ///< the part of the text that is at its point
    double degrees = 0;            ///< turned clockwise around its point
};

/// Charts are drawn on it, after it has drawn its background.
class Canvas {
public:
    Canvas() = default;
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;
    virtual ~Canvas() = default;

    /// The width of a line of text.
    virtual double text_width(std::string_view utf8, double size, bool bold) const = 0;

    virtual void line(Point from, Point to, const Stroke& stroke) = 0;
    /// At least two points.
    virtual void polyline(std::span<const Point> points, const Stroke& stroke) = 0;
    /// The area between two lines of as many points, at least two, from left to right.
    virtual void band(std::span<const Point> upper, std::span<const Point> lower, const Colour& colour) = 0;
    /// An outline of at least three points, all visible from the centre. A stroke of width 0 draws none.
    virtual void shape(std::span<const Point> outline, Point centre, const Colour& fill,
                       const Stroke& edge) = 0;
    virtual void rectangle(const Rect& area, const Colour& fill) = 0;
    /// Stripes of the background over what is there.
    virtual void hatching(const Rect& area) = 0;
    /// One line of UTF-8; the point is on its base line.
    virtual void text(Point base, std::string_view utf8, const TextStyle& style) = 0;
};

/// The size that a chart should have.
struct ChartSize {
    double width = 720;
    std::optional<double> height{}; ///< none: that of a figure in a report
};

/// The ends of an axis: low < high, both positive on a logarithmic one.
struct AxisRange {
    double low = 0, high = 1;
};

/// Places the values of an axis: its range goes from `from` to `to`.
struct AxisMap {
    Scale scale = Scale::linear;
    AxisRange range{};
    double from = 0, to = 0;

    /// The position of a value that has a place on the axis.
    double at(double value) const;
};

/// The places of everything that the mouse may point at.
struct ChartGeometry {
    /// A point of a line chart: LineChart::series[series].points[point].
    struct Spot {
        std::size_t series = 0, point = 0;
        Point at{};
    };
    /// A part of a bar: StackedBarChart::bars[bar].parts[part], or GroupedBarChart::values[bar][part].
    struct Bar {
        std::size_t bar = 0, part = 0;
        Rect area{};
    };
    /// In the legend, of a series or a part, also of one that is hidden.
    struct Key {
        std::size_t series = 0;
        Rect area{};
    };

    double width = 0, height = 0; ///< what the chart took: at least what it was given
    Rect plot{};
    std::optional<AxisMap> x{}; ///< of a line chart
    AxisMap y{};
    std::vector<Spot> spots{}; ///< line by line, each from left to right
    std::vector<Bar> bars{};
    std::vector<Key> keys{};
};

/// Draws a chart with its upper left corner at (0, 0). If legend, bars or labels need more room than the
/// size, the chart becomes larger. Hidden series and parts have no effect on the ranges of the axes, and keep
/// their places, and so their colours, and their keys.
///
///     LineChart chart{.title = "", .subtitle = "", .x = {"elements"}, .y = {"ms"},
///                     .series = {{"horn", {{1, 2}}, false, {}}}};
///     const ChartGeometry geometry = draw(canvas, chart, {400, 300}, {});
///     geometry.x->at(1) == geometry.spots[0].at.x;
ChartGeometry draw(Canvas& canvas, const LineChart& chart, const ChartSize& size,
                   const ChartOptions& options);
ChartGeometry draw(Canvas& canvas, const StackedBarChart& chart, const ChartSize& size,
                   const ChartOptions& options);
ChartGeometry draw(Canvas& canvas, const GroupedBarChart& chart, const ChartSize& size,
                   const ChartOptions& options);

} // namespace scanline::chart
