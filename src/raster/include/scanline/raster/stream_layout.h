#pragma once
#include <cstdint>

namespace scanline::raster {

/// The largest stream: positions and offsets are 32-bit floats, exact up to 2^24.
inline constexpr std::int64_t max_stream_size = std::int64_t{1} << 24;
inline constexpr int min_block = 2;
inline constexpr int max_block = 4096;

/// The layout of a stream in a texture: row by row, in rows of a power of two that hold at least one block,
/// whatever the width of the source image. Blocks of `block` elements never cross a row; the last row is
/// padded with invalid elements.
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

/// Makes the layout closest to a square. size >= 0; an empty stream gets one row of padding.
///
/// Errors: usage if block is not a power of two in [2, 4096]; failure if size exceeds max_stream_size, or the
/// stream does not fit into a texture of max_texture_size squared.
StreamLayout make_stream_layout(std::int64_t size, int block, int max_texture_size);

/// Throws the usage error of make_stream_layout for a bad block size.
void check_block(int block);

/// The layout of one texel per block of a stream: rows of a power of two near the square root of the number
/// of blocks, at least 2; every row is a block.
StreamLayout block_layout(const StreamLayout& stream);

/// The layout of the row totals of block_layout(): one row, one block.
StreamLayout row_total_layout(const StreamLayout& blocks);

} // namespace scanline::raster
