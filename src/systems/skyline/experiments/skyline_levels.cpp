#include "experiments/skyline_experiments.h"

#include "scanline/core/format.h"
#include "scanline/machine/machine.h"

#include <algorithm>
#include <fmt/format.h>

// SkyAlign level by level: figure 10 of the paper.

namespace scanline::systems {

namespace {

using skyline::Kind;

constexpr int few_columns = 6;
constexpr double max_prefilter_milliseconds = 10;

std::vector<PlannedGroup> level_groups(const Request& request) {
    const std::int64_t usual = request.quick ? 1 << 10 : has_gpu(request) ? default_rows : max_software_rows;
    std::vector<PlannedGroup> planned;
    for (const int columns :
         request.get(dimensions_option, request.quick ? std::vector{6} : std::vector{6, 12, 16})) {
        for (const std::int64_t size : request.get(sizes_option, {usual})) {
            for (const Kind kind : request.choices("--kind", enumerators<skyline::Kind>))
                planned.push_back(skyline_group({kind, size, columns, true}, request));
        }
    }
    return planned;
}

/// An iteration as the paper counts them: 0 is everything before the levels.
struct Iteration {
    std::string name;
    std::int64_t points, pruned;
    std::int64_t dominance_tests, mask_tests;
    double milliseconds;
};

double stage_time(const Row& row, std::string_view stage) {
    return stage_milliseconds(row, {stage}).median;
}

std::vector<Iteration> iterations_of(const Row& row) {
    const auto count = [&](std::string_view name, const std::string& stage) {
        return row.count(name, stage).value_or(0);
    };
    std::vector<Iteration> all{
        {"before the levels", row.items, count(pruned_count, std::string(prefilter_stage)), 0, 0,
         stage_milliseconds(row, {"upload", prefilter_stage, "masks", "sort"}).median}};
    for (int level = 0; row.count(points_count, level_stage(level)); ++level) {
        const std::string stage = level_stage(level);
        all.push_back({stage, count(points_count, stage), count(pruned_count, stage),
                       count(dominance_count, stage), count(mask_count, stage), stage_time(row, stage)});
    }
    return all;
}

// A line for each table over the iterations, in a chart for each number of columns.
template <class Value>
std::vector<Figure> over_iterations(const Results& results, const std::string& stem, const std::string& label,
                                    Value value) {
    std::vector<Figure> figures;
    if (results.rows.empty())
        return figures;
    for (const std::string& columns : axis_values(results, dimensions_axis)) {
        chart::LineChart chart{fmt::format("SkyAlign level by level, {} columns", columns),
                               subtitle(results, "0: all before the levels; 1: level 0"),
                               {"iteration"},
                               {label}};
        for (const Row* row : measured_rows(results, {{dimensions_axis, columns}})) {
            chart::Series line;
            line.name = fmt::format("{}, {}", (*row)[kind_axis], element_count(row->items));
            for (const Iteration& one : iterations_of(*row)) {
                const auto y = static_cast<double>(value(one));
                line.points.push_back({static_cast<double>(line.points.size()), y, y, y});
            }
            chart.series.push_back(std::move(line));
        }
        figures.push_back({fmt::format("{}-{}-{}", results.experiment, stem, columns), std::move(chart)});
    }
    return figures;
}

std::vector<Figure> level_figures(const Results& results) {
    std::vector<Figure> figures =
        over_iterations(results, "pruned", "rows pruned", [](const Iteration& one) { return one.pruned; });
    std::ranges::move(
        over_iterations(results, "time", "time (ms)", [](const Iteration& one) { return one.milliseconds; }),
        std::back_inserter(figures));
    return figures;
}

std::string level_summary(const Results& results) {
    MarkdownTable table(
        {"kind", "rows", "columns", "stage", "points", "pruned", "dominance tests", "mask tests", "ms"},
        {"kind", "stage"});
    for (const Row* row : measured_rows(results)) {
        for (const Iteration& one : iterations_of(*row))
            table.add({(*row)[kind_axis], row->axis(elements_axis), row->axis(dimensions_axis), one.name,
                       std::to_string(one.points), std::to_string(one.pruned),
                       std::to_string(one.dominance_tests), std::to_string(one.mask_tests),
                       three_digits(one.milliseconds)});
    }
    return "Before the levels are the copy to the GPU, the pre-filter, and the masks with their sort; each "
           "level has the packing after it.\n\n" +
           table.format();
}

const Row& row_of(const Results& results, Kind kind, int columns) {
    return measured_row(results,
                        {{kind_axis, kind}, {elements_axis, default_rows}, {dimensions_axis, columns}});
}

Finding prefilter_prunes_most(const Results& results) {
    const std::vector<Iteration> all = iterations_of(row_of(results, Kind::independent, few_columns));
    std::int64_t pruned = 0;
    for (const Iteration& one : all)
        pruned += one.pruned;
    return {2 * all.front().pruned > pruned, fmt::format("{} of {} rows", all.front().pruned, pruned)};
}

Finding prefilter_is_fast(const Results& results) {
    double longest = 0;
    for (const Row* row : measured_rows(results))
        longest = std::max(longest, stage_time(*row, prefilter_stage));
    if (longest == 0)
        throw NotMeasured("not measured: the pre-filter");
    return {longest < max_prefilter_milliseconds, fmt::format("at most {} ms", three_digits(longest))};
}

// Judges whether the level that prunes most comes before, or after, the one that takes longest.
Judge prunes(Kind kind, bool before) {
    return [=](const Results& results) -> Finding {
        std::vector<Iteration> levels = iterations_of(row_of(results, kind, default_columns));
        levels.erase(levels.begin());
        const auto most = std::ranges::max_element(levels, {}, &Iteration::pruned),
                   longest = std::ranges::max_element(levels, {}, &Iteration::milliseconds);
        if (most == levels.end())
            throw NotMeasured("not measured: levels");
        return {before ? most < longest : most > longest,
                fmt::format("most are pruned in {}, {} takes longest", most->name, longest->name)};
    };
}

Claims level_claims() {
    return Claims{
        {fmt::format("of {} independent columns, the pre-filter prunes more than half of what is pruned",
                     few_columns),
         prefilter_prunes_most},
        {fmt::format("the pre-filter takes less than {} ms", max_prefilter_milliseconds), prefilter_is_fast,
         on_gpu},
        {fmt::format("of {} independent columns, most rows are pruned before the level that takes longest",
                     default_columns),
         prunes(Kind::independent, true), on_gpu},
        {fmt::format("of {} anticorrelated columns, most rows are pruned after it", default_columns),
         prunes(Kind::anticorrelated, false), on_gpu}}
        .about(default_rows);
}

} // namespace

Experiment skyline_levels() {
    return {.name = "skyline-levels",
            .title = "SkyAlign level by level",
            .source = "Bøgh, Chester, Assent, PVLDB 2015, figure 10",
            .needs = Needs::compute,
            .axes = table_axes(),
            .plan =
                [](const Request& request) {
                    return Plan{.groups = level_groups(request), .engine = &request.machine->compute()};
                },
            .figures = level_figures,
            .claims = level_claims(),
            .summary = level_summary};
}

} // namespace scanline::systems
