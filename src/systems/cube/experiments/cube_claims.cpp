#include "experiments/cube_experiments.h"

#include "scanline/core/format.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

// The claims of the paper's section 6.6 about an NVIDIA GeForce 8800 GTX and one core of 2.4 GHz, and further
// ones of this project.

namespace scanline::systems {

namespace {

constexpr std::int64_t min_rows = 1 << 14; ///< as machines without a GPU measure them
constexpr double order_of_magnitude = 10, max_by_skew = 1.5, little_impact = 2;
/// Rows draw a fraction 1 - 1/e of the combinations of codes if there are as many combinations as rows.
const double min_of_full_levels = 1 - std::exp(-1.0), rounding = 0.01;

AxisValues table_of(const Row& row) {
    AxisValues table;
    for (const std::string_view axis : cube_axes)
        table.emplace_back(axis, row.value(axis));
    return table;
}

AxisValues first_table(const Results& results) {
    if (results.rows.empty())
        throw NotMeasured("not measured: a table");
    return table_of(results.rows.front());
}

std::string describe_table(const AxisValues& table) {
    return fmt::format("D{}C{}T{}, zipf {}", table[0].value.text(), table[1].value.text(),
                       table[2].value.text(), table[3].value.text());
}

// Returns the tables that differ from the first only on this axis, sorted by it.
std::vector<AxisValues> tables_over(const Results& results, std::string_view axis) {
    const AxisValues from = first_table(results);
    const auto at = static_cast<std::size_t>(std::ranges::find(cube_axes, axis) - cube_axes.begin());
    std::vector<AxisValues> tables = distinct_values(results, table_of);
    std::erase_if(tables, [&](AxisValues table) {
        table[at] = from[at];
        return table != from;
    });
    std::ranges::sort(tables, {}, [at](const AxisValues& table) { return table[at].value.as<double>(); });
    if (tables.size() < 2)
        throw NotMeasured(fmt::format("there is one value of {}", axis));
    return tables;
}

// Judges the time of one operation over that of another in every table, by every contender.
Judge ratio_of_operations(CubeOperation over, CubeOperation under, bool at_most_one) {
    return [=](const Results& results) -> Finding {
        std::vector<Finding> findings;
        for (const Row* one : measured_rows(results, {{operation_axis, over}})) {
            AxisValues other = with(
                table_of(*one),
                {{operation_axis, under}, {threads_axis, (*one)[threads_axis]}, {by_axis, (*one)[by_axis]}});
            const MedianInterval ratio = ratio_of_rounds(*one, measured_row(results, other), describe(other));
            const std::optional<bool> holds = at_most_one ? at_most(ratio, 1) : at_least(ratio, 1);
            findings.push_back(
                {holds, fmt::format("{} ({}, {} {})", interval_text(ratio, 2), describe_table(other),
                                    one->axis(by_axis), one->axis(threads_axis))});
        }
        if (findings.empty())
            throw NotMeasured(fmt::format("not measured: {}", to_string(over)));
        const bool all_hold =
            std::ranges::all_of(findings, [](const Finding& one) { return one.holds == true; });
        if (all_hold)
            return {true, fmt::format("{} times, first {}", findings.size(), findings.front().evidence)};
        std::erase_if(findings, [](const Finding& one) { return one.holds == true; });
        return all_of(findings);
    };
}

// Only uniform rows: skewed ones share more nodes.
Finding levels_are_full(const Results& results) {
    double least = 2, most = 0;
    for (const Row* row : measured_rows(results, {{operation_axis, CubeOperation::build}, {zipf_axis, 0}})) {
        const double part = part_of_most_nodes(*row).value_or(0);
        least = std::min(least, part);
        most = std::max(most, part);
    }
    if (most == 0)
        throw NotMeasured("not measured: builds of uniform rows");
    return {least >= min_of_full_levels - rounding && most <= 1,
            fmt::format("{:.3f} to {:.3f} of full levels", least, most)};
}

// Judges the build times of other skews over that of the first, by every contender.
Finding bears_skew(const Results& results) {
    const std::vector<AxisValues> tables = tables_over(results, zipf_axis);
    std::vector<Finding> findings;
    for (const Row* uniform :
         measured_rows(results, with(tables.front(), {{operation_axis, CubeOperation::build}}))) {
        for (std::size_t i = 1; i < tables.size(); ++i) {
            const Row& skewed =
                measured_row(results, with(tables[i], {{operation_axis, CubeOperation::build},
                                                       {threads_axis, (*uniform)[threads_axis]},
                                                       {by_axis, (*uniform)[by_axis]}}));
            const MedianInterval over = median_interval(skewed.totals()),
                                 under = median_interval(uniform->totals());
            const MedianInterval ratio{over.low / under.high, over.median / under.median,
                                       over.high / under.low};
            findings.push_back(
                {at_most(ratio, max_by_skew),
                 fmt::format("{} (zipf {}, {} {})", interval_text(ratio, 2), skewed.axis(zipf_axis),
                             uniform->axis(by_axis), uniform->axis(threads_axis))});
        }
    }
    if (findings.empty())
        throw NotMeasured("not measured: builds");
    return all_of(findings, "times over that of the least skew: ");
}

Judge is_faster_by(CubeOperation operation, double times) {
    return [=](const Results& results) -> Finding {
        const MedianInterval ratio = speedup(results, first_table(results), operation);
        return {at_least(ratio, times), fmt::format("{} times", interval_text(ratio, 1))};
    };
}

// Judges whether speedups rise or fall from the least to the greatest value of an axis.
Judge speedup_changes(const std::vector<CubeOperation>& operations, std::string_view axis, bool rises) {
    return [=](const Results& results) {
        const std::vector<AxisValues> tables = tables_over(results, axis);
        return judge_each(
            operations,
            [&](CubeOperation operation) -> Finding {
                const MedianInterval first = speedup(results, tables.front(), operation),
                                     last = speedup(results, tables.back(), operation);
                return {bench::changes(first, last, rises),
                        fmt::format("{}: {} to {}", to_string(operation), interval_text(first, 1),
                                    interval_text(last, 1))};
            },
            "from the least to the greatest: ", "; ");
    };
}

Judge hardly_depends_on(std::string_view axis) {
    return [=](const Results& results) -> Finding {
        double least = HUGE_VAL, most = 0;
        for (const AxisValues& table : tables_over(results, axis)) {
            const double time = measured_row(results, with(table, {{operation_axis, CubeOperation::on_path},
                                                                   {by_axis, by_scanline_compute}}))
                                    .milliseconds()
                                    .median;
            least = std::min(least, time);
            most = std::max(most, time);
        }
        return {most <= little_impact * least,
                fmt::format("{} to {} ms", three_digits(least), three_digits(most))};
    };
}

} // namespace

MedianInterval speedup(const Results& results, const AxisValues& table, CubeOperation operation) {
    const AxisValues of = with(table, {{operation_axis, operation}});
    return ratio_of_rounds(measured_row(results, with(of, {{threads_axis, 1}, {by_axis, by_scanline_cpu}})),
                           measured_row(results, with(of, {{by_axis, by_scanline_compute}})), describe(of));
}

Claims cube_claims() {
    using enum CubeOperation;
    const std::vector trees{build, update}, asked{on_path, off_path};
    return Claims{
        {"an update by as many rows as there are takes less time than a build of all",
         ratio_of_operations(update, build, true)},
        {"adding a hundredth of the rows takes less time than a build of all",
         ratio_of_operations(append, build, true)},
        {"queries off the path take longer than those on it", ratio_of_operations(off_path, on_path, false)},
        {"trees of uniform rows have min(codes^level, rows) nodes on a level, or at least 1 - 1/e of them",
         levels_are_full},
        {fmt::format("skewed rows take at most {} times as long to build as uniform ones", max_by_skew),
         bears_skew},
        {"the GPU builds at least 10 times as fast as one thread", is_faster_by(build, order_of_magnitude),
         on_gpu},
        {"the GPU answers queries off the path at least 10 times as fast as one thread",
         is_faster_by(off_path, order_of_magnitude), on_gpu},
        {"the more rows there are, the further the GPU is ahead with builds and updates",
         speedup_changes(trees, elements_axis, true), on_gpu},
        {"the more dimensions there are, the less the GPU is ahead",
         speedup_changes({build, update, off_path}, dimensions_axis, false), on_gpu},
        {"builds and updates on the GPU take longer with more codes, but those of the CPU more so",
         speedup_changes(trees, cardinality_axis, true), on_gpu},
        {"the more codes there are, the less the GPU is ahead with queries",
         speedup_changes(asked, cardinality_axis, false), on_gpu},
        {fmt::format("dimensions have little impact on queries on the path of the GPU: at most {} times",
                     little_impact),
         hardly_depends_on(dimensions_axis), on_gpu},
        {fmt::format("codes have little impact on queries on the path of the GPU: at most {} times",
                     little_impact),
         hardly_depends_on(cardinality_axis), on_gpu}}
        .about(min_rows);
}

} // namespace scanline::systems
