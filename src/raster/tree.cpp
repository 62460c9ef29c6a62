#include "scanline/raster/tree.h"

#include "scanline/raster/passes.h"

namespace scanline::raster {

namespace {

// The levels of the same texture below this one lie to its left.
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
               {"u_source"}),
      source_x_(program_.uniform("u_source_x")), target_x_(program_.uniform("u_target_x")),
      full_(program_.uniform("u_full")) {}

void UpSweep::operator()(const StreamLayout& layout, const StreamTexture& leaves, const StreamPair& tree,
                         int levels) const {
    const std::string_view name = node_ == TreeNode::sum ? pass::up_sweep : pass::run_up_sweep;
    Engine::Input source{"leaves", leaves};
    for (int level = 1; level <= levels; ++level) {
        const Engine::Output target{"tree", tree.textures[up_sweep_texture(level)],
                                    up_sweep_area(layout, level)};
        program_.use(layout);
        glUniform1f(source_x_, static_cast<float>(source.area.x));
        glUniform1f(target_x_, static_cast<float>(target.area.x));
        glUniform1f(full_, static_cast<float>(1 << (level - 1)));
        engine_.fill(name, level, {source}, target, 2);
        source = target;
    }
}

DownSweep::Level::Level(Engine& engine, const char* fragment)
    : program(engine, fragment, {"u_tree", "u_parents"}), root(program.uniform("u_root")),
      parent_x(program.uniform("u_parent_x")), tree_x(program.uniform("u_tree_x")),
      target_x(program.uniform("u_target_x")), full(program.uniform("u_full")) {}

// The last pass of prefix sums adds the element itself, which makes them inclusive.
DownSweep::DownSweep(Engine& engine, TreeNode node)
    : engine_(engine), node_(node),
      inner_(engine, node == TreeNode::sum ? "raster/down_sweep.frag" : "raster/run_down_sweep.frag"),
      leaf_(engine, node == TreeNode::sum ? "raster/down_sweep_leaves.frag" : "raster/run_down_sweep.frag") {}

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
        const Level& pass = last ? leaf_ : inner_;
        pass.program.use(layout);
        glUniform1f(pass.root, level == top ? 1.0f : 0.0f);
        glUniform1f(pass.parent_x, static_cast<float>(parents.area.x));
        glUniform1f(pass.tree_x, static_cast<float>(nodes.area.x));
        glUniform1f(pass.target_x, static_cast<float>(target.area.x));
        glUniform1f(pass.full, static_cast<float>(1 << level));
        engine_.fill(node_ == TreeNode::sum ? pass::down_sweep : pass::run_down_sweep, level,
                     {nodes, parents}, target, last && node_ == TreeNode::sum ? 3 : 2);
    }
    return tree.textures[down_sweep_texture(0)];
}

} // namespace scanline::raster
