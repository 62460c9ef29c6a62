#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace scanline::chart {

/// A figure as data; svg() draws it, and draw() of drawing.h on any canvas. Text and numbers may be any: a
/// value without a place on its axis (not finite or beyond 1e100; zero or less on a logarithmic one) is left
/// out.

enum class Scale { linear, log2, log10 };

struct ChartPoint {
    double x = 0, y = 0;
    /// The quartiles, drawn as a band around the line; no band where not low <= y <= high.
    double low = 0, high = 0;
};

/// A line of a chart. Colour and marker follow from its place in the list, the same in all charts of a
/// report. They repeat after 56 series, colours alone after 8.
struct Series {
    std::string name;
    std::vector<ChartPoint> points; ///< in any order
    bool dashed = false;            ///< a reference beside what was measured: the roof, the paper's numbers
    /// The place whose colour and marker it has instead of its own: for the paper's numbers beside those
    /// measured.
    std::optional<std::size_t> like;
    double opacity = 1; ///< less for a series to compare with, which has no band
};

struct Axis {
    std::string label; ///< with its unit: "time (ms)"
    Scale scale = Scale::linear;
};

/// Lines over a number. A linear y axis holds zero.
struct LineChart {
    std::string title, subtitle; ///< the subtitle names GPU, driver, date
    Axis x, y;
    std::vector<Series> series;
};

/// Bars of stacked parts, in groups: the stages of several algorithms for several data sets.
struct StackedBarChart {
    struct Bar {
        std::string group, name;   ///< "dense", "horn"; bars of a group follow one another
        std::vector<double> parts; ///< one for each of part_names, 0 where it has none; less is taken for 0
    };
    std::string title, subtitle;
    Axis y;
    std::vector<std::string> part_names;
    std::vector<Bar> bars;
};

/// Bars side by side, in groups: algorithms for data sets, with the smallest of each group marked.
struct GroupedBarChart {
    std::string title, subtitle;
    Axis y;
    std::vector<std::string> groups, series;
    std::vector<std::vector<std::optional<double>>> values; ///< [group][series]; none leaves a gap
};

/// How a chart is drawn, whatever its data.
struct ChartOptions {
    std::vector<bool> hidden{}; ///< by the place of a series or of a part; those beyond its end are shown
    bool bands = true;          ///< the quartiles around lines
};

/// The figure as an SVG 1.1 document of its own: valid XML, no scripts, no fonts but generic families, 720
/// wide (bars that are too many for that make it wider).
std::string svg(const LineChart& chart, const ChartOptions& options = {});
std::string svg(const StackedBarChart& chart, const ChartOptions& options = {});
std::string svg(const GroupedBarChart& chart, const ChartOptions& options = {});

} // namespace scanline::chart
