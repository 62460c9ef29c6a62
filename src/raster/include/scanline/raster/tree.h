#pragma once
#include "scanline/raster/fill_program.h"

namespace scanline::raster {

/// The areas of the blocks' binary trees in a pair of ping-pong textures. Level p (1 = pairs of elements) has
/// half as many texels per row as the level below. It lies in texture p mod 2, beside the other levels of
/// that texture, so no pass reads the texture that it writes.
///
///     width 16:   texture 1: |1 1 1 1 1 1 1 1|3 3|      texture 0: |2 2 2 2|4|
///
/// A down-sweep writes its level p over level p + 1 of the up-sweep (texture (p + 1) mod 2), which it has
/// consumed by then; what it still needs lies further left or in the other texture.
Area up_sweep_area(const StreamLayout& layout, int level);
Area down_sweep_area(const StreamLayout& layout, int level);

/// The texture of a level: up_sweep_texture(p) == p mod 2, and the other one for the down-sweep.
constexpr int up_sweep_texture(int level) {
    return level & 1;
}
constexpr int down_sweep_texture(int level) {
    return (level + 1) & 1;
}

/// The value of a tree node.
enum class TreeNode {
    sum,       ///< left + right: counts, prefix sums
    run_length ///< left, plus right if the left subtree is all ones: the run at the left end
};

/// Builds the trees of all blocks of a stream from their leaves, one pass per level. Source: GRAPP 2009,
/// sections 3.3.1 (run lengths) and 3.4 (counts).
class UpSweep {
public:
    UpSweep(Engine& engine, TreeNode node);

    /// Writes levels 1 to `levels` of the tree over `leaves` into `tree`.
    void operator()(const StreamLayout& layout, const StreamTexture& leaves, const StreamPair& tree,
                    int levels) const;

private:
    Engine& engine_;
    TreeNode node_;
    FillProgram program_;
};

/// Carries the value before (sums) or after (run lengths) each node down the trees of all blocks to their
/// leaves, one pass per level; the roots are 0. Sources: Blelloch 1990; GRAPP 2009, section 3.3.1.
class DownSweep {
public:
    DownSweep(Engine& engine, TreeNode node);

    /// `tree` holds levels 1 to log2(block) - 1 of the up-sweep over `leaves`. Returns the texture of `tree`
    /// that holds level 0: inclusive prefix sums, or the run that begins right after each leaf.
    const StreamTexture& operator()(const StreamLayout& layout, const StreamTexture& leaves,
                                    const StreamPair& tree) const;

private:
    Engine& engine_;
    TreeNode node_;
    FillProgram inner_, leaf_;
};

} // namespace scanline::raster
