#pragma once
#include "scanline/core/random.h"

#include <cstdint>
#include <vector>

namespace scanline::test {

/// Sanitizers slow most tests down tenfold, and find a mistake at an edge whatever the size beside it.
#ifdef __SANITIZE_ADDRESS__
inline constexpr bool few_sizes = true;
#else
inline constexpr bool few_sizes = false;
#endif

/// Random sizes after those that are tried for a reason.
inline std::vector<std::int64_t> with_random(std::vector<std::int64_t> sizes, std::uint64_t seed, int count,
                                             std::int64_t largest) {
    Random random(seed);
    for (int i = 0; i < (few_sizes ? 1 : count); ++i)
        sizes.push_back(static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(largest))) + 1);
    return sizes;
}

/// The sizes to try every algorithm with, each for a reason, and seeded random ones.
inline std::vector<std::int64_t> stream_sizes(std::uint64_t seed, int random_count = 8,
                                              std::int64_t largest = 100'000) {
    if (few_sizes)
        return with_random({0, 1, 2, 15, 16, 17, 129, 255, 997, 1025, 65'537}, seed, random_count, largest);
    const std::vector<std::int64_t> sizes{
        0,      1,      2,      3,                // nothing, one element, the smallest blocks
        15,     16,     17,                       // a small block and its neighbours
        63,     64,     65,     127,  128,  129,  // half a row, a row
        255,    256,    257,                      // the usual block
        997,    4093,   65'521,                   // primes: not divisible by any power of two
        1023,   1024,   1025,   4095, 4096, 4097, // the largest block
        65'535, 65'536, 65'537,                   // past every 16-bit counter
    };
    return with_random(sizes, seed, random_count, largest);
}

/// The sizes to try compute shaders with: both sides of lane, group and tile boundaries.
inline std::vector<std::int64_t> compute_sizes(std::uint64_t seed, int random_count = 8,
                                               std::int64_t largest = 100'000) {
    if (few_sizes)
        return with_random({0, 1, 3, 4, 5, 33, 255, 256, 257, 997, 2049, 16'385, 65'537}, seed, random_count,
                           largest);
    const std::vector<std::int64_t> sizes{
        0,      1,      2,      3,    4,    5,    // nothing, one element, one load of four
        7,      8,      9,      31,   32,   33,   // the lanes of llvmpipe and of most hardware
        63,     64,     65,     127,  128,  129,  // small groups
        255,    256,    257,    1023, 1024, 1025, // groups, the smallest tile
        511,    512,    513,    2047, 2048, 2049, // tiles
        4095,   4096,   4097,                     // the largest tile in shared memory
        8191,   8192,   8193,                     // tiles
        16'383, 16'384, 16'385,                   // the largest tile
        997,    4093,   65'521,                   // primes: not divisible by any power of two
        65'535, 65'536, 65'537,                   // 256 tiles of 256: the totals of one turn of a group
    };
    return with_random(sizes, seed, random_count, largest);
}

/// Both sides of a whole number of tiles.
inline std::vector<std::int64_t> around_tiles(std::int64_t tiles, std::int64_t tile) {
    return {tiles * tile - 1, tiles * tile, tiles * tile + 1};
}

/// The groups per row that every driver supports; further groups take more rows.
inline constexpr std::int64_t groups_of_a_row = 65'535;

/// The largest array of such elements to try: 2^25 words, the smallest storage block limit of any driver.
constexpr std::int64_t largest_size(std::int64_t element_bytes) {
    return (std::int64_t{1} << 27) / element_bytes;
}

} // namespace scanline::test
