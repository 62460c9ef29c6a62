#pragma once
#include "scanline/compute/binary_search.h"
#include "scanline/compute/reference/total_order.h"

#include <algorithm>
#include <span>
#include <vector>

namespace scanline::compute::reference {

/// What BinarySearch finds, on the CPU.
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
