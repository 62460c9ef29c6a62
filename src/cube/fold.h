#pragma once
#include "scanline/cube/rows.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace scanline::cube {

/// Sums wrap around at 2^63, as they do on the GPU.
struct Sum {
    static constexpr std::int64_t none = 0;
    std::int64_t operator()(std::int64_t a, std::int64_t b) const {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
    }
    static std::int64_t negative(std::int64_t a) {
        return static_cast<std::int64_t>(-static_cast<std::uint64_t>(a));
    }
};
struct Min {
    static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
    std::int64_t operator()(std::int64_t a, std::int64_t b) const { return std::min(a, b); }
};
struct Max {
    static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();
    std::int64_t operator()(std::int64_t a, std::int64_t b) const { return std::max(a, b); }
};

/// Returns visit(Sum()), visit(Min()) or visit(Max()).
template <class Visit>
auto with_fold(Fold fold, Visit visit) {
    switch (fold) {
    case Fold::sum: break;
    case Fold::min: return visit(Min());
    case Fold::max: return visit(Max());
    }
    return visit(Sum());
}

/// The value of no rows.
inline std::int64_t none_of(Fold fold) {
    return with_fold(fold, [](auto combine) { return combine.none; });
}

inline std::int64_t combine(Fold fold, std::int64_t a, std::int64_t b) {
    return with_fold(fold, [&](auto combined) { return combined(a, b); });
}

} // namespace scanline::cube
