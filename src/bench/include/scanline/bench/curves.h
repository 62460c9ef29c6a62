#pragma once
#include "scanline/bench/experiment.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::bench {

/// What a line shows of a row, with its quartiles.
using Measure = std::function<Quartiles(const Row& row)>;

/// A unit of rates, and the label of their axis.
struct RateUnit {
    double elements;
    const char* label;
};
inline constexpr RateUnit millions{1e6, "million elements per second"},
    billions{1e9, "billion elements per second"};

/// Shows the elements per second.
Measure rate_in(const RateUnit& unit);

/// A line through the measured rows with the values `where`, at the numbers that they have on x_axis.
chart::Series curve(const Results& results, const std::string& name, const AxisValues& where,
                    std::string_view x_axis, const Measure& measure = &Row::milliseconds);

/// The line of a chart that a row belongs to; empty: none.
using LineOf = std::function<std::string(const Row& row)>;

/// One line for each name that `line_of` gives, in the order of their first rows, through the measured ones.
std::vector<chart::Series> curves_by(const Results& results, const LineOf& line_of, std::string_view x_axis,
                                     const Measure& measure = &Row::milliseconds);

/// The same with a line for each value that rows have on the axis `by`.
std::vector<chart::Series> curves_by(const Results& results, std::string_view by, std::string_view x_axis,
                                     const Measure& measure = &Row::milliseconds);

/// Makes a figure of lines. Use it instead of nested braces: if an element throws, GCC 12 destroys the
/// earlier ones twice.
Figure line_figure(std::string stem, std::string title, std::string subtitle, chart::Axis x, chart::Axis y,
                   std::vector<chart::Series> lines);

/// Two figures over the number of elements, with a line for each name that `line_of` gives: "NAME-time", with
/// the roof, and "NAME-rate", with this title.
std::vector<Figure> size_figures(const Results& results, const std::string& shown, const LineOf& line_of,
                                 const std::string& rate_title, const RateUnit& unit);

/// The roof over x_axis, dashed: at each number the median of the roofs of all groups measured there.
chart::Series roof_curve(const Results& results, std::string_view x_axis);

// Bars.

/// The place of a name in a list, at whose end it is added if it is new.
std::size_t place_in(std::vector<std::string>& names, const std::string& name);

/// Sets the bar of a series in a group, both of which are added if they are new; none leaves a gap.
void set_bar(chart::GroupedBarChart& chart, const std::string& group, const std::string& series,
             std::optional<double> value);

/// Adds the bar of a row, whose parts are the stages of the repetition in the middle, in milliseconds times
/// `scale`.
void add_stage_bar(chart::StackedBarChart& chart, const std::string& group, const std::string& name,
                   const Row& row, double scale = 1);

} // namespace scanline::bench
