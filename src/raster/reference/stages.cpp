#include "scanline/raster/reference/stages.h"
#include "reference/run_pass.h"
#include "scanline/raster/passes.h"

#include <optional>

namespace scanline::raster::reference {

Stream discriminate(std::span<const float> values, const StreamLayout& layout,
                    const Discriminator& discriminator, Mark mark, Trace* trace) {
    const Source source(values);
    const auto padded_size = static_cast<std::size_t>(layout.padded_size());
    return run_pass(trace, pass::discriminate, 0, padded_size, [&](std::size_t i) {
        // Padding is invalid regardless of the discriminator: with negate, any value could pass.
        const bool valid = i < source.size() && discriminator(source[i]);
        return valid == (mark == Mark::valid) ? 1.0f : 0.0f;
    });
}

namespace {

Stream block_count(const Stream& counts, const StreamLayout& layout, Trace* trace) {
    return run_pass(trace, pass::block_count, 0, static_cast<std::size_t>(layout.padded_size()),
                    [&](std::size_t k) { return k < counts.size() ? counts[k] : 0.0f; });
}

Stream row_total(const Stream& row_sums, const StreamLayout& layout, Trace* trace) {
    const auto width = static_cast<std::size_t>(layout.width);
    const auto height = static_cast<std::size_t>(layout.height);
    return run_pass(trace, pass::row_total, 0, static_cast<std::size_t>(row_total_layout(layout).width),
                    [&](std::size_t row) { return row < height ? row_sums[row * width + width - 1] : 0.0f; });
}

/// layout: block_layout(stream). total_sums: the sums of the rows' totals.
Stream block_descriptor(const Stream& counts, const Stream& row_sums, const Stream& total_sums,
                        const StreamLayout& layout, const StreamLayout& stream, Trace* trace) {
    const auto width = static_cast<std::size_t>(layout.width);
    const auto blocks_per_row = static_cast<std::size_t>(stream.blocks_per_row());
    const auto block = static_cast<std::size_t>(stream.block);
    const auto offset = [&](std::size_t k) {
        const std::size_t row = k / width;
        const float in_row = row_sums[k] - counts[k];
        return in_row + (row > 0 ? total_sums[row - 1] : 0.0f);
    };
    return run_pass(
        trace, pass::block_descriptor, 0, 4 * counts.size(),
        [&](std::size_t i) {
            const std::size_t k = i / 4;
            switch (i % 4) {
            case 0: return static_cast<float>(k % blocks_per_row * block);
            case 1: return static_cast<float>(k / blocks_per_row);
            case 2: return offset(k);
            default: return counts[k];
            }
        },
        4);
}

} // namespace

std::vector<BlockDescriptor> block_scan(const Stream& counts, const StreamLayout& stream,
                                        PrefixSumMethod method, Trace* trace) {
    return descriptors_of(block_descriptors(counts, stream, method, trace));
}

Stream block_descriptors(const Stream& counts, const StreamLayout& stream, PrefixSumMethod method,
                         Trace* trace) {
    const StreamLayout layout = block_layout(stream);
    const auto scan = [&](const Stream& input, int block) {
        return prefix_sum(input, block, resolve(method, block), trace);
    };
    const Stream padded_counts = block_count(counts, layout, trace);
    const Stream row_sums = scan(padded_counts, layout.block);
    const Stream total_sums = scan(row_total(row_sums, layout, trace), row_total_layout(layout).block);
    return block_descriptor(padded_counts, row_sums, total_sums, layout, stream, trace);
}

std::vector<BlockDescriptor> descriptors_of(const Stream& texels) {
    std::vector<BlockDescriptor> descriptors(texels.size() / 4);
    for (std::size_t k = 0; k < descriptors.size(); ++k)
        descriptors[k] = {texels[4 * k], texels[4 * k + 1], texels[4 * k + 2], texels[4 * k + 3]};
    return descriptors;
}

Stream concatenate(const Stream& compacted, std::span<const BlockDescriptor> descriptors,
                   const StreamLayout& stream, Trace* trace) {
    std::vector<float> texels;
    texels.reserve(4 * descriptors.size());
    for (const BlockDescriptor& block : descriptors)
        texels.insert(texels.end(), {block.source_x, block.source_y, block.offset, block.count});
    return concatenate(compacted, Stream(std::move(texels)), stream, trace);
}

Stream concatenate(const Stream& compacted, const Stream& descriptors, const StreamLayout& stream,
                   Trace* trace) {
    const auto width = static_cast<std::size_t>(stream.width);
    const auto blocks = static_cast<std::size_t>(stream.blocks());
    const Stream cleared =
        run_pass(trace, pass::clear, 0, compacted.size(), [](std::size_t) { return empty_element; });
    std::vector<float> joined(cleared.begin(), cleared.end());
    std::vector<std::vector<Read>> reads = make_reads(trace, joined.size());
    Origin origin{};
    // The only scatter in the room: on the GPU every block is a line positioned by its descriptor.
    for (std::size_t k = 0; k < descriptors.size() / 4; ++k) {
        const auto target = to_index(descriptors[4 * k + 2]), count = to_index(descriptors[4 * k + 3]);
        for (std::size_t i = 0; i < count; ++i) {
            std::optional<ReadScope> scope;
            if (!reads.empty())
                scope.emplace(reads[target + i]);
            const std::size_t x = to_index(descriptors[4 * k]), y = to_index(descriptors[4 * k + 1]);
            const std::size_t place = to_index(descriptors[4 * k + 2]) + i;
            joined[place] = compacted[y * width + x + i];
        }
        if (k + 1 == blocks || (k + 1 < blocks && (k + 1) % batch_blocks == 0)) {
            origin = next_origin(trace);
            if (trace)
                trace->add(
                    {std::string(pass::concatenate), static_cast<int>(k / batch_blocks), joined, 1, reads});
        }
    }
    return {std::move(joined), origin};
}

} // namespace scanline::raster::reference
