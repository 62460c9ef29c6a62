#include "reference/run_pass.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/reference/stages.h"

#include <optional>

namespace scanline::raster::reference {

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
    // The one scatter of the room: on the GPU every block is a line that its descriptor positions.
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
