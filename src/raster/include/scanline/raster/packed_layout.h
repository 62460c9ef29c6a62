#pragma once
#include "scanline/raster/stream_layout.h"

#include <vector>

namespace scanline::raster {

/// Elements that shaders/raster/packed.glsl packs into a float, and into a texel of four.
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
    /// As many as cover the stream, in rows of a power of two from 16 on that follow the stream's rows where
    /// those are long enough: neighbours in one texture then lie side by side in the other.
    Array leaves;
    /// levels[0] has a node for 16 leaves, levels[k] one for 16 of level k - 1, in rows of 16; the last has
    /// one row, whose first node is the root.
    std::vector<Array> levels;
    /// One texel for 16 output positions.
    Array lookup;
    /// Whether rows of the stream are shorter than a leaf.
    bool short_rows = false;
};

/// How often all leaves can be halved until one is left: the steps of a search among them.
int leaf_halvings(const PackedLayout& layout);

/// Streams have at most four levels below the root.
PackedLayout make_packed_layout(const StreamLayout& stream);

} // namespace scanline::raster
