#include "algorithms.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/prefix_sum.h"
#include "scanline/raster/search.h"

#include <fmt/format.h>

namespace scanline::raster {

namespace {

// The start of each level in its texture as a fraction of the width: a sum of powers of two, so exact in
// twelve decimals.
std::string level_fractions(const StreamLayout& layout) {
    std::string list = "0.0";
    for (int level = 1; level <= layout.levels(); ++level)
        list += fmt::format(", {:.12f}", static_cast<double>(up_sweep_area(layout, level).x) / layout.width);
    return list;
}

/// Binary tree: a tree counts every block's valid elements, and output i descends it, to the left child if
/// its count exceeds i, else past it to the right. Stable; no prefix sums; log2(b) + 1 fetches per survivor.
/// Source: GRAPP 2009, section 3.4, after Gress et al. and Ziegler et al. 2006.
///
///     valid   1 0 1 1 1 1 1 0
///     counts  1   2   2   1
///             3       3
///             6
///
/// Output 4 is not among the left 3; of the right 3 it is in the first 2, and there the second: element 5.
class Bt final : public BlockCompaction {
public:
    Bt(Engine& engine, const StreamLayout& layout, const CompactionOptions& options)
        : engine_(engine), layout_(layout), up_sweep_(engine, TreeNode::sum),
          search_(
              engine, layout, options.payload, "raster/bt_search.frag",
              {"u_values", "u_flags", "u_even", "u_odd"}, {},
              {{"LEVELS", std::to_string(layout.levels())}, {"LEVEL_FRACTIONS", level_fractions(layout)}}),
          tree_(engine.make_pair(layout)) {}

    Mark mark() const override { return Mark::valid; }
    std::int64_t scratch_bytes() const override { return tree_.bytes(); }

    BlockCounts operator()(const StreamTexture& values, const StreamTexture& flags,
                           const StreamTexture& output) override {
        {
            const StageScope scope(engine_.observer(), stage::reduction);
            up_sweep_(layout_, flags, tree_, layout_.levels());
        }
        search_({{"values", values},
                 {"valid", flags},
                 {"tree-even", tree_.textures[0]},
                 {"tree-odd", tree_.textures[1]}},
                output);
        const int root = layout_.levels();
        return {.texture = &tree_.textures[up_sweep_texture(root)], .x = up_sweep_area(layout_, root).x};
    }

private:
    Engine& engine_;
    StreamLayout layout_;
    UpSweep up_sweep_;
    Search search_;
    StreamPair tree_;
};

} // namespace

std::unique_ptr<BlockCompaction> make_bt(Engine& engine, const StreamLayout& layout,
                                         const CompactionOptions& options) {
    return std::make_unique<Bt>(engine, layout, options);
}

} // namespace scanline::raster
