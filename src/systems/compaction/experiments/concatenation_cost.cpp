#include "experiments/experiments.h"
#include "experiments/streams.h"
#include "scanline/bench/claim_list.h"
#include "scanline/bench/curves.h"
#include "scanline/bench/row_access.h"
#include "scanline/bench/wording.h"

#include "scanline/raster/passes.h"

#include <algorithm>
#include <fmt/format.h>

// What joining the blocks costs by block size: block scan and concatenation, within compactions by Horn's
// algorithm, by lines and by quads. Section 4 of the paper.

namespace scanline::bench {

namespace {

using raster::ConcatenationMethod;

constexpr std::array drawing_methods{ConcatenationMethod::lines, ConcatenationMethod::quads};

// "Very small blocks" and "comparatively very fast" are not numbers in the paper; these stand for them.
constexpr int very_small_below = 32;
constexpr double very_fast_share = 0.25;

Group make_group(raster::Engine& engine, std::int64_t elements, int invalid, int block) {
    InputStream stream = random_stream(elements, invalid);
    stream.axes = {{"invalid_percent", std::to_string(invalid)}};
    std::vector<CompactionVariant> variants;
    for (const ConcatenationMethod method : drawing_methods) {
        CompactionVariant variant;
        variant.options.algorithm = raster::Algorithm::horn;
        variant.options.concatenation = method;
        variant.block = block;
        variant.axes = {{"block", std::to_string(block)}, {"concatenate", std::string(to_string(method))}};
        variants.push_back(std::move(variant));
    }
    return compaction_group(engine, stream, variants);
}

Plan concatenation_cost_plan(const Request& request) {
    raster::Engine& engine = request.machine->raster();
    const std::int64_t elements = elements_of(request.quick);
    std::vector<PlannedGroup> planned;
    for (const int invalid : paper_densities) {
        for (int block = raster::min_block; block <= raster::max_block; block *= request.quick ? 4 : 2)
            planned.push_back({fmt::format("{} % invalid, blocks of {}", invalid, block), 1,
                               [&engine, elements, invalid, block] {
                                   return make_group(engine, elements, invalid, block);
                               }});
    }
    return raster_plan(request, std::move(planned));
}

Quartiles joining_milliseconds(const Row& row) {
    return stage_milliseconds(row, {raster::stage::block_scan, raster::stage::concatenation});
}

std::vector<Figure> concatenation_cost_figures(const Results& results) {
    chart::LineChart chart;
    chart.title = results.title;
    chart.subtitle = subtitle(results, stream_size(results) + " elements, medians and quartiles");
    chart.x = {"block size", chart::Scale::log2};
    chart.y = {"block scan and concatenation (ms)", chart::Scale::log10};
    for (const ConcatenationMethod method : drawing_methods) {
        for (const int invalid : paper_densities)
            chart.series.push_back(curve(results, fmt::format("{}, {} % invalid", to_string(method), invalid),
                                         {{"invalid_percent", std::to_string(invalid)},
                                          {"concatenate", std::string(to_string(method))}},
                                         "block", joining_milliseconds));
    }
    chart.series.push_back(roof_curve(results, "block"));
    return {{results.experiment, std::move(chart)}};
}

struct Share {
    int block = 0;
    double smallest = 1, largest = 0; ///< over the densities, of the whole compaction
};

// By lines, as in the paper.
Share joining_share(const Results& results, int block) {
    Share share{block};
    for (const int invalid : paper_densities) {
        const AxisValues by_lines{{"invalid_percent", std::to_string(invalid)},
                                  {"block", std::to_string(block)},
                                  {"concatenate", std::string(to_string(ConcatenationMethod::lines))}};
        const Row& row = measured_row(results, by_lines);
        const double here = joining_milliseconds(row).median / row.milliseconds().median;
        share.smallest = std::min(share.smallest, here);
        share.largest = std::max(share.largest, here);
    }
    return share;
}

Finding fast_but_for_small_blocks(const Results& results) {
    bool fast_in_others = true, slow_in_smallest = false;
    std::string evidence;
    for (const int block : axis_numbers(results, "block")) {
        const Share share = joining_share(results, block);
        if (block < very_small_below)
            slow_in_smallest = slow_in_smallest || share.smallest > very_fast_share;
        else
            fast_in_others = fast_in_others && share.largest <= very_fast_share;
        evidence +=
            fmt::format("{}{:.0f} to {:.0f} % at {}", evidence.empty() ? "part of Horn's time: " : ", ",
                        100 * share.smallest, 100 * share.largest, block);
    }
    return {fast_in_others && slow_in_smallest, evidence};
}

Finding depends_on_density(const Results& results) {
    std::string evidence;
    bool every_block = true;
    for (const int block : axis_numbers(results, "block")) {
        std::vector<Quartiles> times;
        times.reserve(paper_densities.size());
        for (const int invalid : paper_densities)
            times.push_back(joining_milliseconds(measured_row(
                results, {{"invalid_percent", std::to_string(invalid)},
                          {"block", std::to_string(block)},
                          {"concatenate", std::string(to_string(ConcatenationMethod::lines))}})));
        const auto [fastest, slowest] = std::ranges::minmax(times, {}, &Quartiles::median);
        // Quartiles that do not touch: the difference is no noise.
        every_block = every_block && fastest.q75 < slowest.q25;
        evidence += fmt::format("{}{:.2f} at {}", evidence.empty() ? "slowest over fastest density: " : ", ",
                                slowest.median / fastest.median, block);
    }
    return {every_block, evidence};
}

std::vector<Claim> concatenation_cost_claims(const Results& results) {
    ClaimList list(results);
    list.add("the concatenation is comparatively very fast (at most a quarter of Horn's time), except for "
             "very small "
             "blocks (under 32)",
             [&] { return fast_but_for_small_blocks(results); });
    list.add("the concatenation depends on the density at every block size",
             [&] { return depends_on_density(results); });
    return list.take();
}

} // namespace

Experiment concatenation_cost() {
    return {.name = "concatenation",
            .title = "Joining the blocks against block size",
            .source = "Moreira et al., GRAPP 2009, section 4",
            .plan = concatenation_cost_plan,
            .figures = concatenation_cost_figures,
            .claims = concatenation_cost_claims};
}

} // namespace scanline::bench
