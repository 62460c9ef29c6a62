#pragma once
#include "kit/traffic.h"
#include "scanline/kdtree/tree.h"

#include <array>
#include <vector>

namespace scanline::view::kdtree_scene {

/// Which rank holds each point at each step of build_over_ranks().
struct Dealing {
    using RankOf = std::vector<int>; ///< of each point; -1: dropped, as it is equal to another

    int ranks = 1;
    int shared_levels = 0; ///< split by all ranks together; 0: the first one builds alone
    /// In file order, sorted by the first super key, without duplicates, and dealt by subtrees.
    std::array<RankOf, 4> rank_of{};

    /// The step in which ranks get the points of their nodes.
    int exchange_step() const { return 3 + shared_levels; }
    const RankOf& at(int step) const;
    Traffic traffic(int step) const;
};

/// tree: of the points.
Dealing deal(const points::Points<float>& points, const kdtree::Tree<float>& tree, int ranks);

} // namespace scanline::view::kdtree_scene
