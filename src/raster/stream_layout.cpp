#include "scanline/raster/stream_layout.h"

#include "scanline/core/bits.h"
#include "scanline/core/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::raster {

int StreamLayout::levels() const {
    return log2_exact(block);
}

int StreamLayout::stream_levels() const {
    return log2_exact(power_of_two_ceiling(padded_size()));
}

void check_block(int block) {
    if (!is_power_of_two(block) || block < min_block || block > max_block)
        throw usage_error(
            fmt::format("block size {} is not a power of two from {} to {}: choose one, for example 256",
                        block, min_block, max_block));
}

StreamLayout make_stream_layout(std::int64_t size, int block, int max_texture_size) {
    check_block(block);
    if (size > max_stream_size)
        throw Error(fmt::format(
            "a stream of {} elements is over the limit of {} (positions are floats, exact to 2^24): "
            "compact it in parts or scale the image down",
            size, max_stream_size));
    StreamLayout layout;
    layout.size = size;
    layout.block = block;
    layout.width = block;
    while (std::int64_t{layout.width} * layout.width < size && layout.width <= max_texture_size / 2)
        layout.width *= 2;
    layout.height =
        static_cast<int>(std::max<std::int64_t>(1, divide_rounding_up<std::int64_t>(size, layout.width)));
    if (layout.width > max_texture_size || layout.height > max_texture_size)
        throw Error(fmt::format(
            "a stream of {} elements in blocks of {} needs a texture of {} x {}, this OpenGL has at most "
            "{} x {}: scale the image down or choose a smaller block",
            size, block, layout.width, layout.height, max_texture_size, max_texture_size));
    return layout;
}

StreamLayout block_layout(const StreamLayout& stream) {
    StreamLayout layout;
    layout.size = stream.blocks();
    layout.width = 2;
    while (std::int64_t{layout.width} * layout.width < layout.size)
        layout.width *= 2;
    layout.block = layout.width;
    layout.height = static_cast<int>(divide_rounding_up<std::int64_t>(layout.size, layout.width));
    return layout;
}

StreamLayout row_total_layout(const StreamLayout& blocks) {
    const int width = std::max(2, power_of_two_ceiling(blocks.height));
    return {blocks.height, width, width, 1};
}

} // namespace scanline::raster
