#include "scanline/raster/prefix_sum.h"

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

Doubling::Doubling(Engine& engine, const std::string& fragment, std::string_view pass, DoublingReach reach)
    : engine_(engine), pass_(pass), reach_(reach), program_(engine, fragment, {"u_source"}) {}

const StreamTexture& Doubling::operator()(const StreamLayout& layout, const StreamTexture& input,
                                          const StreamPair& scratch) const {
    const StreamTexture* source = &input;
    for (int step = 1; step <= steps(layout); ++step) {
        const StreamTexture& target = scratch.textures[step & 1];
        const int offset = 1 << (step - 1);
        program_.use(layout);
        if (reach_ == DoublingReach::block)
            program_.set("u_offset", offset);
        else
            program_.set("u_offset", offset % layout.width, offset / layout.width);
        program_.set("u_width", layout.width);
        engine_.fill(pass_, step, {{"doubled", *source}}, {"doubled", target}, 2);
        source = &target;
    }
    return result(layout, scratch);
}

int Doubling::steps(const StreamLayout& layout) const {
    return reach_ == DoublingReach::block ? layout.levels() : layout.stream_levels();
}

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

PrefixSum::PrefixSum(Engine& engine, const StreamLayout& layout, PrefixSumMethod method)
    : engine_(engine), layout_(layout), method_(resolve(method, layout.block)) {
    if (method_ == PrefixSumMethod::hillis_steele) {
        doubling_.emplace(engine, "raster/doubling.frag", pass::doubling);
    } else {
        up_sweep_.emplace(engine, TreeNode::sum);
        down_sweep_.emplace(engine, TreeNode::sum);
    }
}

const StreamTexture& PrefixSum::operator()(const StreamTexture& input, const StreamPair& scratch) const {
    if (doubling_)
        return (*doubling_)(layout_, input, scratch);
    (*up_sweep_)(layout_, input, scratch, layout_.levels() - 1);
    return (*down_sweep_)(layout_, input, scratch);
}

const StreamTexture& PrefixSum::operator()(const StreamTexture& input, const StreamPair& scratch,
                                           std::string_view stage) const {
    const StageScope scope(engine_.observer(), stage);
    return (*this)(input, scratch);
}

} // namespace scanline::raster
