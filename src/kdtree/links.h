#pragma once
#include "scanline/cpu/thread_team.h"
#include "scanline/kdtree/tree.h"

#include <atomic>
#include <cstdint>
#include <vector>

namespace scanline::kdtree {

/// The node that is the root of a subtree; -1 if it is empty.
inline std::int32_t node_of(const Subtree& subtree) {
    return subtree.empty() ? -1 : static_cast<std::int32_t>(subtree.root());
}

/// Calls visit(subtree) for a subtree and those below it, `levels` of them at most, unless they are empty.
template <class Visit>
void visit_subtrees(const Subtree& subtree, int levels, Visit& visit) {
    if (subtree.empty() || levels == 0)
        return;
    visit(subtree);
    visit_subtrees(subtree.left(), levels - 1, visit);
    visit_subtrees(subtree.right(), levels - 1, visit);
}

/// The same for all subtrees of a tree of this size. Threads share large trees.
template <class Visit>
void visit_all_subtrees(std::int64_t size, Visit visit) {
    constexpr std::int64_t min_shared = 1 << 20;
    constexpr int all_levels = 64, shared_levels = 8;
    const Subtree whole{0, size, 0};
    if (size < min_shared)
        return visit_subtrees(whole, all_levels, visit);
    // Those below some levels side by side, then these levels.
    std::vector<Subtree> below;
    auto collect = [&](const Subtree& subtree) {
        if (subtree.depth == shared_levels)
            below.push_back(subtree);
    };
    visit_subtrees(whole, shared_levels + 1, collect);
    cpu::ThreadTeam team(cpu::ThreadTeam::all_processors());
    std::atomic<std::size_t> next = 0;
    team.run([&](int /*thread*/) {
        for (std::size_t i; (i = next++) < below.size();)
            visit_subtrees(below[i], all_levels, visit);
    });
    visit_subtrees(whole, shared_levels, visit);
}

} // namespace scanline::kdtree
