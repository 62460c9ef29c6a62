#pragma once
#include <cstdint>

namespace scanline::raster {

/// The largest stream: positions and offsets are kept in 32-bit floats, which are exact up to 2^24.
inline constexpr std::int64_t max_stream_size = std::int64_t{1} << 24;
inline constexpr int min_block = 2;
inline constexpr int max_block = 4096;

/// How a stream of elements lies in a texture: row by row in rows of a power of two that hold at least one
/// block, whatever the width of the image it came from. Blocks of `block` elements never cross a row; the
/// last row is padded with invalid elements.
///
///     make_stream_layout(10, 4, 16384): 4 x 3 texels, blocks [0, 4) [4, 8) [8, 12), of which 2 elements are
///     padding
struct StreamLayout {
    std::int64_t size = 0; ///< elements of the stream
    int block = min_block; ///< elements of a block, a power of two
    int width = min_block; ///< texels of a row, a power of two, at least block
    int height = 1;

    std::int64_t padded_size() const { return std::int64_t{width} * height; }
    std::int64_t blocks() const { return padded_size() / block; }
    int blocks_per_row() const { return width / block; }
    int levels() const;        ///< log2(block): the depth of a block's tree
    int stream_levels() const; ///< log2(padded_size()), rounded up

    friend bool operator==(const StreamLayout&, const StreamLayout&) = default;
};

/// The layout nearest to a square. size >= 0; a stream of no elements gets one row of padding.
///
/// Errors: usage where block is not a power of two in [2, 4096]; failure where size is over max_stream_size,
/// or the stream does not fit into a texture of max_texture_size in both directions.
StreamLayout make_stream_layout(std::int64_t size, int block, int max_texture_size);

/// Throws the usage error of make_stream_layout for a bad block size.
void check_block(int block);

/// The layout of the numbers that a stream's blocks have, one texel each: rows of a power of two near the
/// square root of their number, at least 2, every row a block of its own.
StreamLayout block_layout(const StreamLayout& stream);

/// The layout of the row totals of block_layout(): one row, one block.
StreamLayout row_total_layout(const StreamLayout& blocks);

} // namespace scanline::raster
