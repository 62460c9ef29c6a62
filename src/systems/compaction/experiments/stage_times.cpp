#include "experiments/experiments.h"
#include "experiments/streams.h"
#include "scanline/bench/claim_list.h"
#include "scanline/bench/row_access.h"
#include "scanline/bench/wording.h"

#include "scanline/raster/passes.h"

#include <algorithm>
#include <fmt/format.h>

// Figure 7: what the stages of the algorithms take, for three densities.

namespace scanline::bench {

namespace {

namespace stage = raster::stage;

constexpr int stage_times_block = 256;
constexpr int densest = paper_densities.front();

Plan stage_times_plan(const Request& request) {
    raster::Engine& engine = request.machine->raster();
    const std::int64_t elements = elements_of(request.quick);
    std::vector<PlannedGroup> planned;
    planned.reserve(paper_densities.size());
    for (const int invalid : paper_densities)
        planned.push_back({fmt::format("{} % invalid", invalid), 1, [&engine, elements, invalid] {
                               InputStream stream = random_stream(elements, invalid);
                               stream.axes = {{"invalid_percent", std::to_string(invalid)}};
                               return compaction_group(engine, stream, every_algorithm(stage_times_block));
                           }});
    return raster_plan(request, std::move(planned));
}

// In the order in which they run.
std::vector<std::string> stage_names(const Results& results) {
    const auto occurs = [&results](std::string_view name) {
        return std::ranges::any_of(results.rows, [name](const Row& row) {
            return row.measured() &&
                   std::ranges::count(row.median_repetition().stages, name, &Stage::name) > 0;
        });
    };
    std::vector<std::string> names;
    for (const std::string_view name : stage::all) {
        if (occurs(name))
            names.emplace_back(name);
    }
    return names;
}

std::vector<double> parts_of(const Row& row, const std::vector<std::string>& names) {
    std::vector<double> parts(names.size(), 0.0);
    for (const Stage& one : row.median_repetition().stages)
        parts[static_cast<std::size_t>(std::ranges::find(names, one.name) - names.begin())] +=
            one.milliseconds;
    return parts;
}

std::vector<Figure> stage_times_figures(const Results& results) {
    chart::StackedBarChart chart;
    chart.title = results.title;
    chart.subtitle = subtitle(results, stream_size(results) + " elements, the median repetition");
    chart.y = {"time (ms)"};
    chart.part_names = stage_names(results);
    for (const Row& row : results.rows) {
        if (row.measured())
            chart.bars.push_back({row.axis("invalid_percent") + " % invalid", row.axis("algorithm"),
                                  parts_of(row, chart.part_names)});
    }
    return {{results.experiment, std::move(chart)}};
}

const Row& row_of(const Results& results, std::string_view algorithm, int invalid) {
    return measured_row(
        results, {{"invalid_percent", std::to_string(invalid)}, {"algorithm", std::string(algorithm)}});
}

double total(const Results& results, std::string_view algorithm, int invalid) {
    return row_of(results, algorithm, invalid).milliseconds().median;
}

double part(const Results& results, std::string_view algorithm, int invalid,
            std::initializer_list<std::string_view> stages) {
    return stage_milliseconds(row_of(results, algorithm, invalid), stages).median;
}

double share(const Results& results, std::string_view algorithm, int invalid,
             std::initializer_list<std::string_view> stages) {
    return part(results, algorithm, invalid, stages) / total(results, algorithm, invalid);
}

// A number for each density: "43, 40, 31 % at 10, 50, 90 % invalid".
template <class Number>
std::string over_densities(std::string_view format, std::string_view unit, Number number) {
    std::string values, places;
    for (const int invalid : paper_densities) {
        values += (values.empty() ? "" : ", ") + fmt::format(fmt::runtime(format), number(invalid));
        places += fmt::format("{}{}", places.empty() ? "" : ", ", invalid);
    }
    return fmt::format("{}{} at {} % invalid", values, unit, places);
}

Finding search_dominates_horn(const Results& results) {
    const auto percent = [&](int invalid) { return 100 * share(results, "horn", invalid, {stage::search}); };
    const auto largest_other = [&](int invalid) {
        double largest = 0;
        for (const auto other :
             {stage::discriminate, stage::prefix_sum, stage::block_scan, stage::concatenation})
            largest = std::max(largest, share(results, "horn", invalid, {other}));
        return 100 * largest;
    };
    return {std::ranges::all_of(paper_densities,
                                [&](int invalid) { return percent(invalid) > largest_other(invalid); }),
            fmt::format("of its time the search takes {}, the largest other stage {}",
                        over_densities("{:.0f}", " %", percent),
                        over_densities("{:.0f}", " %", largest_other))};
}

Finding search_weight_falls(const Results& results) {
    const auto percent = [&](int invalid) { return 100 * share(results, "horn", invalid, {stage::search}); };
    return {std::ranges::is_sorted(paper_densities, std::ranges::greater{}, percent),
            "of its time the search takes " + over_densities("{:.0f}", " %", percent)};
}

// The algorithm's first stage in units of Horn's prefix sums.
double to_horns_sums(const Results& results, std::string_view algorithm, int invalid,
                     std::initializer_list<std::string_view> stages) {
    return part(results, algorithm, invalid, stages) / part(results, "horn", invalid, {stage::prefix_sum});
}

Finding jj_same_prefix_sums(const Results& results) {
    const auto ratio = [&](int invalid) {
        return to_horns_sums(results, "jj", invalid, {stage::prefix_sum});
    };
    return {std::ranges::all_of(paper_densities,
                                [&](int invalid) { return std::abs(ratio(invalid) - 1) <= 0.1; }),
            over_densities("{:.2f}", " times Horn's", ratio)};
}

Finding rlz_twice_the_prefix_sums(const Results& results) {
    const auto ratio = [&](int invalid) {
        return to_horns_sums(results, "rlz", invalid,
                             {stage::run_lengths, stage::run_extraction, stage::prefix_sum});
    };
    return {std::ranges::all_of(paper_densities,
                                [&](int invalid) { return ratio(invalid) > 1.5 && ratio(invalid) < 2.5; }),
            over_densities("{:.2f}", " times Horn's", ratio)};
}

Finding reduction_is_fast(const Results& results) {
    const auto ratio = [&](int invalid) { return to_horns_sums(results, "bt", invalid, {stage::reduction}); };
    return {std::ranges::all_of(paper_densities, [&](int invalid) { return ratio(invalid) < 0.5; }),
            over_densities("{:.2f}", " times Horn's prefix sums", ratio)};
}

Finding faster_when_dense(const Results& results, std::string_view faster) {
    const double time = total(results, faster, densest), horn = total(results, "horn", densest);
    return {time < horn, fmt::format("at {} % invalid {} {}, horn {}", densest, faster, in_milliseconds(time),
                                     in_milliseconds(horn))};
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
    bool ahead = true;
    std::string evidence;
    for (const int invalid : {50, 90}) {
        evidence += fmt::format("{}at {} % invalid", evidence.empty() ? "" : "; ", invalid);
        for (const std::string_view algorithm : paper_algorithms) {
            const double time = total(results, algorithm, invalid);
            ahead = ahead && (algorithm == "bt" || total(results, "bt", invalid) < time);
            evidence += fmt::format(" {} {}", algorithm, in_milliseconds(time));
        }
    }
    return {ahead, evidence};
}

Finding concatenation_insignificant(const Results& results) {
    const std::initializer_list<std::string_view> joining{stage::block_scan, stage::concatenation};
    double largest = 0;
    std::string evidence;
    for (const std::string_view algorithm : paper_algorithms) {
        const auto times = [&](int invalid) { return part(results, algorithm, invalid, joining); };
        const auto [low, high] = std::ranges::minmax(paper_densities, {}, times);
        const double weight = (times(high) - times(low)) / total(results, algorithm, high);
        largest = std::max(largest, weight);
        evidence += fmt::format("{}{} {:.0f} %", evidence.empty() ? "" : ", ", algorithm, 100 * weight);
    }
    return {largest <= 0.1, "how much it varies over the densities, in parts of the total time: " + evidence};
}

std::vector<Claim> stage_times_claims(const Results& results) {
    ClaimList list(results);
    list.add("the binary search dominates Horn's time", [&] { return search_dominates_horn(results); });
    list.add("the weight of Horn's search is the smaller the sparser the data",
             [&] { return search_weight_falls(results); });
    list.add("Jumping Jack spends as much time on prefix sums as Horn (within 10 %)",
             [&] { return jj_same_prefix_sums(results); });
    list.add("Jumping Jack is faster than Horn for dense data",
             [&] { return faster_when_dense(results, "jj"); });
    list.add("RLZ spends twice the time of Horn on prefix sums, run lengths included (1.5 to 2.5 times)",
             [&] { return rlz_twice_the_prefix_sums(results); });
    list.add("RLZ is faster than Horn for dense data", [&] { return faster_when_dense(results, "rlz"); });
    list.add("the binary tree's reduction is very fast (under half of Horn's prefix sums)",
             [&] { return reduction_is_fast(results); });
    list.add("the binary tree's search is slower than Jumping Jack's and RLZ's for dense data",
             [&] { return slower_search_when_dense(results); });
    list.add("the binary tree is the fastest of the four from medium density on",
             [&] { return tree_ahead_from_medium(results); });
    list.add("that the concatenation depends on the density matters little (at most 10 % of the time)",
             [&] { return concatenation_insignificant(results); });
    return list.take();
}

} // namespace

Experiment stage_times() {
    return {.name = "fig7",
            .title = "Stage times at three densities, blocks of 256",
            .source = "Moreira et al., GRAPP 2009, figure 7",
            .plan = stage_times_plan,
            .figures = stage_times_figures,
            .claims = stage_times_claims};
}

} // namespace scanline::bench
