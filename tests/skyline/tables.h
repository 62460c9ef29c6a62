#pragma once
#include "scanline/core/random.h"
#include "scanline/skyline/keys.h"

#include <cstdint>
#include <vector>

namespace scanline::skyline::test {

/// Keys from 0 to most: few values, so many rows share keys, and many are equal.
inline Keys random_keys(std::int64_t rows, int dimensions, int most, std::uint64_t seed) {
    Random random(seed);
    Keys keys{std::vector<std::uint32_t>(static_cast<std::size_t>(rows * dimensions)), dimensions};
    for (std::uint32_t& key : keys.values)
        key = static_cast<std::uint32_t>(random.between(0, most));
    return keys;
}

/// The definition: all rows that no row dominates.
inline std::vector<std::uint32_t> brute_force(const Keys& keys) {
    std::vector<std::uint32_t> ids;
    for (std::uint32_t row = 0; row < keys.size(); ++row) {
        bool dominated = false;
        for (std::uint32_t other = 0; other < keys.size() && !dominated; ++other)
            dominated = dominates(keys[other], keys[row], keys.dimensions);
        if (!dominated)
            ids.push_back(row);
    }
    return ids;
}

} // namespace scanline::skyline::test
