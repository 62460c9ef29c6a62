#pragma once
#include "scanline/compute/segmented_sort.h"
#include "segments.h"
#include "sort_check.h"

namespace scanline::test {

/// The position of every key after sorting each segment with the standard library. Offsets end at the last
/// key.
template <class K>
std::vector<std::uint32_t> segmented_positions(const std::vector<K>& keys, const Offsets& offsets,
                                               const compute::RadixSortOptions& options) {
    std::vector<std::uint32_t> positions;
    for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
        const auto n = static_cast<std::uint32_t>(keys.size());
        const std::uint32_t first = std::min(offsets[s], n), end = std::min(offsets[s + 1], n);
        const std::vector<K> segment(keys.begin() + first, keys.begin() + end);
        for (const std::uint32_t position : sorted_positions(segment, options))
            positions.push_back(first + position);
    }
    return positions;
}

/// Both kinds of segmented sorts of one engine.
template <class K>
struct SegmentedSorts {
    SegmentedSorts(compute::Engine& engine, std::int64_t max_segments,
                   const compute::RadixSortOptions& asked = {})
        : options(asked), keys_alone(engine, max_segments, asked), positions(engine, max_segments, asked) {}

    compute::RadixSortOptions options;
    compute::SegmentedSort<K> keys_alone;
    compute::SegmentedSortPositions<K> positions;
};

/// Sorts with both, out of place and in place, and returns the first error; empty if there is none.
template <class K>
std::string segmented_sort_fault(const SegmentedSorts<K>& sorts, const std::vector<K>& keys,
                                 const Offsets& offsets) {
    const std::vector<std::uint32_t> expected = segmented_positions(keys, offsets, sorts.options);
    const auto n = static_cast<std::int64_t>(keys.size());
    SortedArray<K> alone(keys, 5, false), apart(keys, 6, false), in_place(keys, 7, true);
    for (SortedArray<K>* sorted : {&alone, &apart, &in_place})
        sorted->expect(expected);
    GuardedArray<std::uint32_t> bounds(offsets), positions(n), positions_in_place(n);
    sorts.keys_alone(alone.input(), bounds.view(), alone.output());
    sorts.positions(apart.input(), bounds.view(), apart.output(), positions.view());
    sorts.positions(in_place.input(), bounds.view(), in_place.output(), positions_in_place.view());
    for (const auto& [fault, what] :
         {std::pair(alone.fault(), "keys alone: "), std::pair(apart.fault(), "keys with positions: "),
          std::pair(in_place.fault(), "keys in place: "),
          std::pair(difference(positions.download(), expected), "positions: "),
          std::pair(difference(positions_in_place.download(), expected), "positions of keys in place: ")}) {
        if (!fault.empty())
            return what + fault;
    }
    if (!difference(bounds.download(), offsets).empty())
        return "the offsets have changed";
    return positions.intact() && positions_in_place.intact() && bounds.intact()
               ? ""
               : "what lies beside the positions has changed";
}

} // namespace scanline::test
