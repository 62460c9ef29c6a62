#include "scanline/raster/tree.h"

#include "scanline/raster/passes.h"

namespace scanline::raster {

namespace {

// Lower levels in the same texture lie to the left.
int level_x(const StreamLayout& layout, int level) {
    int x = 0;
    for (int below = level - 2; below >= 1; below -= 2)
        x += layout.width >> below;
    return x;
}

} // namespace

Area up_sweep_area(const StreamLayout& layout, int level) {
    return {level_x(layout, level), 0, layout.width >> level, layout.height};
}

Area down_sweep_area(const StreamLayout& layout, int level) {
    return {level_x(layout, level + 1), 0, layout.width >> level, layout.height};
}

UpSweep::UpSweep(Engine& engine, TreeNode node)
    : engine_(engine), node_(node),
      program_(engine, node == TreeNode::sum ? "raster/up_sweep.frag" : "raster/run_up_sweep.frag",
               {"u_source"}) {}

void UpSweep::operator()(const StreamLayout& layout, const StreamTexture& leaves, const StreamPair& tree,
                         int levels) const {
    const std::string_view name = node_ == TreeNode::sum ? pass::up_sweep : pass::run_up_sweep;
    Engine::Input source{"leaves", leaves};
    for (int level = 1; level <= levels; ++level) {
        const Engine::Output target{"tree", tree.textures[up_sweep_texture(level)],
                                    up_sweep_area(layout, level)};
        program_.use(layout);
        program_.set("u_source_x", source.area.x);
        program_.set("u_target_x", target.area.x);
        program_.set("u_full", 1 << (level - 1));
        engine_.fill(name, level, {source}, target, 2);
        source = target;
    }
}

// The last pass of prefix sums adds the element itself to make them inclusive.
DownSweep::DownSweep(Engine& engine, TreeNode node)
    : engine_(engine), node_(node),
      inner_(engine, node == TreeNode::sum ? "raster/down_sweep.frag" : "raster/run_down_sweep.frag",
             {"u_tree", "u_parents"}),
      leaf_(engine, node == TreeNode::sum ? "raster/down_sweep_leaves.frag" : "raster/run_down_sweep.frag",
            {"u_tree", "u_parents"}) {}

const StreamTexture& DownSweep::operator()(const StreamLayout& layout, const StreamTexture& leaves,
                                           const StreamPair& tree) const {
    const int top = layout.levels() - 1;
    for (int level = top; level >= 0; --level) {
        const bool last = level == 0;
        const Engine::Input nodes = last ? Engine::Input("leaves", leaves)
                                         : Engine::Input("tree", tree.textures[up_sweep_texture(level)],
                                                         up_sweep_area(layout, level));
        const Engine::Input parents("sweep", tree.textures[down_sweep_texture(level + 1)],
                                    down_sweep_area(layout, level + 1));
        const Engine::Output target("sweep", tree.textures[down_sweep_texture(level)],
                                    down_sweep_area(layout, level));
        const FillProgram& program = last ? leaf_ : inner_;
        program.use(layout);
        program.set("u_root", level == top);
        program.set("u_parent_x", parents.area.x);
        program.set("u_tree_x", nodes.area.x);
        program.set("u_target_x", target.area.x);
        program.set("u_full", 1 << level);
        engine_.fill(node_ == TreeNode::sum ? pass::down_sweep : pass::run_down_sweep, level,
                     {nodes, parents}, target, last && node_ == TreeNode::sum ? 3 : 2);
    }
    return tree.textures[down_sweep_texture(0)];
}

} // namespace scanline::raster
