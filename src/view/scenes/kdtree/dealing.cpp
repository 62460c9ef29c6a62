#include "scenes/kdtree/dealing.h"

#include "scanline/kdtree/trace.h"
#include "scanline/ranks/communicator.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>

namespace scanline::view::kdtree_scene {

const Dealing::RankOf& Dealing::at(int step) const {
    return rank_of[step >= exchange_step() ? 3 : static_cast<std::size_t>(std::min(step, 2))];
}

Traffic Dealing::traffic(int step) const {
    const RankOf &before = at(std::max(step - 1, 0)), &after = at(step);
    Traffic traffic(ranks);
    for (std::size_t point = 0; point < before.size(); ++point)
        if (after[point] >= 0)
            ++traffic.sent[static_cast<std::size_t>(before[point] * ranks + after[point])];
    return traffic;
}

Dealing deal(const points::Points<float>& points, const kdtree::Tree<float>& tree, int ranks) {
    const auto count = static_cast<unsigned>(ranks);
    const auto levels =
        static_cast<int>(std::bit_width(std::has_single_bit(count) ? count / 2 : 8 * count - 1));
    Dealing dealing{ranks, tree.size() < 64 * ranks ? 0 : levels};
    dealing.rank_of.fill(Dealing::RankOf(static_cast<std::size_t>(points.size()), -1));
    auto& [given, sorted, distinct, owned] = dealing.rank_of;
    std::vector<std::size_t> order(given.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto slice_to = [&](Dealing::RankOf& rank_of) {
        for (int rank = 0; rank < ranks; ++rank) {
            const ranks::Slice slice = ranks::slice_of(std::ssize(order), rank, ranks);
            for (std::int64_t i = slice.first; i < slice.end(); ++i)
                rank_of[order[static_cast<std::size_t>(i)]] = rank;
        }
    };
    slice_to(given);
    // Each rank drops what is equal to another point of its own before all sort.
    const auto key = [&](std::size_t point) {
        const float* const at = points[static_cast<std::int64_t>(point)];
        return std::tuple(at[0], at[1], points.dimensions == 3 ? at[2] : 0, given[point]);
    };
    std::ranges::stable_sort(order, {}, key);
    order.erase(std::ranges::unique(order, {}, key).begin(), order.end());
    slice_to(sorted);
    // A subtree, and the node behind it, is on one rank.
    const auto subtrees = kdtree::subtrees_of_level(tree.size(), dealing.shared_levels);
    for (std::size_t node = 0, subtree = 0; node < tree.index.size(); ++node) {
        while (subtree + 1 < subtrees.size() &&
               subtrees[subtree + 1].first <= static_cast<std::int64_t>(node))
            ++subtree;
        const auto point = static_cast<std::size_t>(tree.index[node]);
        distinct[point] = sorted[point];
        owned[point] = static_cast<int>(subtree * count / subtrees.size());
    }
    return dealing;
}

} // namespace scanline::view::kdtree_scene
