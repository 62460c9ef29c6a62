#pragma once
#include "scanline/core/random.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace scanline::test {

/// The offsets of segments over n elements, s + 1 for s segments, from 0 to n.
using Offsets = std::vector<std::uint32_t>;

/// Segments whose lengths are skewed: a few hold most of the elements, many are empty or of one.
inline Offsets skewed_segments(std::int64_t n, std::int64_t segments, Random& random) {
    Offsets offsets{0};
    for (std::int64_t s = 1; s < segments; ++s) {
        const double part = random.unit();
        offsets.push_back(static_cast<std::uint32_t>(static_cast<double>(n) * part * part * part * part));
    }
    offsets.push_back(static_cast<std::uint32_t>(n));
    std::ranges::sort(offsets);
    return offsets;
}

/// Segments of these lengths.
inline Offsets segments_of(const std::vector<std::uint32_t>& lengths) {
    Offsets offsets{0};
    for (const std::uint32_t length : lengths)
        offsets.push_back(offsets.back() + length);
    return offsets;
}

/// One flag per element: 1 at the first element of a non-empty segment.
inline std::vector<std::uint32_t> heads_of(const Offsets& offsets) {
    std::vector<std::uint32_t> heads(offsets.back(), 0);
    for (const std::uint32_t offset : offsets) {
        if (offset < heads.size())
            heads[offset] = 1;
    }
    return heads;
}

/// Sizes around lanes, groups and tiles, with the number of segments.
struct SegmentCase {
    std::int64_t n, segments;
};
inline constexpr SegmentCase segment_cases[] = {
    {0, 1},       {1, 1},       {1, 5},           {2, 1},       {7, 3},       {255, 1},        {256, 256},
    {257, 40},    {2047, 9},    {2048, 1},        {2049, 700},  {8191, 3},    {8192, 8192},    {8193, 1},
    {40'961, 13}, {100'003, 1}, {100'003, 4'001}, {131'072, 2}, {131'073, 7}, {262'147, 1000},
};
/// A subset with one case per code path: within a group, across tiles, long segments.
inline constexpr SegmentCase few_segment_cases[] = {{257, 40}, {2049, 700}, {8193, 1}, {40'961, 13}};

} // namespace scanline::test
