#pragma once
#include "scanline/raster/fill_program.h"
#include "scanline/raster/options.h"

#include <optional>
#include <string>
#include <string_view>

namespace scanline::raster {

/// The range of recursive doubling: a block, or the whole stream across rows.
enum class DoublingReach { block, stream };

/// Recursive doubling: log2(n) passes over all elements, where pass k combines an element with the one
/// 2^(k-1) away; n is the block size, or the size of the padded stream rounded up to a power of two. The
/// fragment program decides what to combine and in which direction. Source: Hillis and Steele 1986.
class Doubling {
public:
    /// fragment: samples u_source and has a uniform u_offset, a float within blocks and (columns, rows) in
    /// the whole stream. It is drawn as passes named `pass`, steps 1, 2 ...
    Doubling(Engine& engine, const std::string& fragment, std::string_view pass,
             DoublingReach reach = DoublingReach::block);

    /// Returns result(); `input` is unchanged and must not be a texture of `scratch`.
    const StreamTexture& operator()(const StreamLayout& layout, const StreamTexture& input,
                                    const StreamPair& scratch) const;

    /// The texture of `scratch` that holds the result after a run.
    const StreamTexture& result(const StreamLayout& layout, const StreamPair& scratch) const {
        return scratch.textures[steps(layout) & 1];
    }

private:
    int steps(const StreamLayout& layout) const;

    Engine& engine_;
    std::string_view pass_;
    DoublingReach reach_;
    FillProgram program_;
};

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

/// Inclusive prefix sums inside every block of a stream of non-negative integers (exact below 2^24).
/// Hillis-Steele: log2(b) passes over all elements. Blelloch: log2(b) - 1 passes up and log2(b) down over
/// trees of halving size, about three times the elements in all. Sources: Hillis and Steele 1986, Blelloch
/// 1990, GRAPP 2009 section 2.
///
///     block 8:  0 1 1 0 0 1 1 1  ->  0 1 2 2 2 3 4 5
class PrefixSum {
public:
    PrefixSum(Engine& engine, const StreamLayout& layout, PrefixSumMethod method);

    /// Returns the texture of `scratch` that holds the result; `input` is unchanged and must not be part of
    /// `scratch`.
    const StreamTexture& operator()(const StreamTexture& input, const StreamPair& scratch) const;
    /// The same, announced as a stage of its own.
    const StreamTexture& operator()(const StreamTexture& input, const StreamPair& scratch,
                                    std::string_view stage) const;

    PrefixSumMethod method() const { return method_; }

private:
    Engine& engine_;
    StreamLayout layout_;
    PrefixSumMethod method_;
    std::optional<Doubling> doubling_; ///< only what the method needs is compiled
    std::optional<UpSweep> up_sweep_;
    std::optional<DownSweep> down_sweep_;
};

} // namespace scanline::raster
