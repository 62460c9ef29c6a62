#include "scanline/raster/bt.h"

#include "scanline/raster/passes.h"

#include <fmt/format.h>

namespace scanline::raster {

namespace {

// Where each level begins in its texture, as fractions of the width: sums of powers of two, so exact in
// twelve decimals.
std::string level_fractions(const StreamLayout& layout) {
    std::string list = "0.0";
    for (int level = 1; level <= layout.levels(); ++level)
        list += fmt::format(", {:.12f}", static_cast<double>(up_sweep_area(layout, level).x) / layout.width);
    return list;
}

} // namespace

Bt::Bt(Engine& engine, const StreamLayout& layout, const CompactionOptions& options)
    : engine_(engine), layout_(layout), up_sweep_(engine, TreeNode::sum),
      search_(engine, layout, options.payload, "raster/bt_search.frag",
              {"u_values", "u_flags", "u_even", "u_odd"}, {},
              {{"LEVELS", std::to_string(layout.levels())}, {"LEVEL_FRACTIONS", level_fractions(layout)}}),
      tree_(engine.make_pair(layout)) {}

BlockCounts Bt::operator()(const StreamTexture& values, const StreamTexture& flags,
                           const StreamTexture& output) {
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
    return {&tree_.textures[up_sweep_texture(root)], up_sweep_area(layout_, root).x, 1, 1.0f, 0.0f};
}

} // namespace scanline::raster
