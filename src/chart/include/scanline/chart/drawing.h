#pragma once
#include "scanline/chart/canvas.h"
#include "scanline/chart/chart.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace scanline::chart {

/// What a chart asks of the place where it is drawn.
struct ChartSize {
    double width = 720;
    /// None: as high as a figure in a report.
    std::optional<double> height{};
};

/// What an axis shows: low < high, both positive on a logarithmic one.
struct AxisRange {
    double low = 0, high = 1;
};

/// Where the values of an axis lie: its range goes from `from` to `to`.
struct AxisMap {
    Scale scale = Scale::linear;
    AxisRange range{};
    double from = 0, to = 0;

    /// Of a value that has a place on the axis.
    double at(double value) const;
};

/// Where everything is that a person may point at.
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

/// Draws a chart with its left upper corner at (0, 0). Where legend, bars or labels need more room than the
/// size that is asked for, the chart becomes larger. What is hidden does not take part in the ranges of the
/// axes and keeps its place, and so its colour, and its key.
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
