#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace scanline::chart {

/// A figure as data; draw it with svg(), or with draw() of drawing.h on any canvas. Accepts any text and
/// numbers: omits values that the axis cannot show (not finite or beyond 1e100; zero or less on a logarithmic
/// axis).

enum class Scale { linear, log2, log10 };

struct ChartPoint {
    double x = 0, y = 0;
    /// Quartiles, drawn as a band around the line; no band unless low <= y <= high.
    double low = 0, high = 0;
};

/// A line of a chart. Its index sets colour and marker, the same in all charts of a report. The combination
/// repeats after 56 series, colours alone after 8.
struct Series {
    std::string name;
    std::vector<ChartPoint> points; ///< in any order
    bool dashed = false;            ///< a reference beside the measurements: the roof, the paper's numbers
    /// The index whose colour and marker to use instead of its own: for the paper's numbers beside measured
    /// ones.
    std::optional<std::size_t> like;
    double opacity = 1; ///< less for a series for comparison, which has no band
};

struct Axis {
    std::string label; ///< including the unit: "time (ms)"
    Scale scale = Scale::linear;
};

/// Lines over a numeric x axis. A linear y axis includes zero.
struct LineChart {
    std::string title, subtitle; ///< the subtitle names GPU, driver, date
    Axis x, y;
    std::vector<Series> series{};
};

/// Bars of stacked parts, in groups: the stages of several algorithms on several data sets.
struct StackedBarChart {
    struct Bar {
        std::string group, name;   ///< "dense", "horn"; bars of a group are consecutive
        std::vector<double> parts; ///< one for each of part_names, 0 for none; negative values count as 0
    };
    std::string title, subtitle;
    Axis y;
    std::vector<std::string> part_names{};
    std::vector<Bar> bars{};
};

/// Bars side by side, in groups: algorithms on data sets, with the smallest of each group marked.
struct GroupedBarChart {
    std::string title, subtitle;
    Axis y;
    std::vector<std::string> groups{}, series{};
    std::vector<std::vector<std::optional<double>>> values{}; ///< [group][series]; an empty one leaves a gap
};

/// Drawing options, independent of the data.
struct ChartOptions {
    std::vector<bool> hidden{}; ///< by index of series or part; missing entries are shown
    bool bands = true;          ///< draws quartiles around lines
};

/// The figure as a self-contained SVG 1.1 document: valid XML, no scripts, only generic font families, 720
/// wide (wider if it has too many bars).
std::string svg(const LineChart& chart, const ChartOptions& options = {});
std::string svg(const StackedBarChart& chart, const ChartOptions& options = {});
std::string svg(const GroupedBarChart& chart, const ChartOptions& options = {});

} // namespace scanline::chart
