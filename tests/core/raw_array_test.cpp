#include "scanline/core/raw_array.h"

#include "support/error_message.h"

#include <catch2/catch_all.hpp>

#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

namespace scanline::raw_array_test {

static_assert(!std::is_copy_constructible_v<RawArray<float>> && !std::is_copy_assignable_v<RawArray<float>>);
static_assert(std::is_nothrow_move_constructible_v<RawArray<float>>);

TEST_CASE("A raw array has room for as many elements as it is given, and keeps memory that is enough") {
    RawArray<std::uint32_t> numbers;
    CHECK(numbers.size() == 0);
    CHECK(std::span<const std::uint32_t>(numbers).empty());
    for (const std::size_t size : {3u, 5'000'000u, 1000u}) {
        numbers.allocate(size);
        CHECK(numbers.size() == size);
        std::iota(numbers.begin(), numbers.end(), 1u);
        CHECK(numbers[0] == 1);
        CHECK(std::span<const std::uint32_t>(numbers).back() == size);
    }
    const std::uint32_t* const before = numbers.data();
    numbers.allocate(5'000'000);
    CHECK(numbers.data() == before);
}

TEST_CASE("A raw array that is moved takes its elements along") {
    RawArray<std::uint32_t> first(2);
    first[0] = 7;
    first[1] = 9;
    RawArray<std::uint32_t> second = std::move(first), third(1);
    third = std::move(second);
    CHECK(third.size() == 2);
    CHECK(third[0] == 7);
    CHECK(third[1] == 9);
    first.allocate(3); // reusable after the move
    first[2] = 1;
    CHECK(first.size() == 3);
}

TEST_CASE("A raw array begins at a line of the cache, whatever its size") {
    for (const std::size_t size : {1u, 3u, 1000u, 3'000'000u}) {
        const RawArray<float> array(size);
        CHECK(reinterpret_cast<std::uintptr_t>(array.data()) % 64 == 0);
    }
}

TEST_CASE("More elements than memory can have are reported with their number, and the array is empty then") {
    constexpr std::size_t size = std::numeric_limits<std::size_t>::max() / sizeof(float) + 1;
    RawArray<float> array(3);
    CHECK(test::error_message(ErrorKind::failure, [&] { array.allocate(size); }) ==
          "not enough memory for " + std::to_string(size) + " elements of 4 bytes: work on fewer at a time");
    CHECK(array.size() == 0);
    array.allocate(5);
    CHECK(array.size() == 5);
}

} // namespace scanline::raw_array_test
