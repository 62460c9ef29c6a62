#include "scanline/core/raw_vector.h"

#include <catch2/catch_all.hpp>

#include <cstdint>
#include <numeric>

namespace scanline::raw_vector_test {

TEST_CASE("A raw vector keeps its elements as it grows and shrinks, and has the values it is given") {
    RawVector<std::uint32_t> all(3, 7u);
    CHECK(all == RawVector<std::uint32_t>{7, 7, 7});
    all.resize(1000);
    std::iota(all.begin() + 3, all.end(), 3u);
    all.resize(5'000'000);
    all.resize(5);
    CHECK(all == RawVector<std::uint32_t>{7, 7, 7, 3, 4});
    all.push_back(9);
    const RawVector<std::uint32_t> copy = all;
    CHECK(copy == RawVector<std::uint32_t>{7, 7, 7, 3, 4, 9});
}

TEST_CASE("A raw vector begins at a line of the cache, whatever its size") {
    for (const std::size_t size : {1u, 3u, 1000u, 3'000'000u}) {
        const RawVector<float> all(size);
        CHECK(reinterpret_cast<std::uintptr_t>(all.data()) % 64 == 0);
    }
    CHECK(RawVector<float>().empty());
}

} // namespace scanline::raw_vector_test
