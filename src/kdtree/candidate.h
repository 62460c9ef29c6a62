#pragma once
#include <cstdint>

namespace scanline::kdtree {

inline constexpr std::int32_t no_point = -1;

/// A point that may be among the results. Squared: a Distance.
template <class Squared>
struct Candidate {
    Squared distance;
    std::int32_t index;

    /// Of equal distances by the index; no point is behind all points.
    friend bool operator<(const Candidate& a, const Candidate& b) {
        return a.distance < b.distance ||
               (a.distance == b.distance &&
                static_cast<std::uint32_t>(a.index) < static_cast<std::uint32_t>(b.index));
    }
};

} // namespace scanline::kdtree
