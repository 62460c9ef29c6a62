#include "reference/run_pass.h"
#include "scanline/raster/auto_compaction.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/reference/stages.h"

#include <algorithm>
#include <cassert>

namespace scanline::raster::reference {

namespace {

Stream payload_stream(std::span<const float> values, const StreamLayout& layout, Payload payload) {
    Stream stream(static_cast<std::size_t>(layout.padded_size()), 0.0f);
    for (std::size_t i = 0; i < stream.size(); ++i) {
        if (payload == Payload::index)
            stream[i] = static_cast<float>(i);
        else if (i < values.size())
            stream[i] = values[i];
    }
    return stream;
}

/// The number of survivors of every block, from `sums` whose last element in the block is the number of
/// invalid elements. Their origin is that element.
Stream counts_of(const Stream& sums, int block) {
    const auto block_size = static_cast<std::size_t>(block);
    std::vector<float> counts(sums.size() / block_size);
    for (std::size_t k = 0; k < counts.size(); ++k)
        counts[k] = static_cast<float>(block) - sums[(k + 1) * block_size - 1];
    return {std::move(counts), {.pass = sums.origin().pass, .first = block_size - 1, .stride = block_size}};
}

/// Computes result.blocks and result.counts: every stage except the concatenation.
void compact_blocks(std::span<const float> values, const StreamLayout& layout,
                    const CompactionOptions& options, CompactionResult& result, Trace* trace) {
    const int block = layout.block;
    const Stream payload = payload_stream(values, layout, options.payload);
    const auto flags = [&](Mark mark) {
        return discriminate(values, layout, options.discriminator, mark, trace);
    };
    const auto sums_of = [&](const Stream& input) {
        return prefix_sum(input, block, resolve(options.prefix_sum, block), trace);
    };

    if (options.algorithm == Algorithm::bt) {
        const std::vector<Stream> tree = up_sweep(flags(Mark::valid), layout.levels(), trace);
        result.blocks = bt_search(payload, tree, block, trace);
        result.counts = tree.back();
        return;
    }
    const Stream inv = flags(Mark::invalid);
    if (options.algorithm == Algorithm::rlz) {
        const Stream lengths = run_lengths(inv, block, resolve(options.run_lengths, block), trace);
        const Stream sums = sums_of(run_extraction(lengths, block, trace));
        result.blocks = rlz_search(payload, sums, block, trace);
        result.counts = counts_of(sums, block);
        return;
    }
    const Stream sums = sums_of(inv);
    const auto& search = options.algorithm == Algorithm::horn ? horn_search : jj_search;
    result.blocks = search(payload, inv, sums, block, trace);
    result.counts = counts_of(sums, block);
}

/// Any algorithm except auto; regional: for packed, see make_packed().
CompactionResult compact_by(std::span<const float> values, const StreamLayout& layout,
                            const CompactionOptions& options, bool regional, Trace* trace) {
    CompactionResult result;
    if (!is_blockwise(options.algorithm)) {
        const auto* const row = std::ranges::find(stream_twins, options.algorithm, &StreamTwinRow::value);
        const Stream elements = row->twin(values, payload_stream(values, layout, options.payload), layout,
                                          options.discriminator, regional, trace);
        result.elements.assign(elements.begin(), elements.end());
        return result;
    }
    compact_blocks(values, layout, options, result, trace);
    const Stream descriptors = block_descriptors(result.counts, layout, options.prefix_sum, trace);
    const Stream joined = concatenate(result.blocks, descriptors, layout, trace);
    // Texels past the last block continue its sums, so the last one holds the end of the compacted stream.
    const BlockDescriptor last = descriptors_of(descriptors).back();
    result.elements.assign(joined.begin(),
                           joined.begin() + static_cast<std::ptrdiff_t>(last.offset + last.count));
    return result;
}

/// The choice of auto for its first stream.
CompactionResult compact_automatically(std::span<const float> values, const StreamLayout& layout,
                                       const CompactionOptions& options, Trace* trace) {
    const AutoPlan plan = auto_plan(layout, options);
    const bool temporal = options.automatic.adaption == Adaption::temporal;
    CompactionChoice choice = plan.costs.front().choice;
    if (plan.survey && !temporal) {
        const Stream sums = survey(values, layout, options.discriminator, trace);
        choice = plan.best(layout.size, survey_features(sums)).choice;
    }
    CompactionOptions chosen = options;
    chosen.algorithm = choice.algorithm;
    StreamLayout blocks = layout;
    if (choice.block > 0)
        blocks.block = choice.block;
    CompactionResult result =
        compact_by(values, blocks, chosen, options.automatic.adaption == Adaption::regional, trace);
    if (plan.survey && temporal)
        survey(values, layout, options.discriminator, trace);
    return result;
}

} // namespace

CompactionResult compact(std::span<const float> values, const StreamLayout& layout,
                         const CompactionOptions& options, Trace* trace) {
    assert(values.size() == static_cast<std::size_t>(layout.size));
    return options.algorithm == Algorithm::automatic ? compact_automatically(values, layout, options, trace)
                                                     : compact_by(values, layout, options, false, trace);
}

} // namespace scanline::raster::reference
