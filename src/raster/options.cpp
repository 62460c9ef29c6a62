#include "scanline/raster/options.h"

namespace scanline::raster {

namespace {

// From these block sizes on, the tree's fewer texels outweigh its additional passes. The paper found 128 on
// its card of 2006. On an H200, prefix sums cross over between 4 and 8 and run lengths between 8 and 32; on
// llvmpipe near 16 and between 64 and 128.
constexpr int sum_tree_from_block = 16;
constexpr int run_tree_from_block = 32;

} // namespace

std::string_view to_string(Algorithm algorithm) {
    switch (algorithm) {
    case Algorithm::horn: return "horn";
    case Algorithm::jj: return "jj";
    case Algorithm::rlz: return "rlz";
    case Algorithm::bt: return "bt";
    case Algorithm::horn_unblocked: return "horn-unblocked";
    case Algorithm::histopyramid: return "histopyramid";
    case Algorithm::packed: return "packed";
    case Algorithm::automatic: return "auto";
    }
    return {};
}

std::string_view to_string(PrefixSumMethod method) {
    switch (method) {
    case PrefixSumMethod::automatic: return "auto";
    case PrefixSumMethod::hillis_steele: return "hillis-steele";
    case PrefixSumMethod::blelloch: return "blelloch";
    }
    return {};
}

std::string_view to_string(RunLengthMethod method) {
    switch (method) {
    case RunLengthMethod::automatic: return "auto";
    case RunLengthMethod::recursive_doubling: return "recursive-doubling";
    case RunLengthMethod::balanced_tree: return "balanced-tree";
    }
    return {};
}

std::string_view to_string(ConcatenationMethod method) {
    switch (method) {
    case ConcatenationMethod::automatic: return "auto";
    case ConcatenationMethod::lines: return "lines";
    case ConcatenationMethod::quads: return "quads";
    }
    return {};
}

std::string_view to_string(Payload payload) {
    switch (payload) {
    case Payload::value: return "value";
    case Payload::index: return "index";
    }
    return {};
}

std::string_view to_string(Adaption adaption) {
    switch (adaption) {
    case Adaption::global: return "global";
    case Adaption::regional: return "regional";
    case Adaption::temporal: return "temporal";
    }
    return {};
}

PrefixSumMethod resolve(PrefixSumMethod method, int block) {
    if (method != PrefixSumMethod::automatic)
        return method;
    return block < sum_tree_from_block ? PrefixSumMethod::hillis_steele : PrefixSumMethod::blelloch;
}

RunLengthMethod resolve(RunLengthMethod method, int block) {
    if (method != RunLengthMethod::automatic)
        return method;
    return block < run_tree_from_block ? RunLengthMethod::recursive_doubling : RunLengthMethod::balanced_tree;
}

} // namespace scanline::raster
