#pragma once
#include "scanline/compute/radix_sort.h"

#include <cstdint>
#include <span>

namespace scanline::compute::reference {

/// The CPU twin of RadixSort, for uint32, int32 and float: std::stable_sort in the same order, bit for bit
/// the same. Sorted keys may be the keys themselves; otherwise the two are apart. n = 0 is nothing to do.
/// Errors: usage where the lengths differ or the range of bits is none within 0 to 32.
///
///     sort<std::uint32_t>(a, b, {});   // a: 3 1 7 0 4   b: 0 1 3 4 7
template <class K>
void sort(std::span<const K> keys, std::span<K> sorted_keys, const RadixSortOptions& options);

/// The CPU twin of RadixSortPositions: the same, and the position that each key had. All apart.
///
///     sort_positions<float>(a, b, positions, {});   // a: 3 1 7 0 4   b: 0 1 3 4 7   positions: 3 1 0 4 2
template <class K>
void sort_positions(std::span<const K> keys, std::span<K> sorted_keys, std::span<std::uint32_t> positions,
                    const RadixSortOptions& options);

} // namespace scanline::compute::reference
