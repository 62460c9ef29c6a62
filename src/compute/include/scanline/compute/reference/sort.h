#pragma once
#include "scanline/compute/binary_search.h"
#include "scanline/compute/element.h"
#include "scanline/compute/radix_sort.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

namespace scanline::compute::reference {

/// The CPU twin of RadixSort, for uint32, int32 and float: std::stable_sort in the same order, bitwise equal.
/// Sorted keys may alias the keys exactly; otherwise they must not overlap. n = 0: no work. Errors: usage if
/// the lengths differ or the range of bits is not within 0 to 32.
///
///     sort<std::uint32_t>(a, b, {});   // a: 3 1 7 0 4   b: 0 1 3 4 7
template <class K>
void sort(std::span<const K> keys, std::span<K> sorted_keys, const RadixSortOptions& options);

/// The CPU twin of RadixSortPositions: the same, with the original position of each key. No arrays may
/// overlap.
///
///     sort_positions<float>(a, b, positions, {});   // a: 3 1 7 0 4   b: 0 1 3 4 7   positions: 3 1 0 4 2
template <class K>
void sort_positions(std::span<const K> keys, std::span<K> sorted_keys, std::span<std::uint32_t> positions,
                    const RadixSortOptions& options);

/// The CPU twin of Merge.
template <class T>
std::vector<T> merge(std::span<const T> a, std::span<const T> b) {
    std::vector<T> merged;
    merged.reserve(a.size() + b.size());
    std::ranges::merge(a, b, std::back_inserter(merged), comes_before<T>);
    return merged;
}

/// The CPU twin of MergeByKey.
template <class Key, class Value>
std::pair<std::vector<Key>, std::vector<Value>>
merge_by_key(std::span<const Key> keys_a, std::span<const Value> values_a, std::span<const Key> keys_b,
             std::span<const Value> values_b) {
    using Entry = std::pair<Key, Value>;
    const auto entries = [](std::span<const Key> keys, std::span<const Value> values) {
        std::vector<Entry> all;
        for (std::size_t i = 0; i < keys.size(); ++i)
            all.emplace_back(keys[i], values[i]);
        return all;
    };
    std::vector<Entry> merged;
    std::ranges::merge(entries(keys_a, values_a), entries(keys_b, values_b), std::back_inserter(merged),
                       comes_before<Key>, &Entry::first, &Entry::first);
    std::pair<std::vector<Key>, std::vector<Value>> result;
    for (const auto& [key, value] : merged) {
        result.first.push_back(key);
        result.second.push_back(value);
    }
    return result;
}

/// The CPU twin of BinarySearch.
template <class T>
std::vector<std::uint32_t> binary_search(std::span<const T> sorted, std::span<const T> queries, Bound bound) {
    std::vector<std::uint32_t> positions(queries.size());
    std::ranges::transform(queries, positions.begin(), [&](const T& query) {
        const auto found = bound == Bound::lower
                               ? std::lower_bound(sorted.begin(), sorted.end(), query, comes_before<T>)
                               : std::upper_bound(sorted.begin(), sorted.end(), query, comes_before<T>);
        return static_cast<std::uint32_t>(found - sorted.begin());
    });
    return positions;
}

} // namespace scanline::compute::reference
