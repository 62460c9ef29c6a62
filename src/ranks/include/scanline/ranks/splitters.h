#pragma once
#include "scanline/core/raw_array.h"
#include "scanline/ranks/communicator.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace scanline::ranks {

/// A cut of the sorted keys of all ranks: smaller keys than `key` go before it, greater ones behind it. Of this
/// rank's keys equal to it, the first `equal_before` go before it.
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
    std::vector<std::int64_t> sent, received; ///< elements to and from each rank
    RawArray<std::uint32_t> order;            ///< of the elements: those for rank 0, rank 1 ...

    std::int64_t received_in_all() const;
};
template <class Key>
Spread spread_by(Communicator& ranks, std::span<const Key> keys, std::span<const Cut<Key>> cuts);

extern template Spread spread_by(Communicator&, std::span<const std::uint32_t>,
                                 std::span<const Cut<std::uint32_t>>);
extern template Spread spread_by(Communicator&, std::span<const std::uint64_t>,
                                 std::span<const Cut<std::uint64_t>>);

/// Sends elements where they belong. Those received come by rank, each rank's in their order.
template <class T>
RawArray<T> exchange(Communicator& ranks, const Spread& spread, std::span<const T> elements) {
    RawArray<T> sent(elements.size()), received(static_cast<std::size_t>(spread.received_in_all()));
    for (std::size_t i = 0; i < sent.size(); ++i)
        sent[i] = elements[spread.order[i]];
    std::vector<std::span<const std::byte>> parts;
    std::vector<std::span<std::byte>> places;
    std::size_t from = 0, to = 0;
    for (std::size_t rank = 0; rank < spread.sent.size(); ++rank) {
        const auto out = static_cast<std::size_t>(spread.sent[rank]),
                   in = static_cast<std::size_t>(spread.received[rank]);
        parts.push_back(std::as_bytes(std::span<const T>(sent).subspan(from, out)));
        places.push_back(std::as_writable_bytes(std::span<T>(received).subspan(to, in)));
        from += out;
        to += in;
    }
    ranks.exchange(parts, places);
    return received;
}

} // namespace scanline::ranks
