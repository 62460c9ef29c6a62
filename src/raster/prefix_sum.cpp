#include "scanline/raster/prefix_sum.h"

#include "scanline/raster/passes.h"

namespace scanline::raster {

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
