#include "experiments/scan_figures.h"

#include "scanline/bench/curves.h"
#include "scanline/bench/row_access.h"
#include "scanline/bench/wording.h"

#include <algorithm>
#include <map>

namespace scanline::bench {

namespace {

constexpr double billion = 1e9;

chart::ChartPoint point_at(double x, const Quartiles& y) {
    return {x, y.median, y.q25, y.q75};
}

// What the roof of a row would be as a rate.
double roof_rate(const Row& row) {
    return static_cast<double>(row.items) / *row.roof_milliseconds * 1e3 / billion;
}

} // namespace

chart::LineChart scan_rates(const Results& results, const std::string& title, const std::string& shown,
                            const chart::Axis& x, std::string_view x_axis, const LineOf& line_of) {
    chart::LineChart chart{title, subtitle(results, shown), x, {"billion elements per second"}, {}};
    std::map<double, std::vector<double>> roofs;
    for (const Row& row : results.rows) {
        const std::optional<double> at = axis_number(row, x_axis);
        if (!row.measured() || !at)
            continue;
        const std::string name = line_of(row);
        if (name.empty())
            continue;
        auto series = std::ranges::find(chart.series, name, &chart::Series::name);
        if (series == chart.series.end()) {
            series = chart.series.insert(series, chart::Series());
            series->name = name;
        }
        series->points.push_back(point_at(*at, items_per_second(row, billion)));
        if (row.roof_milliseconds.value_or(0) > 0)
            roofs[*at].push_back(roof_rate(row));
    }
    chart::Series roof;
    roof.name = "roof";
    roof.dashed = true;
    for (const auto& [at, rates] : roofs)
        roof.points.push_back(point_at(at, quartiles(rates)));
    chart.series.push_back(std::move(roof));
    return chart;
}

} // namespace scanline::bench
