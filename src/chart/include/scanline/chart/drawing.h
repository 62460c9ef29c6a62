#pragma once
#include "scanline/chart/chart.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::chart {

/// In canvas units, about a pixel at 96 dpi; x grows to the right, y downward.
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

/// The role of a colour; the canvas chooses the actual colour.
enum class Ink {
    background, ///< the chart background: around markers, inside hollow ones
    text,
    dim,       ///< secondary text
    faint,     ///< least important text
    axis,      ///< base lines and tick labels
    grid,      ///< grid lines for reading values
    fine_grid, ///< grid lines of the other axis
    series,    ///< one of series_colours, by index
};

/// Number of series colours; higher indices wrap around.
inline constexpr std::size_t series_colours = 8;

struct Colour {
    Ink ink = Ink::text;
    std::size_t place = 0; ///< index for Ink::series
    double opacity = 1;
};

struct Stroke {
    Colour colour{};
    double width = 1;
    bool dashed = false;
};

enum class Anchor { start, middle, end };

struct TextStyle {
    double size = 12; ///< font size
    Colour colour{};
    bool bold = false;
    Anchor anchor = Anchor::start; ///< the part of the text at its point
    double degrees = 0;            ///< rotated clockwise around its point
};

/// The surface that charts draw on; draws its own background first.
class Canvas {
public:
    Canvas() = default;
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;
    virtual ~Canvas() = default;

    /// Width of a line of text.
    virtual double text_width(std::string_view utf8, double size, bool bold) const = 0;

    virtual void line(Point from, Point to, const Stroke& stroke) = 0;
    /// At least two points.
    virtual void polyline(std::span<const Point> points, const Stroke& stroke) = 0;
    /// The area between two lines with equally many points, at least two, left to right.
    virtual void band(std::span<const Point> upper, std::span<const Point> lower, const Colour& colour) = 0;
    /// An outline of at least three points, all visible from the centre. Stroke width 0 draws no outline.
    virtual void shape(std::span<const Point> outline, Point centre, const Colour& fill,
                       const Stroke& edge) = 0;
    virtual void rectangle(const Rect& area, const Colour& fill) = 0;
    /// Draws stripes in the background colour over the area.
    virtual void hatching(const Rect& area) = 0;
    /// One line of UTF-8; the point lies on its baseline.
    virtual void text(Point base, std::string_view utf8, const TextStyle& style) = 0;
};

/// The requested size of a chart.
struct ChartSize {
    double width = 720;
    std::optional<double> height{}; ///< if empty, that of a figure in a report
};

/// The ends of an axis: low < high, both positive if logarithmic.
struct AxisRange {
    double low = 0, high = 1;
    bool whole = false; ///< its values are, and so are its linear ticks
};

/// Maps axis values to positions: the range covers `from` to `to`.
struct AxisMap {
    Scale scale = Scale::linear;
    AxisRange range{};
    double from = 0, to = 0;

    /// The position of a value that the axis can show.
    double at(double value) const;
};

/// The positions of everything that the mouse can point at.
struct ChartGeometry {
    /// A point of a line chart: LineChart::series[series].points[point].
    struct Spot {
        std::size_t series = 0, point = 0;
        Point at{};
    };
    /// A bar or a part of one: StackedBarChart::bars[bar].parts[part], or GroupedBarChart::values[bar][part].
    struct Bar {
        std::size_t bar = 0, part = 0;
        Rect area{};
    };
    /// The legend entry of a series or a part, also if hidden.
    struct Key {
        std::size_t series = 0;
        Rect area{};
    };

    double width = 0, height = 0; ///< actual size: at least the requested one
    Rect plot{};
    std::optional<AxisMap> x{}; ///< only for line charts
    AxisMap y{};
    std::vector<Spot> spots{}; ///< line by line, each left to right
    std::vector<Bar> bars{};
    std::vector<Key> keys{};
};

/// Draws a chart with its top left corner at (0, 0). The chart grows beyond the size if legend, bars or
/// labels need more room. Hidden series and parts do not affect the axis ranges; they keep their indices,
/// colours and legend entries.
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
