#pragma once
#include "scanline/raster/fill_program.h"

namespace scanline::raster {

/// Where the levels of the blocks' binary trees lie in a pair of ping-pong textures: level p (1 = pairs of
/// elements) has half as many texels in every row as the level below, lies in texture p mod 2 and so is never
/// read and written at once, side by side with the other levels of that texture.
///
///     width 16:   texture 1: |1 1 1 1 1 1 1 1|3 3|      texture 0: |2 2 2 2|4|
///
/// A down-sweep writes its level p where level p + 1 of the up-sweep was (texture (p + 1) mod 2), which it
/// has consumed by then; what it still needs lies to the left of that or in the other texture.
Area up_sweep_area(const StreamLayout& layout, int level);
Area down_sweep_area(const StreamLayout& layout, int level);

/// The texture of a level: up_sweep_texture(p) == p mod 2, and the other one for the down-sweep.
constexpr int up_sweep_texture(int level) {
    return level & 1;
}
constexpr int down_sweep_texture(int level) {
    return (level + 1) & 1;
}

/// What a node of a tree holds.
enum class TreeNode {
    sum,       ///< left + right: counts, prefix sums
    run_length ///< left, and right where the left subtree is all ones: the run at the left end
};

/// Builds the trees of all blocks of a stream from their leaves, one pass a level. Source: GRAPP 2009,
/// sections 3.3.1 (run lengths) and 3.4 (counts).
class UpSweep {
public:
    UpSweep(Engine& engine, TreeNode node);

    /// Levels 1 to `levels` of the tree over `leaves`, into `tree`.
    void operator()(const StreamLayout& layout, const StreamTexture& leaves, const StreamPair& tree,
                    int levels) const;

private:
    Engine& engine_;
    TreeNode node_;
    FillProgram program_;
};

/// Carries what lies before (sums) or behind (run lengths) each node down the trees of all blocks to their
/// leaves, one pass a level; the roots are 0. Sources: Blelloch 1990; GRAPP 2009, section 3.3.1.
class DownSweep {
public:
    DownSweep(Engine& engine, TreeNode node);

    /// `tree` holds levels 1 to log2(block) - 1 of the up-sweep over `leaves`. Returns the texture of `tree`
    /// that holds level 0: inclusive prefix sums, or the run that begins right behind each leaf.
    const StreamTexture& operator()(const StreamLayout& layout, const StreamTexture& leaves,
                                    const StreamPair& tree) const;

private:
    Engine& engine_;
    TreeNode node_;
    FillProgram inner_, leaf_;
};

} // namespace scanline::raster
