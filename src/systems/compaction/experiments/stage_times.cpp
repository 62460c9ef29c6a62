#include "experiments/experiments.h"
#include "scanline/core/format.h"

#include "scanline/raster/passes.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

// Figure 7: what the stages of the algorithms take, for three densities.

namespace scanline::systems {

namespace {

namespace stage = raster::stage;

using Stages = std::vector<std::string_view>;

constexpr int stage_times_block = 256;
constexpr int densest = paper_densities.front();

Plan stage_times_plan(const Request& request) {
    Plan plan = raster_plan(request);
    for (const int invalid : paper_densities)
        plan.groups.push_back(density_group(request, invalid, every_algorithm({stage_times_block})));
    return plan;
}

std::vector<Figure> stage_times_figures(const Results& results) {
    const std::vector<const Row*> rows = measured_rows(results);
    const std::string shown = stream_size(results) + " elements, the median repetition";
    chart::StackedBarChart chart{results.title, subtitle(results, shown), {"time (ms)"}, {}, {}};
    for (const std::string_view name : stage::all) { // in the order in which they run
        if (std::ranges::any_of(rows, [name](const Row* row) {
                return std::ranges::count(row->median_repetition().stages, name, &Stage::name) > 0;
            }))
            chart.part_names.emplace_back(name);
    }
    for (const Row* row : rows)
        add_stage_bar(chart, row->axis(invalid_axis) + " % invalid", (*row)[algorithm_axis], *row);
    return {{results.experiment, std::move(chart)}};
}

double part(const Results& results, std::string_view algorithm, int invalid, const Stages& stages) {
    const Row& row = measured_row(results, {{invalid_axis, invalid}, {algorithm_axis, algorithm}});
    return stage_milliseconds(row, stages).median;
}

// A number for each density: "43, 40, 31 % at 10, 50, 90 % invalid".
template <class Number>
std::string over_densities(int decimals, std::string_view unit, Number number) {
    return fmt::format("{}{} at {} % invalid",
                       joined(paper_densities,
                              [&](int invalid) { return fmt::format("{:.{}f}", number(invalid), decimals); }),
                       unit, fmt::join(paper_densities, ", "));
}

// Of Horn's time, in per cent.
auto share_of_horn(const Results& results, std::string_view name) {
    return [&results, name](int invalid) {
        return 100 * (part(results, "horn", invalid, {name}) / time_of(results, "horn", invalid));
    };
}

Finding search_dominates_horn(const Results& results) {
    const auto percent = share_of_horn(results, stage::search);
    const auto largest_other = [&](int invalid) {
        double largest = 0;
        for (const auto other :
             {stage::discriminate, stage::prefix_sum, stage::block_scan, stage::concatenation})
            largest = std::max(largest, share_of_horn(results, other)(invalid));
        return largest;
    };
    return {std::ranges::all_of(paper_densities,
                                [&](int invalid) { return percent(invalid) > largest_other(invalid); }),
            fmt::format("of its time the search takes {}, the largest other stage {}",
                        over_densities(0, " %", percent), over_densities(0, " %", largest_other))};
}

Finding search_weight_falls(const Results& results) {
    const auto percent = share_of_horn(results, stage::search);
    return {std::ranges::is_sorted(paper_densities, std::ranges::greater{}, percent),
            "of its time the search takes " + over_densities(0, " %", percent)};
}

// The first stages of an algorithm in units of Horn's prefix sums.
Judge to_horns_sums(const char* algorithm, const Stages& stages, bool (*holds)(double ratio),
                    const char* unit = " times Horn's") {
    return [=](const Results& results) -> Finding {
        const auto ratio = [&](int invalid) {
            return part(results, algorithm, invalid, stages) /
                   part(results, "horn", invalid, {stage::prefix_sum});
        };
        return {std::ranges::all_of(paper_densities, [&](int invalid) { return holds(ratio(invalid)); }),
                over_densities(2, unit, ratio)};
    };
}

Judge faster_when_dense(const char* faster) {
    return [=](const Results& results) -> Finding {
        const double time = time_of(results, faster, densest), horn = time_of(results, "horn", densest);
        return {time < horn, fmt::format("at {} % invalid {} {}, horn {}", densest, faster,
                                         in_milliseconds(time), in_milliseconds(horn))};
    };
}

Finding slower_search_when_dense(const Results& results) {
    const auto search = [&](std::string_view algorithm) {
        return part(results, algorithm, densest, {stage::search});
    };
    return {search("bt") > search("jj") && search("bt") > search("rlz"),
            fmt::format("search at {} % invalid: bt {}, jj {}, rlz {}", densest,
                        in_milliseconds(search("bt")), in_milliseconds(search("jj")),
                        in_milliseconds(search("rlz")))};
}

Finding tree_ahead_from_medium(const Results& results) {
    return judge_each(
        std::array{50, 90},
        [&](int invalid) {
            return judge_each(
                paper_algorithms,
                [&](std::string_view algorithm) -> Finding {
                    const double time = time_of(results, algorithm, invalid);
                    return {algorithm == "bt" || time_of(results, "bt", invalid) < time,
                            fmt::format("{} {}", algorithm, in_milliseconds(time))};
                },
                fmt::format("at {} % invalid ", invalid), " ");
        },
        {}, "; ");
}

Finding concatenation_insignificant(const Results& results) {
    return judge_each(
        paper_algorithms,
        [&](std::string_view algorithm) -> Finding {
            const auto times = [&](int invalid) {
                return part(results, algorithm, invalid, {stage::block_scan, stage::concatenation});
            };
            const auto [low, high] = std::ranges::minmax(paper_densities, {}, times);
            const double weight = (times(high) - times(low)) / time_of(results, algorithm, high);
            return {weight <= 0.1, fmt::format("{} {:.0f} %", algorithm, 100 * weight)};
        },
        "how much it varies over the densities, in parts of the total time: ");
}

} // namespace

Experiment stage_times() {
    return {
        .name = "fig7",
        .title = "Stage times at three densities, blocks of 256",
        .source = "Moreira et al., GRAPP 2009, figure 7",
        .plan = stage_times_plan,
        .figures = stage_times_figures,
        .claims =
            Claims{
                {"the binary search dominates Horn's time", search_dominates_horn},
                {"the weight of Horn's search is the smaller the sparser the data", search_weight_falls},
                {"Jumping Jack spends as much time on prefix sums as Horn (within 10 %)",
                 to_horns_sums("jj", {stage::prefix_sum},
                               [](double ratio) { return std::abs(ratio - 1) <= 0.1; })},
                {"Jumping Jack is faster than Horn for dense data", faster_when_dense("jj")},
                {"RLZ spends twice the time of Horn on prefix sums, run lengths included (1.5 to 2.5 times)",
                 to_horns_sums("rlz", {stage::run_lengths, stage::run_extraction, stage::prefix_sum},
                               [](double ratio) { return ratio > 1.5 && ratio < 2.5; })},
                {"RLZ is faster than Horn for dense data", faster_when_dense("rlz")},
                {"the binary tree's reduction is very fast (under half of Horn's prefix sums)",
                 to_horns_sums(
                     "bt", {stage::reduction}, [](double ratio) { return ratio < 0.5; },
                     " times Horn's prefix sums")},
                {"the binary tree's search is slower than Jumping Jack's and RLZ's for dense data",
                 slower_search_when_dense},
                {"the binary tree is the fastest of the four from medium density on", tree_ahead_from_medium},
                {"that the concatenation depends on the density matters little (at most 10 % of the time)",
                 concatenation_insignificant}}
                .about(paper_elements)};
}

} // namespace scanline::systems
