#pragma once
#include "scanline/cpu/thread_team.h"
#include "scanline/kdtree/tree.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

namespace scanline::kdtree {

/// The node that is the root of a subtree; -1 if it is empty.
inline std::int32_t node_of(const Subtree& subtree) {
    return subtree.empty() ? -1 : static_cast<std::int32_t>(subtree.root());
}

/// Calls visit(subtree) for a subtree and those below it, `levels` of them at most, that have some of the
/// nodes [first, last).
template <class Visit>
void visit_subtrees(const Subtree& subtree, int levels, const NodeRange& nodes, Visit& visit) {
    if (levels == 0 || std::max(subtree.first, nodes.first) >= std::min(subtree.last, nodes.last))
        return;
    visit(subtree);
    visit_subtrees(subtree.left(), levels - 1, nodes, visit);
    visit_subtrees(subtree.right(), levels - 1, nodes, visit);
}

/// The same for the subtrees of a tree of this size that have one of the nodes as their root. Threads share
/// many.
template <class Visit>
void visit_all_subtrees(std::int64_t size, const NodeRange& nodes, Visit visit_root) {
    constexpr std::int64_t min_shared = 1 << 20;
    constexpr int all_levels = 64, shared_levels = 8;
    const Subtree whole{0, size, 0};
    const auto visit = [&](const Subtree& subtree) {
        if (nodes.first <= subtree.root() && subtree.root() < nodes.last)
            visit_root(subtree);
    };
    if (nodes.last - nodes.first < min_shared)
        return visit_subtrees(whole, all_levels, nodes, visit);
    // Those below some levels side by side, then these levels.
    std::vector<Subtree> below;
    auto collect = [&](const Subtree& subtree) {
        if (subtree.depth == shared_levels)
            below.push_back(subtree);
    };
    visit_subtrees(whole, shared_levels + 1, nodes, collect);
    cpu::ThreadTeam team(cpu::ThreadTeam::all_processors());
    std::atomic<std::size_t> next = 0;
    team.run([&](int /*thread*/) {
        for (std::size_t i; (i = next++) < below.size();)
            visit_subtrees(below[i], all_levels, nodes, visit);
    });
    visit_subtrees(whole, shared_levels, nodes, visit);
}

} // namespace scanline::kdtree
