#pragma once
#include "scanline/ranks/communicator.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace scanline::ranks {

/// Each rank has sorted records. Returns, for each position in the order of all ranks' records together, how
/// many of this rank's come before it, exactly: equal records are in the order of their ranks and places. All
/// ranks ask for the same positions, from 0 to the number of all records.
///
/// Compares a pivot with all ranks' records, which leaves at most three of four as candidates: some 70 rounds
/// of small messages for 2^30 records. Source: weighted medians, Saukas, Song, "A Note on Parallel Selection
/// on Coarse-Grained Multicomputers", 1999.
///
///     // rank 0: {1, 5, 5}, rank 1: {5, 9}, position 3: 3 on rank 0, none on rank 1
template <class T, class Less>
std::vector<std::int64_t> places_of(Communicator& ranks, std::span<const T> sorted,
                                    std::span<const std::int64_t> positions, Less less) {
    static_assert(std::is_trivially_copyable_v<T>);
    struct Proposal {
        T record;
        std::int64_t place, weight; ///< how many candidates there are
    };
    // The place of a position is from low to high.
    std::vector<std::int64_t> low(positions.size()), high(positions.size(), std::ssize(sorted));
    const auto size = static_cast<std::size_t>(ranks.size()), own = static_cast<std::size_t>(ranks.rank());
    std::vector<Proposal> proposals(positions.size()), all(positions.size() * size);
    std::vector<std::int64_t> before(positions.size());
    std::vector<std::uint64_t> before_in_all(positions.size());
    std::vector<std::size_t> order(size);
    for (;;) {
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const std::int64_t weight = high[i] - low[i], middle = low[i] + weight / 2;
            proposals[i] = {weight > 0 ? sorted[static_cast<std::size_t>(middle)] : T{}, middle, weight};
        }
        ranks.gather(std::as_bytes(std::span(proposals)), std::as_writable_bytes(std::span(all)));
        if (std::ranges::all_of(all, [](const Proposal& of) { return of.weight == 0; }))
            return low;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            // The weighted median of the proposals.
            const auto of = [&](std::size_t rank) -> const Proposal& {
                return all[rank * positions.size() + i];
            };
            std::int64_t left = 0;
            order.clear();
            for (std::size_t rank = 0; rank < size; ++rank)
                if (of(rank).weight > 0) {
                    order.push_back(rank);
                    left += of(rank).weight;
                }
            before[i] = low[i];
            if (order.empty())
                continue;
            std::ranges::stable_sort(
                order, [&](std::size_t a, std::size_t b) { return less(of(a).record, of(b).record); });
            left /= 2;
            std::size_t pivot = 0;
            while (left >= of(order[pivot]).weight)
                left -= of(order[pivot++]).weight;
            pivot = order[pivot];
            const T& record = of(pivot).record;
            const auto first = sorted.begin() + low[i], last = sorted.begin() + high[i];
            before[i] = own == pivot  ? of(pivot).place
                        : own < pivot ? std::upper_bound(first, last, record, less) - sorted.begin()
                                      : std::lower_bound(first, last, record, less) - sorted.begin();
            proposals[i].weight = own == pivot ? -1 : 0; // marks the pivot's own rank
        }
        std::ranges::copy(before, before_in_all.begin());
        ranks.add(before_in_all);
        for (std::size_t i = 0; i < positions.size(); ++i) {
            if (static_cast<std::int64_t>(before_in_all[i]) < positions[i])
                low[i] = before[i] + (proposals[i].weight == -1 ? 1 : 0);
            else
                high[i] = before[i];
        }
    }
}

/// How many of this rank's sorted records go to each rank, so that every rank has its slice, see slice_of(),
/// of the records of all in order.
template <class T, class Less>
std::vector<std::int64_t> counts_by_slice(Communicator& ranks, std::span<const T> sorted, Less less) {
    const std::int64_t all = share_of(ranks, std::ssize(sorted)).all;
    std::vector<std::int64_t> begins;
    for (int rank = 1; rank < ranks.size(); ++rank)
        begins.push_back(slice_of(all, rank, ranks.size()).first);
    std::vector<std::int64_t> counts = places_of(ranks, sorted, std::span<const std::int64_t>(begins), less);
    counts.push_back(std::ssize(sorted));
    std::adjacent_difference(counts.begin(), counts.end(), counts.begin());
    return counts;
}

} // namespace scanline::ranks
