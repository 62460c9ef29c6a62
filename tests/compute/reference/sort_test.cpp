#include "../elements.h"
#include "scanline/compute/reference/sort.h"
#include "scanline/core/random.h"
#include "support/sizes.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <compare>
#include <numeric>

namespace sort_test {

using namespace scanline;
using compute::RadixSortOptions;

namespace {

template <class K>
struct Sorted {
    std::vector<K> keys;
    std::vector<std::uint32_t> positions;
};

template <class K>
Sorted<K> sorted(const std::vector<K>& keys, const RadixSortOptions& options) {
    Sorted<K> result{std::vector<K>(keys.size()), std::vector<std::uint32_t>(keys.size())};
    compute::reference::sort_positions<K>(keys, result.keys, result.positions, options);
    return result;
}

} // namespace

TEMPLATE_TEST_CASE("Sorted keys on the CPU stand in order, each with the position that it had", "",
                   std::uint32_t, std::int32_t, float) {
    using K = TestType;
    constexpr std::uint64_t seed = 93;
    Random random(seed);
    for (const std::int64_t size : test::stream_sizes(seed, 2)) {
        for (const bool descending : {false, true}) {
            INFO("seed " << seed << ", " << size << " keys, descending " << descending);
            std::vector<K> keys = test::mixed_elements<K>(random, size);
            const auto less = [](K a, K b) { return std::is_lt(std::strong_order(a, b)); };
            std::vector<std::uint32_t> expected(keys.size());
            std::iota(expected.begin(), expected.end(), 0u);
            std::stable_sort(expected.begin(), expected.end(), [&](std::uint32_t a, std::uint32_t b) {
                return descending ? less(keys[b], keys[a]) : less(keys[a], keys[b]);
            });
            const Sorted<K> result = sorted(keys, {.descending = descending});
            CHECK(result.positions == expected);
            std::vector<K> in_order(keys.size());
            std::ranges::transform(expected, in_order.begin(), [&](std::uint32_t i) { return keys[i]; });
            CHECK(test::same_bits(result.keys, in_order));

            std::vector<K> alone(keys.size());
            compute::reference::sort<K>(keys, alone, {.descending = descending});
            CHECK(test::same_bits(alone, in_order));
            compute::reference::sort<K>(keys, keys, {.descending = descending});
            CHECK(test::same_bits(keys, in_order));
        }
    }
}

TEST_CASE("The worked example of a sort on the CPU comes out right") {
    const Sorted<float> result = sorted<float>({3, 1, 7, 0, 4}, {});
    CHECK(result.keys == std::vector<float>{0, 1, 3, 4, 7});
    CHECK(result.positions == std::vector<std::uint32_t>{3, 1, 0, 4, 2});
}

TEST_CASE("A range of bits sorts on the CPU by these bits of the order alone") {
    using Keys = std::vector<std::uint32_t>;
    const Keys keys{0x1200, 0x0134, 0x1134, 0x0012, 0x0112};
    CHECK(sorted(keys, {.begin_bit = 8, .end_bit = 12}).keys == Keys{0x0012, 0x0134, 0x1134, 0x0112, 0x1200});
    CHECK(sorted(keys, {.descending = true, .begin_bit = 8, .end_bit = 12}).keys ==
          Keys{0x1200, 0x0134, 0x1134, 0x0112, 0x0012});
    // Bit 31 of a signed key is its sign, and the negative ones come first.
    CHECK(sorted<std::int32_t>({5, -1, 0, -9}, {.begin_bit = 31}).keys ==
          std::vector<std::int32_t>{-1, -9, 5, 0});
    CHECK(sorted<float>({5, -1, 0, -9}, {.begin_bit = 31}).keys == std::vector<float>{-1, -9, 5, 0});
}

TEST_CASE("A sort on the CPU into arrays of other lengths or by no bits is refused") {
    const std::vector<float> keys(3);
    std::vector<float> short_keys(2), sorted_keys(3);
    std::vector<std::uint32_t> positions(4);
    CHECK_THAT(test::usage_message([&] { compute::reference::sort<float>(keys, short_keys, {}); }),
               Catch::Matchers::ContainsSubstring("sort: 2 elements given for the sorted keys, 3 needed"));
    CHECK_THAT(test::usage_message(
                   [&] { compute::reference::sort_positions<float>(keys, sorted_keys, positions, {}); }),
               Catch::Matchers::ContainsSubstring("sort: 4 elements given for the positions, 3 needed"));
    for (const RadixSortOptions& options :
         {RadixSortOptions{.begin_bit = -1}, {.end_bit = 33}, {.begin_bit = 7, .end_bit = 7}})
        CHECK_THAT(test::usage_message([&] { compute::reference::sort<float>(keys, sorted_keys, options); }),
                   Catch::Matchers::ContainsSubstring("bit range") &&
                       Catch::Matchers::ContainsSubstring("invalid for keys of 32 bits"));
}

} // namespace sort_test
