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

Stream recursive_doubling(const Stream& inv, int block, Trace* trace) {
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

Stream balanced_tree(const Stream& inv, int block, Trace* trace) {
    const int levels = log2_exact(block);
    const std::vector<Stream> tree = run_up_sweep(inv, levels - 1, trace);
    // The run that starts right after a node; 0 at a root, where the block ends.
    Stream behind;
    for (int level = levels - 1; level >= 0; --level) {
        const Stream& nodes = tree[static_cast<std::size_t>(level)];
        const auto node_size = static_cast<float>(1 << level);
        behind = run_pass(trace, pass::run_down_sweep, level, nodes.size(), [&](std::size_t i) {
            const float behind_parent = level + 1 < levels ? behind[i / 2] : 0.0f;
            return i % 2 == 1 ? behind_parent : join_runs(nodes[i + 1], node_size, behind_parent);
        });
    }
    const auto block_size = static_cast<std::size_t>(block);
    return run_pass(trace, pass::run_shift, 0, inv.size(), [&](std::size_t i) {
        return i % block_size > 0 ? behind[i - 1] : join_runs(inv[i], 1.0f, behind[i]);
    });
}

} // namespace

Stream run_lengths(const Stream& inv, int block, RunLengthMethod method, Trace* trace) {
    assert(method != RunLengthMethod::automatic);
    return method == RunLengthMethod::balanced_tree ? balanced_tree(inv, block, trace)
                                                    : recursive_doubling(inv, block, trace);
}

Stream extract_runs(const Stream& lengths, int block, Trace* trace) {
    const auto block_size = static_cast<std::size_t>(block);
    return run_pass(trace, pass::run_extraction, 0, lengths.size(), [&](std::size_t i) {
        const bool run_starts = i % block_size == 0 || lengths[i - 1] == 0.0f;
        return run_starts ? lengths[i] : 0.0f;
    });
}

} // namespace scanline::raster::reference
