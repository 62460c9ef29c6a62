#include "scanline/cpu/wide_sort.h"

#include "scanline/core/error.h"
#include "scanline/core/rank.h"
#include "scanline/cpu/shared_work.h"
#include "scanline/cpu/sort.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace scanline::cpu {

namespace {

using Ranked = std::pair<std::uint64_t, std::uint32_t>; ///< and position

/// A radix sort has tables to fill.
constexpr std::size_t few_wide_keys = 2048;
constexpr std::size_t most_radix_keys = std::numeric_limits<std::uint32_t>::max();

/// Sorts made elements and takes each.
template <class Element, class Make, class Take>
void sort_made(ThreadTeam& team, std::size_t size, const CancelHook& cancelled, Make make, Take take) {
    RawArray<Element> elements(size), scratch(size);
    for (std::size_t i = 0; i < size; ++i)
        elements[i] = make(i);
    sort(team, std::span<Element>(elements), std::span<Element>(scratch), std::less<>(), cancelled);
    for (std::size_t i = 0; i < size; ++i)
        take(i, elements[i]);
}

} // namespace

// Inverted ranks keep equal keys in their order.
WideSort::WideSort(const WideSortOptions& options)
    : options_(options), flip_(options.descending ? ~std::uint64_t{0} : 0),
      radix_sort_({.threads = options.threads, .cancelled = options.cancelled}), team_(options.threads) {}

template <class K>
void WideSort::merge(std::span<const K> keys, std::span<K> sorted, std::span<std::uint32_t> positions) {
    const auto rank = [&](std::size_t i) { return rank_of(keys[i]) ^ flip_; };
    if (positions.empty()) {
        sort_made<std::uint64_t>(
            team_, keys.size(), options_.cancelled, rank,
            [&](std::size_t i, std::uint64_t from) { sorted[i] = key_of<K>(from ^ flip_); });
        return;
    }
    struct Element {
        std::uint64_t rank;
        std::uint32_t position;
        auto operator<=>(const Element&) const = default;
    };
    sort_made<Element>(
        team_, keys.size(), options_.cancelled,
        [&](std::size_t i) {
            return Element{rank(i), static_cast<std::uint32_t>(i)};
        },
        [&](std::size_t i, const Element& from) {
            sorted[i] = key_of<K>(from.rank ^ flip_);
            positions[i] = from.position;
        });
}

// upper_ is sorted, and positions say where its elements were.
template <class K>
void WideSort::sort_runs(std::span<const K> keys, std::span<K> sorted, std::span<std::uint32_t> positions) {
    const std::span<const std::uint32_t> upper(upper_);
    // A run that a part begins within is left to the one before.
    const auto next_run = [upper](std::size_t from) {
        while (from > 0 && from < upper.size() && upper[from] == upper[from - 1])
            ++from;
        return from;
    };
    share_parts(team_, keys.size(), static_cast<std::size_t>(team_.size()),
                [&](std::size_t /*thread*/, std::size_t begin, std::size_t end) {
                    CancelPoll poll(options_.cancelled);
                    std::vector<Ranked> run;
                    for (std::size_t from = next_run(begin), to = from; from < end; from = to) {
                        to = next_run(from + 1);
                        poll.count(static_cast<std::int64_t>(to - from));
                        run.clear();
                        for (std::size_t i = from; i < to; ++i)
                            run.emplace_back(rank_of(keys[positions[i]]) ^ flip_, positions[i]);
                        cancellable_sort(run.begin(), run.end(), std::less<>(), poll);
                        for (std::size_t i = from; i < to; ++i) {
                            sorted[i] = key_of<K>(run[i - from].first ^ flip_);
                            positions[i] = run[i - from].second;
                        }
                    }
                });
}

template <class K>
void WideSort::operator()(std::span<const K> keys, std::span<K> sorted, std::span<std::uint32_t> positions) {
    const std::size_t size = keys.size();
    if (!positions.empty() && size - 1 > most_radix_keys)
        throw usage_error(
            fmt::format("sort: positions count at most 2^32 keys, and there are {}: leave them out", size));
    if (size < few_wide_keys || size > most_radix_keys)
        return merge(keys, sorted, positions);
    std::uint64_t least = ~std::uint64_t{0}, greatest = 0;
    for (const K key : keys) {
        const std::uint64_t rank = rank_of(key) ^ flip_;
        least = std::min(least, rank);
        greatest = std::max(greatest, rank);
    }
    const int shift = std::max(0, static_cast<int>(std::bit_width(greatest - least)) - 32);
    upper_.allocate(size);
    const std::span<std::uint32_t> upper(upper_);
    std::ranges::transform(keys, upper.begin(), [=, this](K key) {
        return static_cast<std::uint32_t>(((rank_of(key) ^ flip_) - least) >> shift);
    });
    if (shift == 0 && positions.empty()) {
        radix_sort_(std::span<const std::uint32_t>(upper), upper);
    } else {
        if (positions.empty()) {
            positions_.allocate(size);
            positions = positions_;
        }
        radix_sort_(std::span<const std::uint32_t>(upper), upper, positions);
    }
    if (shift > 0)
        return sort_runs(keys, sorted, positions);
    std::ranges::transform(upper, sorted.begin(),
                           [=, this](std::uint32_t rank) { return key_of<K>((least + rank) ^ flip_); });
}

template void WideSort::operator()(std::span<const std::uint64_t>, std::span<std::uint64_t>,
                                   std::span<std::uint32_t>);
template void WideSort::operator()(std::span<const std::int64_t>, std::span<std::int64_t>,
                                   std::span<std::uint32_t>);
template void WideSort::operator()(std::span<const double>, std::span<double>, std::span<std::uint32_t>);

} // namespace scanline::cpu
