#include "scanline/bench/curves.h"

#include <algorithm>
#include <map>
#include <string>

namespace scanline::bench {

namespace {

void add_point(chart::Series& series, const Row& row, std::string_view x_axis, const Measure& measure) {
    const std::optional<double> x = row.value(x_axis).number();
    if (!row.measured() || !x)
        return;
    const Quartiles y = measure(row);
    series.points.push_back({*x, y.median, y.q25, y.q75});
}

} // namespace

Measure rate_in(const RateUnit& unit) {
    return [unit](const Row& row) -> Quartiles {
        const Quartiles time = row.milliseconds();
        const auto rate = [&](double milliseconds) {
            return milliseconds > 0 ? static_cast<double>(row.items) / milliseconds * 1e3 / unit.elements
                                    : 0.0;
        };
        return {rate(time.q75), rate(time.median), rate(time.q25)};
    };
}

chart::Series curve(const Results& results, const std::string& name, const AxisValues& where,
                    std::string_view x_axis, const Measure& measure) {
    chart::Series series;
    series.name = name;
    for (const Row* row : results.where(where))
        add_point(series, *row, x_axis, measure);
    std::ranges::stable_sort(series.points, {}, &chart::ChartPoint::x);
    return series;
}

std::vector<chart::Series> curves_by(const Results& results, const LineOf& line_of, std::string_view x_axis,
                                     const Measure& measure) {
    std::vector<chart::Series> all;
    for (const Row& row : results.rows) {
        const std::string line = row.value(x_axis).number() ? line_of(row) : std::string();
        if (line.empty())
            continue;
        auto series = std::ranges::find(all, line, &chart::Series::name);
        if (series == all.end()) {
            series = all.emplace(series);
            series->name = line;
        }
        add_point(*series, row, x_axis, measure);
    }
    for (chart::Series& series : all)
        std::ranges::stable_sort(series.points, {}, &chart::ChartPoint::x);
    return all;
}

std::vector<chart::Series> curves_by(const Results& results, std::string_view by, std::string_view x_axis,
                                     const Measure& measure) {
    return curves_by(
        results, [by](const Row& row) { return row.axis(by); }, x_axis, measure);
}

Figure line_figure(std::string stem, std::string title, std::string subtitle, chart::Axis x, chart::Axis y,
                   std::vector<chart::Series> lines) {
    return {std::move(stem), chart::LineChart{std::move(title), std::move(subtitle), std::move(x),
                                              std::move(y), std::move(lines)}};
}

std::vector<Figure> size_figures(const Results& results, const std::string& shown, const LineOf& line_of,
                                 const std::string& rate_title, const RateUnit& unit) {
    const chart::Axis elements{"elements", chart::Scale::log2};
    const std::string below = subtitle(results, shown);
    std::vector<chart::Series> times = curves_by(results, line_of, "elements");
    times.push_back(roof_curve(results, "elements"));
    std::vector<Figure> figures;
    figures.push_back(line_figure(results.experiment + "-time", results.title, below, elements,
                                  {"time (ms)", chart::Scale::log10}, std::move(times)));
    figures.push_back(line_figure(results.experiment + "-rate", rate_title, below, elements, {unit.label},
                                  curves_by(results, line_of, "elements", rate_in(unit))));
    return figures;
}

chart::Series roof_curve(const Results& results, std::string_view x_axis) {
    std::map<double, std::vector<double>> roofs;
    for (const Row& row : results.rows) {
        const std::optional<double> x = row.value(x_axis).number();
        if (row.roof_milliseconds && x)
            roofs[*x].push_back(*row.roof_milliseconds);
    }
    chart::Series series;
    series.name = results.roof;
    series.dashed = true;
    for (const auto& [x, samples] : roofs) {
        const double y = median(samples);
        series.points.push_back({x, y, y, y});
    }
    return series;
}

std::size_t place_in(std::vector<std::string>& names, const std::string& name) {
    const auto found = std::ranges::find(names, name);
    const auto place = static_cast<std::size_t>(found - names.begin());
    if (found == names.end())
        names.push_back(name);
    return place;
}

void set_bar(chart::GroupedBarChart& chart, const std::string& group, const std::string& series,
             std::optional<double> value) {
    const std::size_t row = place_in(chart.groups, group), column = place_in(chart.series, series);
    chart.values.resize(chart.groups.size());
    for (auto& values : chart.values)
        values.resize(chart.series.size());
    chart.values[row][column] = value;
}

void add_stage_bar(chart::StackedBarChart& chart, const std::string& group, const std::string& name,
                   const Row& row, double scale) {
    chart::StackedBarChart::Bar bar{group, name, std::vector<double>(chart.part_names.size())};
    for (const Stage& stage : row.median_repetition().stages) {
        const std::size_t part = place_in(chart.part_names, stage.name);
        bar.parts.resize(chart.part_names.size());
        bar.parts[part] += stage.milliseconds * scale;
    }
    chart.bars.push_back(std::move(bar));
}

} // namespace scanline::bench
