#include "bar_frame.h"

#include <algorithm>

namespace scanline::bench {

namespace {

/// The value of a bar; none where there is none, where it is hidden, or has no place on the axis.
std::optional<double> value_of(const GroupedBarChart& chart, std::size_t group, std::size_t series,
                               const ChartOptions& options) {
    if (is_hidden(options, series) || group >= chart.values.size() || series >= chart.values[group].size())
        return std::nullopt;
    const std::optional<double> value = chart.values[group][series];
    return value && has_place(chart.y.scale, *value) ? value : std::nullopt;
}

} // namespace

ChartGeometry draw(Canvas& canvas, const GroupedBarChart& chart, const ChartSize& size,
                   const ChartOptions& options) {
    BarFrameContents contents{chart.title, chart.subtitle, chart.y, {}, {}, {}, chart.series, {}, options};
    for (std::size_t series = 0; series < chart.series.size(); ++series)
        contents.key_places.push_back(series);
    contents.keys.emplace_back("smallest of its group");

    std::vector<std::optional<double>> values;
    std::vector<double> shown;
    for (std::size_t group = 0; group < chart.groups.size(); ++group) {
        contents.groups.push_back({chart.groups[group], std::vector<std::string>(chart.series.size())});
        std::optional<double> smallest;
        for (std::size_t series = 0; series < chart.series.size(); ++series) {
            values.push_back(value_of(chart, group, series, options));
            if (values.back()) {
                shown.push_back(*values.back());
                smallest = smallest ? std::min(*smallest, *values.back()) : *values.back();
            }
        }
        for (std::size_t series = 0; series < chart.series.size(); ++series) {
            const std::optional<double> value = values[values.size() - chart.series.size() + series];
            contents.values.push_back({value ? plain_number(*value) : "", 0, value && value == smallest});
        }
    }
    contents.range = range_of_lengths(chart.y.scale, shown);
    const double zero = chart.y.scale == Scale::linear ? 0 : contents.range.low;
    for (std::size_t bar = 0; bar < values.size(); ++bar)
        contents.values[bar].end = std::max(values[bar].value_or(zero), zero);

    BarFrame frame(canvas, std::move(contents), size);
    for (std::size_t bar = 0; bar < values.size(); ++bar) {
        if (!values[bar])
            continue;
        const double top = frame.y(std::max(*values[bar], zero)),
                     bottom = frame.y(std::min(*values[bar], zero));
        frame.draw_part(bar, {bar / chart.series.size(), bar % chart.series.size()}, top, bottom);
        frame.draw_value(bar);
    }
    return frame.take_geometry();
}

} // namespace scanline::bench
