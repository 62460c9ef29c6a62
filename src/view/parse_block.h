#pragma once
#include "scanline/view/setting.h"

#include "scanline/raster/stream_layout.h"

namespace scanline::view {

/// The block size that a setting names. Errors: usage for one that blocks cannot have.
inline int parse_block(std::string_view key, std::string_view value) {
    const int block = parse_int(key, value, raster::min_block, raster::max_block);
    raster::check_block(block);
    return block;
}

} // namespace scanline::view
