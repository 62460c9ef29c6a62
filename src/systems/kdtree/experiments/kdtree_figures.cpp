#include "experiments/kdtree_figures.h"

#include "experiments/kdtree_rows.h"
#include "scanline/bench/axes.h"
#include "scanline/bench/curves.h"
#include "scanline/bench/row_access.h"
#include "scanline/bench/wording.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::bench {

namespace {

constexpr const char* quartiles_shown = "medians and quartiles";

bool has_queries(const Row& row) {
    return axis_number(row, queries_axis).has_value();
}

/// Where the sweep stands: what its rows have on these axes unless one of them is gone through. Queries are
/// as many as at first.
class Standpoint {
public:
    explicit Standpoint(const Results& results) {
        for (const std::string_view axis : {points_axis, elements_axis, dimensions_axis})
            values_.emplace_back(axis,
                                 results.rows.empty() ? std::string() : results.rows.front().axis(axis));
        const auto asks = std::ranges::find_if(results.rows, has_queries);
        if (asks != results.rows.end())
            queries_ = asks->axis(queries_axis);
    }

    /// Whether a row stands there, but for this axis.
    bool has(const Row& row, std::string_view but_for) const {
        return (!has_queries(row) || row.axis(queries_axis) == queries_) &&
               std::ranges::all_of(values_, [&](const auto& value) {
                   return value.axis == but_for || row.axis(value.axis) == value.value;
               });
    }

private:
    AxisValues values_;
    std::string queries_;
};

std::string task_of(const Row& row) {
    const bool is_knn = axis_number(row, k_axis).has_value();
    return is_knn ? row.axis(task_axis) + " " + row.axis(k_axis) : row.axis(task_axis);
}

// The time of one of its items, in nanoseconds or thousands of them.
chart::ChartPoint time_of_an_item(double x, const Row& row, double nanoseconds) {
    const Quartiles time = row.milliseconds();
    const double scale = 1e6 / nanoseconds / static_cast<double>(row.items);
    return {x, time.median * scale, time.q25 * scale, time.q75 * scale};
}

/// name(row): the line that a row belongs to; empty where to none.
template <class Name>
std::vector<chart::Series> lines(const Results& results, std::string_view x_axis, double nanoseconds,
                                 Name name) {
    const Standpoint from(results);
    std::vector<chart::Series> all;
    for (const Row& row : results.rows) {
        const std::optional<double> x = axis_number(row, x_axis);
        const std::string line = name(row);
        if (!row.measured() || !x || line.empty() || !from.has(row, x_axis))
            continue;
        auto series = std::ranges::find(all, line, &chart::Series::name);
        if (series == all.end()) {
            series = all.insert(series, chart::Series());
            series->name = line;
        }
        series->points.push_back(time_of_an_item(*x, row, nanoseconds));
    }
    for (chart::Series& series : all)
        std::ranges::sort(series.points, {}, &chart::ChartPoint::x);
    return all;
}

Figure builds_by_size(const Results& results) {
    chart::LineChart chart{"Builds of k-d trees",
                           subtitle(results, quartiles_shown),
                           {"points", chart::Scale::log2},
                           {"time of a point (ns)"},
                           {}};
    chart.series = lines(results, elements_axis, 1, [](const Row& row) {
        return row.axis(task_axis) == "build" ? contender_of(row) : std::string();
    });
    return {results.experiment + "-build-size", std::move(chart)};
}

// The most threads that rows have.
std::string most_threads(const Results& results) {
    double most = 0;
    std::string threads;
    for (const Row& row : results.rows) {
        const double here = axis_number(row, threads_axis).value_or(0);
        if (here > most) {
            most = here;
            threads = row.axis(threads_axis);
        }
    }
    return threads;
}

// By so many threads, or on the GPU, which has none.
bool asks_by(const Row& row, const std::string& threads) {
    return has_queries(row) && (row.axis(threads_axis) == threads || !axis_number(row, threads_axis));
}

Figure queries(const Results& results, const std::string& stem, std::string_view x_axis,
               const chart::Axis& x) {
    const std::string threads = most_threads(results);
    chart::LineChart chart{"Queries of k-d trees",
                           subtitle(results, fmt::format("threads: {}, {}", threads, quartiles_shown)),
                           x,
                           {"time of a query (us)", chart::Scale::log10},
                           {}};
    chart.series = lines(results, x_axis, 1e3, [&](const Row& row) {
        return asks_by(row, threads) ? fmt::format("{}, {}", task_of(row), row.axis(by_axis)) : std::string();
    });
    return {results.experiment + stem, std::move(chart)};
}

std::size_t place_of(std::vector<std::string>& names, const std::string& name) {
    const auto found = std::ranges::find(names, name);
    const auto place = static_cast<std::size_t>(found - names.begin());
    if (found == names.end())
        names.push_back(name);
    return place;
}

Figure queries_by_points(const Results& results) {
    const Standpoint from(results);
    const std::string threads = most_threads(results);
    chart::GroupedBarChart chart{"Queries of k-d trees by how the points lie",
                                 subtitle(results, fmt::format("threads: {}, medians", threads)),
                                 {"time of a query (us)", chart::Scale::log10},
                                 {},
                                 {},
                                 {}};
    for (const Row& row : results.rows) {
        if (!row.measured() || !asks_by(row, threads) || !from.has(row, points_axis))
            continue;
        const std::size_t group = place_of(chart.groups,
                                           fmt::format("{}, {}", task_of(row), row.axis(points_axis))),
                          series = place_of(chart.series, row.axis(by_axis));
        chart.values.resize(chart.groups.size());
        auto& values = chart.values[group];
        values.resize(std::max(values.size(), series + 1));
        values[series] = time_of_an_item(0, row, 1e3).y;
    }
    for (auto& values : chart.values)
        values.resize(chart.series.size());
    return {results.experiment + "-query-points", std::move(chart)};
}

std::string bar_of(const Row& row) {
    return axis_number(row, threads_axis) ? row.axis(threads_axis) : "OpenGL";
}

} // namespace

Figure kdtree_stages(const Results& results) {
    chart::StackedBarChart chart{"Stages of the builds of k-d trees",
                                 subtitle(results, "the repetition in the middle"),
                                 {"time of a point (ns)"},
                                 {},
                                 {}};
    for (const Row& row : results.rows) {
        if (!row.measured() || row.axis(task_axis) != "build" || !row.axis(by_axis).starts_with(by_scanline))
            continue;
        std::vector<double> parts(chart.part_names.size());
        for (const Stage& stage : row.median_repetition().stages) {
            const std::size_t part = place_of(chart.part_names, stage.name);
            parts.resize(chart.part_names.size());
            parts[part] += stage.milliseconds * 1e6 / static_cast<double>(row.items);
        }
        chart.bars.push_back({fmt::format("{} x {}, {}", element_count(row.items), row.axis(dimensions_axis),
                                          row.axis(points_axis)),
                              bar_of(row), std::move(parts)});
    }
    for (chart::StackedBarChart::Bar& bar : chart.bars)
        bar.parts.resize(chart.part_names.size());
    return {results.experiment + "-stages", std::move(chart)};
}

std::vector<Figure> kdtree_figures(const Results& results) {
    return {builds_by_size(results), kdtree_stages(results),
            queries(results, "-query-size", elements_axis, {"points", chart::Scale::log2}),
            queries(results, "-query-dimensions", dimensions_axis, {"dimensions"}),
            queries_by_points(results)};
}

} // namespace scanline::bench
