#pragma once
#include "scanline/core/random.h"

#include <algorithm>
#include <cstdint>

namespace scanline::catalog {

/// Sizes that stress layouts: small ones of every residue, sizes around powers of two, and anything up to the
/// largest.
inline std::int64_t random_size(Random& random, std::int64_t largest) {
    switch (random.below(4)) {
    case 0: return std::min<std::int64_t>(largest, random.between(0, 70));
    case 1: {
        const std::int64_t power = std::int64_t{1} << random.between(1, 16);
        return std::min(largest, power + random.between(-1, 1));
    }
    default: return static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(largest))) + 1;
    }
}

template <class List>
auto pick(Random& random, const List& list) {
    return list[random.below(list.size())];
}

} // namespace scanline::catalog
