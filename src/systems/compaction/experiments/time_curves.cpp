#include "experiments/experiments.h"
#include "scanline/core/format.h"

#include "scanline/gl/state_guard.h"
#include "scanline/raster/copy.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/prefix_sum.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

// Times against the density of invalid elements (figures 8 to 10 of the paper), the size of the stream, and
// the size of the blocks (section 4).

namespace scanline::systems {

namespace {

using raster::ConcatenationMethod;
using raster::PrefixSumMethod;

// One figure, with the roof.
std::vector<Figure> figure_over(const Results& results, std::string_view x_axis, const chart::Axis& x,
                                const chart::Axis& y, std::vector<chart::Series> lines) {
    lines.push_back(roof_curve(results, x_axis));
    const std::string shown = stream_size(results) + " elements, medians and quartiles";
    return {line_figure(results.experiment, results.title, subtitle(results, shown), x, y, std::move(lines))};
}

// Over the density.

Finding tree_fastest(const Results& results) {
    constexpr int very_dense_below = 20;
    return judge_each(
        axis_numbers(results, invalid_axis),
        [&](int invalid) -> Finding {
            const auto time = [&](std::string_view algorithm) {
                return time_of(results, algorithm, invalid);
            };
            std::vector<std::string_view> order(paper_algorithms.begin(), paper_algorithms.end());
            std::ranges::sort(order, {}, time);
            return {order[0] == "bt" || invalid < very_dense_below,
                    fmt::format("{} % {} {:.2f} {}", invalid, order[0], time(order[1]) / time(order[0]),
                                order[1])};
        },
        "fastest, times ahead of next: ");
}

// Holds where Jumping Jack is ahead up to 70 % and behind from 80 % on, wherever between the change is.
Finding jj_ahead_until_70_to_80(const Results& results) {
    return judge_each(
        axis_numbers(results, invalid_axis),
        [&](int invalid) -> Finding {
            const double jj = time_of(results, "jj", invalid), horn = time_of(results, "horn", invalid);
            return {(invalid > 70 || jj < horn) && (invalid < 80 || jj > horn),
                    fmt::format("{} % {:.2f}", invalid, jj / horn)};
        },
        "time of jj over horn: ");
}

Finding rlz_varies_least(const Results& results) {
    const std::vector<int> densities = axis_numbers(results, invalid_axis);
    const auto spread = [&](std::string_view algorithm) {
        std::vector<double> times;
        for (const int invalid : densities)
            times.push_back(time_of(results, algorithm, invalid));
        return std::ranges::max(times) / std::ranges::min(times);
    };
    return {*std::ranges::min_element(paper_algorithms, {}, spread) == "rlz",
            "slowest over fastest: " + joined(paper_algorithms, [&](std::string_view algorithm) {
                return fmt::format("{} {:.2f}", algorithm, spread(algorithm));
            })};
}

// Figures 8 to 10 of the paper differ in these values.
struct DensityFigure {
    int block;
    std::string_view name, title, source;
    /// The claim about Jumping Jack.
    const char* jumping_jack = "Jumping Jack is ahead of Horn below 70 to 80 % invalid, behind above";
    const char* summary = "";
};
constexpr auto density_figures = std::to_array<DensityFigure>({
    {32, "fig8", "Time against density, blocks of 32", "Moreira et al., GRAPP 2009, figure 8"},
    {256, "fig9", "Time against density, blocks of 256", "Moreira et al., GRAPP 2009, figure 9"},
    {2048, "fig10", "Time against density, blocks of 2048",
     "Moreira et al., GRAPP 2009, figure 10, and Jumping Jack beside it",
     "Jumping Jack, which the paper could not run with such blocks, is ahead of Horn below 70 to 80 % "
     "invalid, behind above, as with smaller ones",
     "The paper has no Jumping Jack in this figure: its card ended loops after 256 iterations, which blocks "
     "of 2048 can exceed.\n"},
});

Plan density_plan(const Request& request, int block) {
    Plan plan = raster_plan(request);
    for (int invalid = 0; invalid <= 100; invalid += request.quick ? 25 : 10)
        plan.groups.push_back(density_group(request, invalid, every_algorithm({block})));
    return plan;
}

std::vector<Figure> density_figure(const Results& results) {
    return figure_over(results, invalid_axis, {"density of invalid elements (%)"}, {"time (ms)"},
                       curves_by(results, algorithm_axis, invalid_axis));
}

// Over the size.

constexpr int scaling_block = 256;
constexpr int scaling_invalid = 50;
constexpr double paper_deviation = 0.05;

Plan scaling_plan(const Request& request) {
    Plan plan = raster_plan(request);
    for (const std::int64_t elements : request.quick
                                           ? std::vector<std::int64_t>{1 << 16, 1 << 18, 1 << 20}
                                           : std::vector<std::int64_t>{1 << 18, 1 << 20, 1 << 22, 1 << 24})
        plan.groups.push_back(random_group(request, element_count(elements) + " elements", elements,
                                           scaling_invalid, {{"elements", elements}},
                                           every_algorithm({scaling_block})));
    return plan;
}

std::vector<Figure> scaling_figures(const Results& results) {
    return size_figures(
        results,
        fmt::format("blocks of {}, {} % invalid, medians and quartiles", scaling_block, scaling_invalid),
        [](const Row& row) { return row[algorithm_axis]; },
        "Elements per second against stream size, blocks of 256", millions);
}

// The paper compared 256K and 1M with 4M.
Finding linear_in_size(const Results& results) {
    std::vector<int> sizes = axis_numbers(results, elements_axis);
    std::erase_if(sizes, [](int size) { return size > paper_elements; });
    if (sizes.size() < 2)
        throw NotMeasured("there are no two sizes of at most 4M elements to compare");
    const int base = sizes.back();
    sizes.pop_back();
    const auto of_algorithm = [&](std::string_view algorithm) {
        const auto time = [&](int size) {
            return median_milliseconds(results, {{elements_axis, size}, {algorithm_axis, algorithm}});
        };
        return judge_each(
            sizes,
            [&](int size) -> Finding {
                const double off = time(size) / size * base / time(base) - 1;
                return {std::abs(off) <= paper_deviation,
                        fmt::format("{:+.1f} % at {}", 100 * off, element_count(size))};
            },
            std::string(algorithm) + " ");
    };
    return judge_each(paper_algorithms, of_algorithm,
                      fmt::format("deviation from a share of the time at {}: ", element_count(base)), "; ");
}

// Over the block: prefix sums.

constexpr int paper_crossover = 128;

// Prefix sums of one stream of zeros and ones by both methods.
Group prefix_sums_group(raster::Engine& engine, std::int64_t elements, int block) {
    struct Streams {
        raster::StreamTexture input;
        raster::StreamPair scratch;
    };
    const raster::StreamLayout layout = raster::make_stream_layout(elements, block, engine.max_side());
    const auto streams =
        std::make_shared<const Streams>(Streams{engine.make_stream(layout), engine.make_pair(layout)});
    std::vector<float> flags = random_stream(elements, 50).make().values;
    for (float& flag : flags)
        flag = flag > 0 ? 1.0f : 0.0f;
    engine.upload(streams->input, layout, flags);
    Group group;
    for (const PrefixSumMethod method : {PrefixSumMethod::hillis_steele, PrefixSumMethod::blelloch}) {
        Variant& variant = group.variants.emplace_back();
        variant.axes = {{block_axis, block}, {"prefix-sum", method}};
        variant.seed = data_seed;
        variant.items = elements;
        variant.bytes = 2 * elements * word_bytes;
        variant.work = [streams, sums = std::make_shared<const raster::PrefixSum>(engine, layout, method)] {
            const gl::StateGuard guard;
            (*sums)(streams->input, streams->scratch, raster::stage::prefix_sum);
            gl::check_errors("computing prefix sums");
        };
    }
    group.roof = [streams, layout, copy = std::make_shared<const raster::Copy>(engine)] {
        (*copy)(layout, streams->input, streams->scratch.textures[0]);
    };
    return group;
}

Plan prefix_crossover_plan(const Request& request) {
    Plan plan = raster_plan(request);
    for (int block = raster::min_block; block <= raster::max_block; block *= 2)
        plan.groups.push_back({fmt::format("blocks of {}", block), 1,
                               [&engine = request.machine->raster(), elements = elements_of(request.quick),
                                block] { return prefix_sums_group(engine, elements, block); }});
    return plan;
}

std::vector<Figure> prefix_crossover_figures(const Results& results) {
    return figure_over(results, "block", {"block size", chart::Scale::log2}, {"time (ms)"},
                       curves_by(results, "prefix-sum", "block"));
}

// What doubling takes over what the tree takes: above 1 the tree is faster.
double doubling_over_tree(const Results& results, int block) {
    const auto time = [&](PrefixSumMethod method) {
        return median_milliseconds(results, {{block_axis, block}, {"prefix-sum", method}});
    };
    return time(PrefixSumMethod::hillis_steele) / time(PrefixSumMethod::blelloch);
}

// The smallest block from which on the tree is faster at all larger ones too.
std::string crossover_text(const Results& results) {
    const std::vector<int> blocks = axis_numbers(results, block_axis);
    std::optional<int> from;
    for (auto block = blocks.rbegin(); block != blocks.rend() && doubling_over_tree(results, *block) > 1;
         ++block)
        from = *block;
    return from ? fmt::format("Blelloch is ahead from blocks of {} on", *from)
                : "Blelloch is not ahead at the largest block";
}

Finding crosses_at_128(const Results& results) {
    Finding finding = judge_each(axis_numbers(results, block_axis), [&](int block) -> Finding {
        const double ratio = doubling_over_tree(results, block);
        return {(block >= paper_crossover || ratio < 1) && (block <= paper_crossover || ratio > 1),
                fmt::format("{:.2f} at {}", ratio, block)};
    });
    finding.evidence = crossover_text(results) + "; Hillis-Steele over Blelloch: " + finding.evidence;
    return finding;
}

std::string prefix_crossover_summary(const Results& results) {
    try {
        return fmt::format("Crossover: {} (the paper's card: {}).\n", crossover_text(results),
                           paper_crossover);
    } catch (const NotMeasured& missing) {
        return fmt::format("Crossover: {}.\n", missing.what());
    }
}

// Over the block: joining the blocks, within Horn's algorithm.

constexpr std::array drawing_methods{ConcatenationMethod::lines, ConcatenationMethod::quads};

// "Very small blocks" and "comparatively very fast" are not numbers in the paper; these stand for them.
constexpr int very_small_below = 32;
constexpr double very_fast_share = 0.25;

Plan concatenation_plan(const Request& request) {
    Plan plan = raster_plan(request);
    for (const int invalid : paper_densities) {
        for (int block = raster::min_block; block <= raster::max_block; block *= request.quick ? 4 : 2) {
            std::vector<CompactionVariant> variants;
            for (const ConcatenationMethod method : drawing_methods)
                variants.push_back({{.algorithm = raster::Algorithm::horn, .concatenation = method},
                                    block,
                                    {{block_axis, block}, {"concatenate", method}}});
            PlannedGroup group = density_group(request, invalid, std::move(variants));
            group.what += fmt::format(", blocks of {}", block);
            plan.groups.push_back(std::move(group));
        }
    }
    return plan;
}

Quartiles joining_milliseconds(const Row& row) {
    return stage_milliseconds(row, {raster::stage::block_scan, raster::stage::concatenation});
}

std::vector<Figure> concatenation_figures(const Results& results) {
    std::vector<chart::Series> lines;
    for (const ConcatenationMethod method : drawing_methods) {
        for (const int invalid : paper_densities)
            lines.push_back(curve(results, fmt::format("{}, {} % invalid", to_string(method), invalid),
                                  {{invalid_axis, invalid}, {"concatenate", method}}, "block",
                                  joining_milliseconds));
    }
    return figure_over(results, "block", {"block size", chart::Scale::log2},
                       {"block scan and concatenation (ms)", chart::Scale::log10}, std::move(lines));
}

// At each density, by lines as in the paper.
std::vector<const Row*> rows_by_lines(const Results& results, int block) {
    std::vector<const Row*> rows;
    for (const int invalid : paper_densities)
        rows.push_back(&measured_row(
            results,
            {{invalid_axis, invalid}, {block_axis, block}, {"concatenate", ConcatenationMethod::lines}}));
    return rows;
}

Finding fast_but_for_small_blocks(const Results& results) {
    bool slow_in_smallest = false;
    const auto at_block = [&](int block) -> Finding {
        std::vector<double> shares;
        for (const Row* row : rows_by_lines(results, block))
            shares.push_back(joining_milliseconds(*row).median / row->milliseconds().median);
        const auto [smallest, largest] = std::ranges::minmax(shares);
        const bool very_small = block < very_small_below;
        slow_in_smallest = slow_in_smallest || (very_small && smallest > very_fast_share);
        return {very_small || largest <= very_fast_share,
                fmt::format("{:.0f} to {:.0f} % at {}", 100 * smallest, 100 * largest, block)};
    };
    Finding finding = judge_each(axis_numbers(results, block_axis), at_block, "part of Horn's time: ");
    finding.holds = *finding.holds && slow_in_smallest;
    return finding;
}

Finding depends_on_density(const Results& results) {
    return judge_each(
        axis_numbers(results, block_axis),
        [&](int block) -> Finding {
            std::vector<Quartiles> times;
            for (const Row* row : rows_by_lines(results, block))
                times.push_back(joining_milliseconds(*row));
            const auto [fastest, slowest] = std::ranges::minmax(times, {}, &Quartiles::median);
            // Quartiles that do not touch: the difference is no noise.
            return {fastest.q75 < slowest.q25,
                    fmt::format("{:.2f} at {}", slowest.median / fastest.median, block)};
        },
        "slowest over fastest density: ");
}

} // namespace

Experiment time_by_density(int block) {
    const DensityFigure& figure = *std::ranges::find(density_figures, block, &DensityFigure::block);
    Experiment experiment{
        .name = figure.name,
        .title = figure.title,
        .source = figure.source,
        .plan = [block](const Request& request) { return density_plan(request, block); },
        .figures = density_figure,
        .claims =
            Claims{
                {"the binary tree is the fastest of the four, but for very dense data (under 20 % invalid)",
                 tree_fastest},
                {"of the four RLZ varies least over the density", rlz_varies_least},
                {figure.jumping_jack, jj_ahead_until_70_to_80}}
                .about(paper_elements)};
    if (const std::string summary = figure.summary; !summary.empty())
        experiment.summary = [summary](const Results&) { return summary; };
    return experiment;
}

Experiment prefix_crossover() {
    return {.name = "prefix-crossover",
            .title = "Prefix sums by recursive doubling and over a balanced tree",
            .source = "Moreira et al., GRAPP 2009, section 4",
            .plan = prefix_crossover_plan,
            .figures = prefix_crossover_figures,
            .claims =
                Claims{{"Hillis-Steele is faster in blocks below 128, Blelloch above", crosses_at_128}}.about(
                    paper_elements),
            .summary = prefix_crossover_summary};
}

Experiment concatenation_cost() {
    return {.name = "concatenation",
            .title = "Joining the blocks against block size",
            .source = "Moreira et al., GRAPP 2009, section 4",
            .plan = concatenation_plan,
            .figures = concatenation_figures,
            .claims =
                Claims{{"the concatenation is comparatively very fast (at most a quarter of Horn's "
                        "time), except for very small blocks (under 32)",
                        fast_but_for_small_blocks},
                       {"the concatenation depends on the density at every block size", depends_on_density}}
                    .about(paper_elements)};
}

Experiment scaling() {
    return {.name = "scaling",
            .title = "Time against stream size, blocks of 256",
            .source = "Moreira et al., GRAPP 2009, section 4",
            .plan = scaling_plan,
            .figures = scaling_figures,
            .claims = Claims{{"all four are linear in stream size within 5 %", linear_in_size}}.about(
                paper_elements)};
}

} // namespace scanline::systems
