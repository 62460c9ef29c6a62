#include "reference/run_pass.h"
#include "scanline/core/bits.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/reference/stages.h"

#include <cassert>
#include <utility>

namespace scanline::raster::reference {

namespace {

Stream doubling(const Stream& input, int block, Trace* trace) {
    const auto block_size = static_cast<std::size_t>(block);
    Stream sums = input;
    for (int step = 1; step <= log2_exact(block); ++step) {
        const std::size_t offset = std::size_t{1} << (step - 1);
        sums = run_pass(trace, pass::doubling, step, sums.size(), [&](std::size_t i) {
            return sums[i] + (i % block_size >= offset ? sums[i - offset] : 0.0f);
        });
    }
    return sums;
}

/// Inclusive sums of the leaves, from the tree of an up-sweep without its roots.
Stream down_sweep(const std::vector<Stream>& tree, Trace* trace) {
    const int levels = static_cast<int>(tree.size());
    // The sum before a node in its block. It is 0 at a root, so the root's own sum is never needed.
    Stream before;
    for (int level = levels - 1; level >= 0; --level) {
        const Stream& nodes = tree[static_cast<std::size_t>(level)];
        before = run_pass(trace, pass::down_sweep, level, nodes.size(), [&](std::size_t i) {
            const float before_parent = level + 1 < levels ? before[i / 2] : 0.0f;
            const float left_sibling = i % 2 == 1 ? nodes[i - 1] : 0.0f;
            const float itself = level == 0 ? nodes[i] : 0.0f; // makes the sums inclusive
            return before_parent + left_sibling + itself;
        });
    }
    return before;
}

} // namespace

Stream prefix_sum(const Stream& input, int block, PrefixSumMethod method, Trace* trace) {
    assert(method != PrefixSumMethod::automatic);
    return method == PrefixSumMethod::blelloch
               ? down_sweep(up_sweep(input, log2_exact(block) - 1, trace), trace)
               : doubling(input, block, trace);
}

std::vector<Stream> up_sweep(const Stream& leaves, int levels, Trace* trace) {
    std::vector<Stream> tree{leaves};
    for (int level = 1; level <= levels; ++level) {
        const Stream& children = tree.back();
        Stream parents = run_pass(trace, pass::up_sweep, level, children.size() / 2,
                                  [&](std::size_t i) { return children[2 * i] + children[2 * i + 1]; });
        tree.push_back(std::move(parents));
    }
    return tree;
}

} // namespace scanline::raster::reference
