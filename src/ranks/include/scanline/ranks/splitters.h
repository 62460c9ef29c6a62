#pragma once
#include "scanline/core/raw_array.h"
#include "scanline/ranks/communicator.h"
#include "scanline/ranks/lists.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace scanline::ranks {

/// A cut of the sorted keys of all ranks: smaller keys than `key` go before it, greater ones behind it. Of
/// this rank's keys equal to it, the first `equal_before` go before it.
template <class Key>
struct Cut {
    Key key{};
    std::int64_t equal_before = 0;
};

/// Finds the cuts that give every rank its slice, see slice_of(), of the sorted keys of all ranks, exactly:
/// one fewer than ranks. Equal keys are in the order of their ranks and places. Counts keys by digits of 11
/// bits, as many times as a key has digits: some 16 KB a cut each time.
/// Key: unsigned. Source: histogram sort, Solomonik, Kale, 2010; cuts of ties as in Axtmann, Sanders, 2017.
///
///     // rank 0: 5 5 1, rank 1: 5 5 9: one cut: key 5, on rank 0 two before it, on rank 1 none
template <class Key>
std::vector<Cut<Key>> find_cuts(Communicator& ranks, std::span<const Key> keys);

extern template std::vector<Cut<std::uint32_t>> find_cuts(Communicator&, std::span<const std::uint32_t>);
extern template std::vector<Cut<std::uint64_t>> find_cuts(Communicator&, std::span<const std::uint64_t>);

/// How a rank's elements are spread over all ranks by cuts: stably.
struct Spread {
    std::vector<std::int64_t> sent; ///< elements to each rank
    RawArray<std::uint32_t> order;  ///< of the elements: those for rank 0, rank 1 ...
};
template <class Key>
Spread spread_by(std::span<const Key> keys, std::span<const Cut<Key>> cuts);

extern template Spread spread_by(std::span<const std::uint32_t>, std::span<const Cut<std::uint32_t>>);
extern template Spread spread_by(std::span<const std::uint64_t>, std::span<const Cut<std::uint64_t>>);

/// Sends elements where they belong. Those received come by rank, each rank's in their order.
template <class T>
RawArray<T> exchange(Communicator& ranks, const Spread& spread, std::span<const T> elements) {
    RawArray<T> sent(elements.size());
    for (std::size_t i = 0; i < sent.size(); ++i)
        sent[i] = elements[spread.order[i]];
    return exchange_lists(ranks, std::span<const T>(sent), spread.sent);
}

} // namespace scanline::ranks
