#include "experiments/experiments.h"
#include "experiments/streams.h"
#include "scanline/bench/claim_list.h"
#include "scanline/bench/curves.h"
#include "scanline/bench/row_access.h"
#include "scanline/bench/wording.h"

#include "scanline/gl/state_guard.h"
#include "scanline/raster/copy.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/prefix_sum.h"

#include <algorithm>
#include <fmt/format.h>

// From which block size on prefix sums over a balanced tree (Blelloch) are faster than recursive doubling
// (Hillis and Steele): section 4 of the paper.

namespace scanline::bench {

namespace {

using raster::PrefixSumMethod;

constexpr int paper_crossover = 128;

// Prefix sums of one stream of zeros and ones by both methods.
class PrefixSums {
public:
    PrefixSums(raster::Engine& engine, std::int64_t elements, int block)
        : layout_(raster::make_stream_layout(elements, block, engine.max_side())), copy_(engine),
          doubling_(engine, layout_, PrefixSumMethod::hillis_steele),
          tree_(engine, layout_, PrefixSumMethod::blelloch), input_(engine.make_stream(layout_)),
          scratch_(engine.make_pair(layout_)) {
        std::vector<float> flags = random_stream(elements, 50).values;
        for (float& flag : flags)
            flag = flag > 0 ? 1.0f : 0.0f;
        engine.upload(input_, layout_, flags);
    }

    void run(PrefixSumMethod method) const {
        const gl::StateGuard guard;
        (method == PrefixSumMethod::blelloch ? tree_ : doubling_)(input_, scratch_,
                                                                  raster::stage::prefix_sum);
        gl::check_errors("computing prefix sums");
    }
    void copy() const { copy_(layout_, input_, scratch_.textures[0]); }

private:
    raster::StreamLayout layout_;
    raster::Copy copy_;
    raster::PrefixSum doubling_, tree_;
    raster::StreamTexture input_;
    raster::StreamPair scratch_;
};

Group make_group(raster::Engine& engine, std::int64_t elements, int block) {
    const auto sums = std::make_shared<const PrefixSums>(engine, elements, block);
    Group group;
    for (const PrefixSumMethod method : {PrefixSumMethod::hillis_steele, PrefixSumMethod::blelloch}) {
        Variant variant;
        variant.axes = {{"block", std::to_string(block)}, {"prefix-sum", std::string(to_string(method))}};
        variant.seed = random_seed;
        variant.items = elements;
        variant.bytes = 2 * elements * std::int64_t{sizeof(float)};
        variant.work = [sums, method] { sums->run(method); };
        group.variants.push_back(std::move(variant));
    }
    group.roof = [sums] { sums->copy(); };
    return group;
}

Plan prefix_crossover_plan(const Request& request) {
    raster::Engine& engine = request.machine->raster();
    const std::int64_t elements = elements_of(request.quick);
    std::vector<PlannedGroup> planned;
    for (int block = raster::min_block; block <= raster::max_block; block *= 2)
        planned.push_back({fmt::format("blocks of {}", block), 1,
                           [&engine, elements, block] { return make_group(engine, elements, block); }});
    return raster_plan(request, std::move(planned));
}

std::vector<Figure> prefix_crossover_figures(const Results& results) {
    chart::LineChart chart;
    chart.title = results.title;
    chart.subtitle = subtitle(results, stream_size(results) + " elements, medians and quartiles");
    chart.x = {"block size", chart::Scale::log2};
    chart.y = {"time (ms)"};
    chart.series = curves_by(results, "prefix-sum", "block");
    chart.series.push_back(roof_curve(results, "block"));
    return {{results.experiment, std::move(chart)}};
}

// What doubling takes over what the tree takes: above 1 the tree is faster.
double doubling_over_tree(const Results& results, int block) {
    const auto time = [&](PrefixSumMethod method) {
        return median_milliseconds(
            results, {{"block", std::to_string(block)}, {"prefix-sum", std::string(to_string(method))}});
    };
    return time(PrefixSumMethod::hillis_steele) / time(PrefixSumMethod::blelloch);
}

// The smallest block from which on the tree is faster at all larger ones too.
std::optional<int> crossover(const Results& results) {
    const std::vector<int> blocks = axis_numbers(results, "block");
    std::optional<int> from;
    for (auto block = blocks.rbegin(); block != blocks.rend() && doubling_over_tree(results, *block) > 1;
         ++block)
        from = *block;
    return from;
}

std::string crossover_text(const Results& results) {
    const std::optional<int> from = crossover(results);
    return from ? fmt::format("Blelloch is ahead from blocks of {} on", *from)
                : "Blelloch is not ahead at the largest block";
}

Finding crosses_at_128(const Results& results) {
    bool holds = true;
    std::string ratios;
    for (const int block : axis_numbers(results, "block")) {
        const double ratio = doubling_over_tree(results, block);
        holds = holds && (block >= paper_crossover || ratio < 1) && (block <= paper_crossover || ratio > 1);
        ratios += fmt::format("{}{:.2f} at {}", ratios.empty() ? "" : ", ", ratio, block);
    }
    return {holds, crossover_text(results) + "; Hillis-Steele over Blelloch: " + ratios};
}

std::vector<Claim> prefix_crossover_claims(const Results& results) {
    ClaimList list(results);
    list.add("Hillis-Steele is faster in blocks below 128, Blelloch above",
             [&] { return crosses_at_128(results); });
    return list.take();
}

std::string prefix_crossover_summary(const Results& results) {
    try {
        return fmt::format("Crossover: {} (the paper's card: {}).\n", crossover_text(results),
                           paper_crossover);
    } catch (const NotMeasured& missing) {
        return fmt::format("Crossover: {}.\n", missing.what());
    }
}

} // namespace

Experiment prefix_crossover() {
    return {.name = "prefix-crossover",
            .title = "Prefix sums by recursive doubling and over a balanced tree",
            .source = "Moreira et al., GRAPP 2009, section 4",
            .plan = prefix_crossover_plan,
            .figures = prefix_crossover_figures,
            .claims = prefix_crossover_claims,
            .summary = prefix_crossover_summary};
}

} // namespace scanline::bench
