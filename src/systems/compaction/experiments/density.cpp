#include "experiments/experiments.h"
#include "experiments/streams.h"
#include "scanline/bench/claim_list.h"
#include "scanline/bench/curves.h"
#include "scanline/bench/row_access.h"
#include "scanline/bench/wording.h"

#include <algorithm>
#include <fmt/format.h>

// Figures 8 to 10: time against the density of invalid elements, one figure for each block size.

namespace scanline::bench {

namespace {

constexpr const char* invalid_axis = "invalid_percent";

template <int block>
Plan density_plan(const Request& request) {
    raster::Engine& engine = request.machine->raster();
    const std::int64_t elements = elements_of(request.quick);
    std::vector<PlannedGroup> planned;
    for (int invalid = 0; invalid <= 100; invalid += request.quick ? 25 : 10)
        planned.push_back({fmt::format("{} % invalid", invalid), 1, [&engine, elements, invalid] {
                               InputStream stream = random_stream(elements, invalid);
                               stream.axes = {{invalid_axis, std::to_string(invalid)}};
                               return compaction_group(engine, stream, every_algorithm(block));
                           }});
    return raster_plan(request, std::move(planned));
}

std::vector<Figure> density_figures(const Results& results) {
    chart::LineChart chart;
    chart.title = results.title;
    chart.subtitle = subtitle(results, stream_size(results) + " elements, medians and quartiles");
    chart.x = {"density of invalid elements (%)"};
    chart.y = {"time (ms)"};
    chart.series = curves_by(results, "algorithm", invalid_axis);
    chart.series.push_back(roof_curve(results, invalid_axis));
    return {{results.experiment, std::move(chart)}};
}

double time_of(const Results& results, std::string_view algorithm, int invalid) {
    return median_milliseconds(
        results, {{invalid_axis, std::to_string(invalid)}, {"algorithm", std::string(algorithm)}});
}

// The paper's algorithms at a density, the fastest first.
std::vector<std::string_view> by_speed(const Results& results, int invalid) {
    std::vector<std::string_view> algorithms(paper_algorithms.begin(), paper_algorithms.end());
    std::ranges::sort(algorithms, {},
                      [&](std::string_view algorithm) { return time_of(results, algorithm, invalid); });
    return algorithms;
}

Finding tree_fastest(const Results& results) {
    constexpr int very_dense_below = 20;
    bool holds = true;
    std::string evidence;
    for (const int invalid : axis_numbers(results, invalid_axis)) {
        const std::vector<std::string_view> order = by_speed(results, invalid);
        holds = holds && (order[0] == "bt" || invalid < very_dense_below);
        evidence += fmt::format(
            "{}{} % {} {:.2f} {}", evidence.empty() ? "fastest, times ahead of next: " : ", ", invalid,
            order[0], time_of(results, order[1], invalid) / time_of(results, order[0], invalid), order[1]);
    }
    return {holds, evidence};
}

// Holds where Jumping Jack is ahead up to 70 % and behind from 80 % on, wherever between the change is.
Finding jj_ahead_until_70_to_80(const Results& results) {
    bool holds = true;
    std::string evidence;
    for (const int invalid : axis_numbers(results, invalid_axis)) {
        const double jj = time_of(results, "jj", invalid), horn = time_of(results, "horn", invalid);
        holds = holds && (invalid > 70 || jj < horn) && (invalid < 80 || jj > horn);
        evidence += fmt::format("{}{} % {:.2f}", evidence.empty() ? "time of jj over horn: " : ", ", invalid,
                                jj / horn);
    }
    return {holds, evidence};
}

Finding rlz_varies_least(const Results& results) {
    const std::vector<int> densities = axis_numbers(results, invalid_axis);
    const auto spread = [&](std::string_view algorithm) {
        std::vector<double> times;
        times.reserve(densities.size());
        for (const int invalid : densities)
            times.push_back(time_of(results, algorithm, invalid));
        return std::ranges::max(times) / std::ranges::min(times);
    };
    std::string evidence;
    for (const std::string_view algorithm : paper_algorithms)
        evidence += fmt::format("{}{} {:.2f}", evidence.empty() ? "slowest over fastest: " : ", ", algorithm,
                                spread(algorithm));
    return {*std::ranges::min_element(paper_algorithms, {}, spread) == "rlz", evidence};
}

ClaimList judge(const Results& results) {
    ClaimList list(results);
    list.add("the binary tree is the fastest of the four, but for very dense data (under 20 % invalid)",
             [&] { return tree_fastest(results); });
    list.add("of the four RLZ varies least over the density", [&] { return rlz_varies_least(results); });
    return list;
}

std::vector<Claim> density_claims(const Results& results) {
    ClaimList list = judge(results);
    list.add("Jumping Jack is ahead of Horn below 70 to 80 % invalid, behind above",
             [&] { return jj_ahead_until_70_to_80(results); });
    return list.take();
}

std::vector<Claim> claims_beyond_the_paper(const Results& results) {
    ClaimList list = judge(results);
    list.add(
        "Jumping Jack, which the paper could not run with such blocks, is ahead of Horn below 70 to 80 % "
        "invalid, behind above, as with smaller ones",
        [&] { return jj_ahead_until_70_to_80(results); });
    return list.take();
}

std::string jumping_jack_is_new(const Results& /*results*/) {
    return "The paper has no Jumping Jack in this figure: its card ended loops after 256 iterations, which "
           "blocks of "
           "2048 can exceed.\n";
}

} // namespace

Experiment time_by_density_32() {
    return {.name = "fig8",
            .title = "Time against density, blocks of 32",
            .source = "Moreira et al., GRAPP 2009, figure 8",
            .plan = density_plan<32>,
            .figures = density_figures,
            .claims = density_claims};
}

Experiment time_by_density_256() {
    return {.name = "fig9",
            .title = "Time against density, blocks of 256",
            .source = "Moreira et al., GRAPP 2009, figure 9",
            .plan = density_plan<256>,
            .figures = density_figures,
            .claims = density_claims};
}

Experiment time_by_density_2048() {
    return {.name = "fig10",
            .title = "Time against density, blocks of 2048",
            .source = "Moreira et al., GRAPP 2009, figure 10, and Jumping Jack beside it",
            .plan = density_plan<2048>,
            .figures = density_figures,
            .claims = claims_beyond_the_paper,
            .summary = jumping_jack_is_new};
}

} // namespace scanline::bench
