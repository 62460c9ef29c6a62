#include "reference/run_pass.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/reference/stages.h"

namespace scanline::raster::reference {

Stream concatenate(const Stream& compacted, std::span<const BlockDescriptor> descriptors,
                   const StreamLayout& stream, Trace* trace) {
    const auto width = static_cast<std::size_t>(stream.width);
    Stream joined(compacted.size(), empty_element);
    // The one scatter of the room: on the GPU every block is a line that its descriptor positions.
    for (const BlockDescriptor& block : descriptors) {
        const std::size_t source = to_index(block.source_y) * width + to_index(block.source_x);
        const std::size_t target = to_index(block.offset);
        for (std::size_t i = 0; i < to_index(block.count); ++i)
            joined[target + i] = compacted[source + i];
    }
    if (trace)
        trace->add(pass::concatenate, 0, joined);
    return joined;
}

} // namespace scanline::raster::reference
