#pragma once
#include "scanline/raster/stream_layout.h"

#include <vector>

namespace scanline::raster {

/// Elements that shaders/raster/packed.glsl packs into a float, and into a texel of four floats.
inline constexpr int packed_group = 16;
inline constexpr int packed_leaf = 4 * packed_group;
/// Children of a node of the tree over the leaves.
inline constexpr int packed_siblings = 16;

/// The sizes of the arrays of Packed, row by row in textures.
struct PackedLayout {
    struct Array {
        int width = packed_siblings, height = 1;

        int texels() const { return width * height; }
    };
    /// Cover the stream in rows of a power of two, at least 16, that follow the stream's rows if those are
    /// long enough: neighbours in one texture are then neighbours in the other.
    Array leaves;
    /// levels[0] has a node per 16 leaves, levels[k] one per 16 nodes of level k - 1, in rows of 16; the last
    /// has one row, whose first node is the root.
    std::vector<Array> levels;
    /// One texel per 16 output positions.
    Array lookup;
    /// True if rows of the stream are shorter than a leaf.
    bool short_rows = false;
};

/// The number of halvings from all leaves down to one: the steps of a binary search over them.
int leaf_halvings(const PackedLayout& layout);

/// Streams have at most four levels below the root.
PackedLayout make_packed_layout(const StreamLayout& stream);

} // namespace scanline::raster
