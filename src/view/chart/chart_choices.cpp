#include "chart/chart_choices.h"

namespace scanline::view {

namespace {

void choose(chart::Axis& axis, AxisChoice choice) {
    switch (choice) {
    case AxisChoice::as_made: return;
    case AxisChoice::linear: axis.scale = chart::Scale::linear; return;
    case AxisChoice::logarithmic:
        if (axis.scale == chart::Scale::linear)
            axis.scale = chart::Scale::log10;
        return;
    }
}

/// Those behind it, of earlier results, keep the colours of their places.
void remove_roof(std::vector<chart::Series>& series, std::string_view roof) {
    for (std::size_t place = 0; place < series.size(); ++place)
        series[place].like = series[place].like.value_or(place);
    std::erase_if(series, [roof](const chart::Series& one) { return one.dashed && one.name == roof; });
}

std::vector<std::string> key_names_of(const chart::LineChart& chart) {
    std::vector<std::string> names;
    for (const chart::Series& series : chart.series)
        names.push_back(series.name);
    return names;
}

std::vector<std::string> key_names_of(const chart::StackedBarChart& chart) {
    return chart.part_names;
}

std::vector<std::string> key_names_of(const chart::GroupedBarChart& chart) {
    return chart.series;
}

} // namespace

std::string_view to_string(AxisChoice choice) {
    switch (choice) {
    case AxisChoice::as_made: return "auto";
    case AxisChoice::linear: return "off";
    case AxisChoice::logarithmic: return "on";
    }
    return "";
}

std::vector<std::string> key_names(const bench::Chart& chart) {
    return std::visit([](const auto& kind) { return key_names_of(kind); }, chart);
}

bench::Chart chosen(bench::Chart chart, const ChartChoices& choices, std::string_view roof) {
    std::visit([&](auto& kind) { choose(kind.y, choices.y); }, chart);
    if (auto* lines = std::get_if<chart::LineChart>(&chart)) {
        choose(lines->x, choices.x);
        if (!choices.roof)
            remove_roof(lines->series, roof);
    }
    return chart;
}

chart::ChartOptions options_of(const bench::Chart& chart, const ChartChoices& choices) {
    chart::ChartOptions options{.bands = choices.bands};
    for (const std::string& name : key_names(chart))
        options.hidden.push_back(choices.hidden.contains(name));
    return options;
}

} // namespace scanline::view
