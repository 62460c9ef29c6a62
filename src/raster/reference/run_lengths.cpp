#include "reference/run_pass.h"
#include "scanline/core/bits.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/reference/stages.h"

#include <cassert>
#include <utility>

namespace scanline::raster::reference {

namespace {

/// A run that fills all `length` elements continues with the run that starts after them.
float join_runs(float run, float length, float next) {
    return run + (run == length ? next : 0.0f);
}

Stream run_doubling(const Stream& inv, int block, Trace* trace) {
    const auto block_size = static_cast<std::size_t>(block);
    Stream lengths = inv;
    for (int step = 1; step <= log2_exact(block); ++step) {
        const std::size_t offset = std::size_t{1} << (step - 1);
        lengths = run_pass(trace, pass::run_doubling, step, lengths.size(), [&](std::size_t i) {
            const float next = i % block_size + offset < block_size ? lengths[i + offset] : 0.0f;
            return join_runs(lengths[i], static_cast<float>(offset), next);
        });
    }
    return lengths;
}

/// The run at the left end of every node, level by level up to `levels`.
std::vector<Stream> run_up_sweep(const Stream& inv, int levels, Trace* trace) {
    std::vector<Stream> tree{inv};
    for (int level = 1; level <= levels; ++level) {
        const Stream& children = tree.back();
        const auto child_size = static_cast<float>(1 << (level - 1));
        Stream parents = run_pass(trace, pass::run_up_sweep, level, children.size() / 2, [&](std::size_t i) {
            return join_runs(children[2 * i], child_size, children[2 * i + 1]);
        });
        tree.push_back(std::move(parents));
    }
    return tree;
}

/// The run that starts right after each element.
Stream run_down_sweep(const std::vector<Stream>& tree, Trace* trace) {
    const int levels = static_cast<int>(tree.size());
    // The run that starts right after a node; 0 at a root, where the block ends.
    Stream after;
    for (int level = levels - 1; level >= 0; --level) {
        const Stream& nodes = tree[static_cast<std::size_t>(level)];
        const auto node_size = static_cast<float>(1 << level);
        after = run_pass(trace, pass::run_down_sweep, level, nodes.size(), [&](std::size_t i) {
            const float after_parent = level + 1 < levels ? after[i / 2] : 0.0f;
            return i % 2 == 1 ? after_parent : join_runs(nodes[i + 1], node_size, after_parent);
        });
    }
    return after;
}

Stream run_shift(const Stream& inv, const Stream& after, int block, Trace* trace) {
    const auto block_size = static_cast<std::size_t>(block);
    return run_pass(trace, pass::run_shift, 0, inv.size(), [&](std::size_t i) {
        return i % block_size > 0 ? after[i - 1] : join_runs(inv[i], 1.0f, after[i]);
    });
}

} // namespace

Stream run_lengths(const Stream& inv, int block, RunLengthMethod method, Trace* trace) {
    assert(method != RunLengthMethod::automatic);
    if (method == RunLengthMethod::recursive_doubling)
        return run_doubling(inv, block, trace);
    const std::vector<Stream> tree = run_up_sweep(inv, log2_exact(block) - 1, trace);
    return run_shift(inv, run_down_sweep(tree, trace), block, trace);
}

Stream run_extraction(const Stream& lengths, int block, Trace* trace) {
    const auto block_size = static_cast<std::size_t>(block);
    return run_pass(trace, pass::run_extraction, 0, lengths.size(), [&](std::size_t i) {
        const bool run_starts = i % block_size == 0 || lengths[i - 1] == 0.0f;
        return run_starts ? lengths[i] : 0.0f;
    });
}

} // namespace scanline::raster::reference
