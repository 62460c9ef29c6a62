#include "scanline/raster/prefix_sum.h"

#include "scanline/raster/passes.h"

namespace scanline::raster {

PrefixSum::DownSweep::DownSweep(Engine& engine, bool leaves)
    : program(engine, leaves ? "raster/down_sweep_leaves.frag" : "raster/down_sweep.frag",
              {"u_tree", "u_parents"}),
      root(program.uniform("u_root")), parent_x(program.uniform("u_parent_x")),
      tree_x(program.uniform("u_tree_x")), target_x(program.uniform("u_target_x")) {}

PrefixSum::PrefixSum(Engine& engine, const StreamLayout& layout, PrefixSumMethod method)
    : engine_(engine), layout_(layout), method_(resolve(method, layout.block)),
      doubling_(engine, "raster/doubling.frag", {"u_source"}), offset_(doubling_.uniform("u_offset")),
      up_sweep_(engine, UpSweep::Node::sum), down_sweep_(engine, false), down_sweep_leaves_(engine, true) {}

const StreamTexture& PrefixSum::operator()(const StreamTexture& input, const StreamPair& scratch) const {
    return method_ == PrefixSumMethod::hillis_steele ? double_up(input, scratch) : sweep(input, scratch);
}

const StreamTexture& PrefixSum::operator()(const StreamTexture& input, const StreamPair& scratch,
                                           std::string_view stage) const {
    const StageScope scope(engine_.observer(), stage);
    return (*this)(input, scratch);
}

const StreamTexture& PrefixSum::double_up(const StreamTexture& input, const StreamPair& scratch) const {
    const StreamTexture* source = &input;
    for (int step = 1; step <= layout_.levels(); ++step) {
        const StreamTexture& target = scratch.textures[step & 1];
        doubling_.use(layout_);
        glUniform1f(offset_, static_cast<float>(1 << (step - 1)));
        engine_.fill(pass::doubling, step, {{"sums", *source}}, {"sums", target}, 2);
        source = &target;
    }
    return *source;
}

// The root of an exclusive sweep is 0, so the up-sweep ends one level below it. The last pass adds the
// element itself, which makes the sums inclusive.
const StreamTexture& PrefixSum::sweep(const StreamTexture& input, const StreamPair& scratch) const {
    const int top = layout_.levels() - 1;
    up_sweep_(layout_, input, scratch, top);
    for (int level = top; level >= 0; --level) {
        const DownSweep& down = level == 0 ? down_sweep_leaves_ : down_sweep_;
        const Engine::Input tree = level == 0
                                       ? Engine::Input("leaves", input)
                                       : Engine::Input("tree", scratch.textures[up_sweep_texture(level)],
                                                       up_sweep_area(layout_, level));
        const Engine::Input parents("sums", scratch.textures[down_sweep_texture(level + 1)],
                                    down_sweep_area(layout_, level + 1));
        const Engine::Output target("sums", scratch.textures[down_sweep_texture(level)],
                                    down_sweep_area(layout_, level));
        down.program.use(layout_);
        glUniform1f(down.root, level == top ? 1.0f : 0.0f);
        glUniform1f(down.parent_x, static_cast<float>(parents.area.x));
        glUniform1f(down.tree_x, static_cast<float>(tree.area.x));
        glUniform1f(down.target_x, static_cast<float>(target.area.x));
        engine_.fill(pass::down_sweep, level, {tree, parents}, target, level == 0 ? 3 : 2);
    }
    return scratch.textures[down_sweep_texture(0)];
}

} // namespace scanline::raster
