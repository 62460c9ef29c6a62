#include "reference/run_pass.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/reference/stages.h"

namespace scanline::raster::reference {

Stream concatenate(const Stream& compacted, std::span<const BlockDescriptor> descriptors,
                   const StreamLayout& stream, Trace* trace) {
    const auto width = static_cast<std::size_t>(stream.width);
    Stream joined(compacted.size(), empty_element);
    if (trace)
        trace->add(pass::clear, 0, joined);
    // The one scatter of the room: on the GPU every block is a line that its descriptor positions.
    for (std::size_t k = 0; k < descriptors.size(); ++k) {
        const BlockDescriptor& block = descriptors[k];
        const std::size_t source = to_index(block.source_y) * width + to_index(block.source_x);
        const std::size_t target = to_index(block.offset);
        for (std::size_t i = 0; i < to_index(block.count); ++i)
            joined[target + i] = compacted[source + i];
        const std::size_t blocks = static_cast<std::size_t>(stream.blocks());
        if (trace && (k + 1 == blocks || (k + 1 < blocks && (k + 1) % batch_blocks == 0)))
            trace->add(pass::concatenate, static_cast<int>(k / batch_blocks), joined);
    }
    return joined;
}

} // namespace scanline::raster::reference
