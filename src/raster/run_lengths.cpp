#include "scanline/raster/run_lengths.h"

#include "scanline/raster/passes.h"

namespace scanline::raster {

RunLengths::DownSweep::DownSweep(Engine& engine)
    : program(engine, "raster/run_down_sweep.frag", {"u_tree", "u_parents"}), root(program.uniform("u_root")),
      parent_x(program.uniform("u_parent_x")), tree_x(program.uniform("u_tree_x")),
      target_x(program.uniform("u_target_x")), full(program.uniform("u_full")) {}

RunLengths::RunLengths(Engine& engine, const StreamLayout& layout, RunLengthMethod method)
    : engine_(engine), layout_(layout), method_(resolve(method, layout.block)),
      doubling_(engine, "raster/run_doubling.frag", {"u_source"}), offset_(doubling_.uniform("u_offset")),
      up_sweep_(engine, UpSweep::Node::run_length), down_sweep_(engine),
      shift_(engine, "raster/run_shift.frag", {"u_sweep", "u_inv"}) {}

const StreamTexture& RunLengths::operator()(const StreamTexture& inv, const StreamPair& scratch) const {
    const StageScope scope(engine_.observer(), stage::run_lengths);
    return method_ == RunLengthMethod::recursive_doubling ? double_up(inv, scratch) : sweep(inv, scratch);
}

const StreamTexture& RunLengths::double_up(const StreamTexture& inv, const StreamPair& scratch) const {
    const StreamTexture* source = &inv;
    for (int step = 1; step <= layout_.levels(); ++step) {
        const StreamTexture& target = scratch.textures[step & 1];
        doubling_.use(layout_);
        glUniform1f(offset_, static_cast<float>(1 << (step - 1)));
        engine_.fill(pass::run_doubling, step, {{"run-lengths", *source}}, {"run-lengths", target}, 2);
        source = &target;
    }
    return *source;
}

const StreamTexture& RunLengths::sweep(const StreamTexture& inv, const StreamPair& scratch) const {
    const int top = layout_.levels() - 1;
    up_sweep_(layout_, inv, scratch, top);
    for (int level = top; level >= 0; --level) {
        const Engine::Input tree = level == 0
                                       ? Engine::Input("inv", inv)
                                       : Engine::Input("tree", scratch.textures[up_sweep_texture(level)],
                                                       up_sweep_area(layout_, level));
        const Engine::Input parents("sweep", scratch.textures[down_sweep_texture(level + 1)],
                                    down_sweep_area(layout_, level + 1));
        const Engine::Output target("sweep", scratch.textures[down_sweep_texture(level)],
                                    down_sweep_area(layout_, level));
        down_sweep_.program.use(layout_);
        glUniform1f(down_sweep_.root, level == top ? 1.0f : 0.0f);
        glUniform1f(down_sweep_.parent_x, static_cast<float>(parents.area.x));
        glUniform1f(down_sweep_.tree_x, static_cast<float>(tree.area.x));
        glUniform1f(down_sweep_.target_x, static_cast<float>(target.area.x));
        glUniform1f(down_sweep_.full, static_cast<float>(1 << level));
        engine_.fill(pass::run_down_sweep, level, {tree, parents}, target, 2);
    }
    const StreamTexture& swept = scratch.textures[down_sweep_texture(0)];
    const StreamTexture& target = scratch.textures[down_sweep_texture(1)];
    shift_.use(layout_);
    engine_.fill(pass::run_shift, 0, {{"sweep", swept}, {"inv", inv}}, {"run-lengths", target}, 2);
    return target;
}

RunExtraction::RunExtraction(Engine& engine, const StreamLayout& layout)
    : engine_(engine), layout_(layout), program_(engine, "raster/run_extraction.frag", {"u_lengths"}) {}

void RunExtraction::operator()(const StreamTexture& lengths, const StreamTexture& output) const {
    const StageScope scope(engine_.observer(), stage::run_extraction);
    program_.use(layout_);
    engine_.fill(pass::run_extraction, 0, {{"run-lengths", lengths}}, {"runs", output}, 2);
}

} // namespace scanline::raster
