#include "scanline/bench/curves.h"

#include "scanline/bench/row_access.h"

#include <algorithm>
#include <map>
#include <string>

namespace scanline::bench {

Quartiles total_milliseconds(const Row& row) {
    return row.milliseconds();
}

Quartiles items_per_second(const Row& row, double unit) {
    const Quartiles time = row.milliseconds();
    const auto rate = [&](double milliseconds) {
        return milliseconds > 0 ? static_cast<double>(row.items) / milliseconds * 1e3 / unit : 0.0;
    };
    return {rate(time.q75), rate(time.median), rate(time.q25)};
}

chart::Series curve(const Results& results, const std::string& name, const AxisValues& where,
                    const std::string& x_axis, const Measure& measure) {
    chart::Series series;
    series.name = name;
    for (const Row* row : results.where(where)) {
        const std::optional<double> x = axis_number(*row, x_axis);
        if (!row->measured() || !x)
            continue;
        const Quartiles y = measure(*row);
        series.points.push_back({*x, y.median, y.q25, y.q75});
    }
    std::ranges::sort(series.points, {}, &chart::ChartPoint::x);
    return series;
}

std::vector<chart::Series> curves_by(const Results& results, const std::string& by, const std::string& x_axis,
                                     const Measure& measure) {
    std::vector<chart::Series> all;
    if (results.rows.empty())
        return all;
    for (const std::string& value : axis_values(results, by))
        all.push_back(curve(results, value, {{by, value}}, x_axis, measure));
    return all;
}

chart::Series roof_curve(const Results& results, const std::string& x_axis) {
    std::map<double, std::vector<double>> roofs;
    for (const Row& row : results.rows) {
        const std::optional<double> x = axis_number(row, x_axis);
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

} // namespace scanline::bench
