#pragma once
#include "scanline/bench/experiment.h"
#include "scanline/chart/drawing.h"
#include "scanline/core/named.h"

#include <set>
#include <string>
#include <string_view>

namespace scanline::view {

/// The scale of an axis.
enum class AxisChoice { as_made, linear, logarithmic };
struct AxisChoiceRow {
    AxisChoice value;
    std::string_view name, title;
};
constexpr auto table_of(AxisChoice) {
    using enum AxisChoice;
    return std::to_array<AxisChoiceRow>(
        {{as_made, "auto", "as it fits"}, {linear, "off", "linear"}, {logarithmic, "on", "logarithmic"}});
}
using scanline::to_string;

/// The user's choices for all charts.
struct ChartChoices {
    AxisChoice x = AxisChoice::as_made, y = AxisChoice::as_made;
    bool bands = true, roof = true;
    std::set<std::string, std::less<>> hidden{}; ///< names of series and parts
};

/// The names in the legend, in order.
std::vector<std::string> key_names(const bench::Chart& chart);

/// The chart with the chosen axes, without the series `roof` if unwanted. A logarithmic axis keeps the
/// chart's base 2, else has base 10.
bench::Chart chosen(bench::Chart chart, const ChartChoices& choices, std::string_view roof);

/// Overlays an earlier chart of the same kind and axes: its lines become dashed and lighter, in the colour of
/// the series of the same name; its bars go beside the others. Its series get `name` as a suffix. Returns
/// false, and changes nothing, if the two have nothing in common.
bool overlay(bench::Chart& chart, const bench::Chart& earlier, const std::string& name);

chart::ChartOptions options_of(const bench::Chart& chart, const ChartChoices& choices);
chart::ChartGeometry draw(chart::Canvas& canvas, const bench::Chart& chart, const chart::ChartSize& size,
                          const ChartChoices& choices);

} // namespace scanline::view
