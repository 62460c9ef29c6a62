#pragma once
#include "scanline/core/raw_array.h"
#include "scanline/ranks/communicator.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

// Lists whose lengths differ from rank to rank.

namespace scanline::ranks {

/// Sends each rank its elements, which lie one rank's after the other's: sent[i] of them for rank i. Those
/// received lie in the order of the ranks that they are from, received[i] from rank i if the caller asks.
///
///     // rank 0: {1, 2, 3}, sent {1, 2}; rank 1: {4}, sent {1, 0}: rank 0 gets {1, 4}, rank 1 {2, 3}
template <class T>
RawArray<T> exchange_lists(Communicator& ranks, std::span<const T> elements,
                           std::span<const std::int64_t> sent,
                           std::vector<std::int64_t>* received = nullptr) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t size = sent.size();
    std::vector<std::int64_t> by_all(size * size), counts;
    ranks.gather(std::as_bytes(sent), std::as_writable_bytes(std::span(by_all)));
    for (std::size_t from = 0; from < size; ++from)
        counts.push_back(by_all[from * size + static_cast<std::size_t>(ranks.rank())]);
    RawArray<T> all(static_cast<std::size_t>(std::accumulate(counts.begin(), counts.end(), std::int64_t{0})));
    std::vector<std::span<const std::byte>> parts;
    std::vector<std::span<std::byte>> places;
    std::size_t from = 0, to = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const auto out = static_cast<std::size_t>(sent[i]), in = static_cast<std::size_t>(counts[i]);
        parts.push_back(std::as_bytes(elements.subspan(from, out)));
        places.push_back(std::as_writable_bytes(std::span<T>(all).subspan(to, in)));
        from += out;
        to += in;
    }
    ranks.exchange(parts, places);
    if (received != nullptr)
        *received = std::move(counts);
    return all;
}

/// Gives every rank the elements of all, in the order of the ranks; counts: of each rank, if asked for.
template <class T>
std::vector<T> gather_lists(Communicator& ranks, std::span<const T> own,
                            std::vector<std::int64_t>* counts = nullptr) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<std::int64_t> of_ranks = gather(ranks, static_cast<std::int64_t>(own.size()));
    std::vector<T> all(
        static_cast<std::size_t>(std::accumulate(of_ranks.begin(), of_ranks.end(), std::int64_t{0})));
    const std::vector<std::span<const std::byte>> parts(of_ranks.size(), std::as_bytes(own));
    std::vector<std::span<std::byte>> places;
    std::size_t to = 0;
    for (const std::int64_t count : of_ranks) {
        places.push_back(std::as_writable_bytes(std::span(all).subspan(to, static_cast<std::size_t>(count))));
        to += static_cast<std::size_t>(count);
    }
    ranks.exchange(parts, places);
    if (counts != nullptr)
        *counts = std::move(of_ranks);
    return all;
}

/// The same for texts.
std::vector<std::string> gather_texts(Communicator& ranks, std::span<const std::string> own,
                                      std::vector<std::int64_t>* counts = nullptr);

} // namespace scanline::ranks
