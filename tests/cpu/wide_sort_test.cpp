#include "scanline/cpu/wide_sort.h"

#include "scanline/core/rank.h"
#include "support/first_difference.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

namespace scanline::cpu::wide_sort_test {

namespace {

/// Keys of a seed: in all of the range, in so few bits that no run is left to sort, or clustered in runs of
/// equal upper bits.
template <class K>
std::vector<K> keys_of(std::size_t size, int kind, unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<K> keys(size);
    for (K& key : keys) {
        const std::uint64_t bits = random();
        const std::uint64_t cluster = (bits >> 60 << 48) | (bits & 0xff);
        key = key_of<K>(kind == 0 ? bits : kind == 1 ? (std::uint64_t{3} << 61) + (bits & 0xfffff) : cluster);
    }
    return keys;
}

template <class K>
void check_sort(const std::vector<K>& keys, const WideSortOptions& options) {
    std::vector<std::uint32_t> positions(keys.size()), found(keys.size());
    std::iota(positions.begin(), positions.end(), 0u);
    std::stable_sort(positions.begin(), positions.end(), [&](std::uint32_t a, std::uint32_t b) {
        return options.descending ? rank_of(keys[b]) < rank_of(keys[a]) : rank_of(keys[a]) < rank_of(keys[b]);
    });
    std::vector<std::uint64_t> wanted(keys.size()), bits(keys.size());
    std::ranges::transform(positions, wanted.begin(), [&](std::uint32_t i) { return rank_of(keys[i]); });
    std::vector<K> sorted(keys.size());
    const auto check_keys = [&] {
        std::ranges::transform(sorted, bits.begin(), [](K key) { return rank_of(key); });
        CHECK(test::first_difference(bits, wanted) == "");
    };
    WideSort sort(options);
    sort(std::span<const K>(keys), std::span<K>(sorted));
    check_keys();
    std::ranges::fill(sorted, K{});
    sort(std::span<const K>(keys), std::span<K>(sorted), std::span<std::uint32_t>(found));
    check_keys();
    CHECK(test::first_difference(found, positions) == "");
}

} // namespace

TEMPLATE_TEST_CASE("Keys of 64 bits are sorted as by the standard library, whether merged or by digits", "",
                   std::uint64_t, std::int64_t, double) {
    unsigned seed = 20261128;
    for (const std::size_t size : std::initializer_list<std::size_t>{0, 1, 2, 2047, 2048, 70'000}) {
        for (const int kind : {0, 1, 2}) {
            for (const bool descending : {false, true}) {
                for (const int threads : {1, 3}) {
                    INFO(size << " keys of kind " << kind << ", seed " << seed << ", descending "
                              << descending << ", threads " << threads);
                    check_sort(keys_of<TestType>(size, kind, seed++),
                               {.descending = descending, .threads = threads});
                }
            }
        }
    }
}

TEST_CASE("Doubles keep all their bits, and have the total order") {
    std::vector<double> keys = keys_of<double>(5000, 0, 7);
    constexpr double infinity = std::numeric_limits<double>::infinity(),
                     nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector special{
        0.0, -0.0, infinity, -infinity, nan, -nan, std::bit_cast<double>(0x7ff0'0000'0000'0123)};
    std::ranges::copy(special, keys.begin() + 1000);
    std::ranges::copy(special, keys.begin() + 3000);
    check_sort(keys, {.threads = 2});
    check_sort(keys, {.descending = true, .threads = 2});
}

TEST_CASE("A hook ends a sort of wide keys") {
    const std::vector<double> keys = keys_of<double>(200'000, 2, 9);
    std::vector<double> sorted(keys.size());
    WideSort sort({.threads = 2, .cancelled = [] { return true; }});
    CHECK_THROWS_AS(sort(std::span<const double>(keys), std::span<double>(sorted)), Cancelled);
}

} // namespace scanline::cpu::wide_sort_test
