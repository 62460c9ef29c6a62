#include "scanline/raster/run_lengths.h"

#include "scanline/raster/passes.h"

namespace scanline::raster {

RunLengths::RunLengths(Engine& engine, const StreamLayout& layout, RunLengthMethod method)
    : engine_(engine), layout_(layout), method_(resolve(method, layout.block)) {
    if (method_ == RunLengthMethod::recursive_doubling) {
        doubling_.emplace(engine, "raster/run_doubling.frag", pass::run_doubling);
    } else {
        up_sweep_.emplace(engine, TreeNode::run_length);
        down_sweep_.emplace(engine, TreeNode::run_length);
        shift_.emplace(engine, "raster/run_shift.frag",
                       std::initializer_list<const char*>{"u_sweep", "u_inv"});
    }
}

const StreamTexture& RunLengths::operator()(const StreamTexture& inv, const StreamPair& scratch) const {
    const StageScope scope(engine_.observer(), stage::run_lengths);
    return doubling_ ? (*doubling_)(layout_, inv, scratch) : sweep(inv, scratch);
}

const StreamTexture& RunLengths::sweep(const StreamTexture& inv, const StreamPair& scratch) const {
    (*up_sweep_)(layout_, inv, scratch, layout_.levels() - 1);
    const StreamTexture& swept = (*down_sweep_)(layout_, inv, scratch);
    const StreamTexture& target = scratch.textures[down_sweep_texture(1)];
    shift_->use(layout_);
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
