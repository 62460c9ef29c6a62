#pragma once
#include "scanline/core/raw_array.h"
#include "scanline/cpu/radix_sort.h"
#include "scanline/cpu/shared_work.h"
#include "scanline/kdtree/tree.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace scanline::kdtree {

/// The order in which the CPU answers queries: by the part of the tree that they fall into, since queries of
/// a part walk over the same nodes, which are in the caches then. The order given if there are few, or if the
/// caches hold the whole tree. Stage: sort-queries.
class QueryOrder {
public:
    /// team: of the queries.
    template <Coordinate C>
    QueryOrder(const Tree<C>& tree, const Points<C>& queries, cpu::QueryTeam& team,
               const cpu::Options& options) {
        const auto size = static_cast<std::size_t>(queries.size());
        const auto bytes = static_cast<std::int64_t>(sizeof(C)) * tree.dimensions * tree.size();
        if (queries.size() < min_queries || bytes < min_tree_bytes)
            return;
        const StageScope stage(options.observer, "sort-queries");
        RawArray<std::uint32_t> parts(size);
        team.for_each([&](std::int64_t query, int /*thread*/, CancelPoll& poll) {
            poll.count(part_levels);
            parts[static_cast<std::size_t>(query)] = part_of(tree, queries[query]);
        });
        query_.allocate(size);
        cpu::RadixSort sort({.end_bit = part_levels, .threads = team.threads()});
        sort(std::span<const std::uint32_t>(parts), std::span<std::uint32_t>(parts),
             std::span<std::uint32_t>(query_));
    }

    /// The query that is answered at this place.
    std::int64_t operator[](std::int64_t place) const {
        return query_.size() == 0 ? place : query_[static_cast<std::size_t>(place)];
    }

private:
    // The nodes above the parts fit a cache.
    static constexpr int part_levels = 14;
    static constexpr std::int64_t min_queries = 1 << 12, min_tree_bytes = 1 << 20;

    template <Coordinate C>
    static std::uint32_t part_of(const Tree<C>& tree, const C* query) {
        std::uint32_t part = 0;
        Subtree subtree = tree.whole();
        for (int level = 0; level < part_levels && !subtree.empty(); ++level) {
            const int axis = subtree.axis(tree.dimensions);
            const bool is_right =
                query[axis] >=
                tree.coordinates[static_cast<std::size_t>(subtree.root() * tree.dimensions + axis)];
            part = 2 * part + (is_right ? 1 : 0);
            subtree = is_right ? subtree.right() : subtree.left();
        }
        return part;
    }

    RawArray<std::uint32_t> query_; ///< empty: in the order given
};

} // namespace scanline::kdtree
