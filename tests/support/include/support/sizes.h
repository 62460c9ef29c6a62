#pragma once
#include "scanline/core/random.h"

#include <cstdint>
#include <vector>

namespace scanline::test {

/// The sizes every algorithm is tried at, each for a reason, and seeded random ones.
inline std::vector<std::int64_t> stream_sizes(std::uint64_t seed, int random_count = 8,
                                              std::int64_t largest = 100'000) {
    std::vector<std::int64_t> sizes{
        0,      1,      2,      3,                // nothing, one element, the smallest blocks
        15,     16,     17,                       // a small block and its neighbours
        63,     64,     65,     127,  128,  129,  // half a row, a row
        255,    256,    257,                      // the usual block
        997,    4093,   65'521,                   // primes: no power of two divides them
        1023,   1024,   1025,   4095, 4096, 4097, // the largest block
        65'535, 65'536, 65'537,                   // past every 16-bit counter
    };
    Random random(seed);
    for (int i = 0; i < random_count; ++i)
        sizes.push_back(static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(largest))) + 1);
    return sizes;
}

} // namespace scanline::test
