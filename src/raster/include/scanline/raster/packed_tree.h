#pragma once
#include "scanline/raster/fill_program.h"
#include "scanline/raster/packed_layout.h"
#include "scanline/raster/stream_compaction.h"

#include <vector>

namespace scanline::raster {

/// The survivors before every leaf of Packed: a tree of sums with 16 children a node, one pass a level on the
/// way up, and two passes down, of which the first takes all levels but the leaves at once. Stages:
/// reduction, prefix-sum.
///
///     with 2 children a node: survivors of leaves 3 1 0 2  nodes 4 2  root 6
///     before the nodes 0 4    before the leaves 0 3 4 4
class PackedTree {
public:
    PackedTree(Engine& engine, const PackedLayout& layout);

    /// Returns the numbers of survivors before each leaf, in a texture of the leaves' size.
    const StreamTexture& operator()(const StreamTexture& leaves) const;

    /// The root.
    CountTexel count() const { return {.texture = &levels_.back()}; }
    std::int64_t scratch_bytes() const;

private:
    /// One of the two programs of the way up.
    struct Sum {
        FillProgram program;
        GLint source_width, source_texels;
        Sum(Engine& engine, bool leaves);
    };
    void reduce(const StreamTexture& leaves) const;
    void start(const StreamTexture& leaves) const;

    Engine& engine_;
    Sum leaf_sum_, node_sum_;
    FillProgram node_starts_program_, leaf_starts_program_;
    struct {
        GLint inverse_heights, siblings;
    } node_starts_uniforms_;
    struct {
        GLint leaf_width, node_inverse_size, siblings;
    } leaf_starts_uniforms_;
    std::vector<StreamTexture> levels_;
    StreamTexture node_starts_, leaf_starts_;
};

} // namespace scanline::raster
