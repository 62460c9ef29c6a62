#include "reference/run_pass.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/reference/stages.h"

namespace scanline::raster::reference {

namespace {

std::vector<float> rgba(std::span<const BlockDescriptor> descriptors) {
    std::vector<float> texels;
    texels.reserve(4 * descriptors.size());
    for (const BlockDescriptor& block : descriptors)
        texels.insert(texels.end(), {block.source_x, block.source_y, block.offset, block.count});
    return texels;
}

} // namespace

std::vector<BlockDescriptor> block_scan(std::span<const float> counts, const StreamLayout& stream,
                                        PrefixSumMethod method, Trace* trace) {
    const StreamLayout layout = block_layout(stream);
    const auto padded_size = static_cast<std::size_t>(layout.padded_size());
    const auto width = static_cast<std::size_t>(layout.width);
    const auto height = static_cast<std::size_t>(layout.height);

    const Stream padded_counts = run_pass(trace, pass::block_count, 0, padded_size, [&](std::size_t k) {
        return k < counts.size() ? counts[k] : 0.0f;
    });
    const Stream row_sums = prefix_sum(padded_counts, layout.block, resolve(method, layout.block), trace);

    const StreamLayout total_layout = row_total_layout(layout);
    const auto padded_height = static_cast<std::size_t>(total_layout.width);
    const Stream totals = run_pass(trace, pass::row_total, 0, padded_height, [&](std::size_t row) {
        return row < height ? row_sums[row * width + width - 1] : 0.0f;
    });
    const Stream total_sums =
        prefix_sum(totals, total_layout.block, resolve(method, total_layout.block), trace);

    const auto blocks_per_row = static_cast<std::size_t>(stream.blocks_per_row());
    const auto block = static_cast<std::size_t>(stream.block);
    std::vector<BlockDescriptor> descriptors(padded_size);
    for (std::size_t k = 0; k < padded_size; ++k) {
        const std::size_t row = k / width;
        const float rows_above = row > 0 ? total_sums[row - 1] : 0.0f;
        descriptors[k].source_x = static_cast<float>(k % blocks_per_row * block);
        descriptors[k].source_y = static_cast<float>(k / blocks_per_row);
        descriptors[k].offset = row_sums[k] - padded_counts[k] + rows_above;
        descriptors[k].count = padded_counts[k];
    }
    if (trace)
        trace->add(pass::block_descriptor, 0, rgba(descriptors));
    return descriptors;
}

} // namespace scanline::raster::reference
