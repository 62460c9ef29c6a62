#include "scanline/cpu/sort.h"

#include "scanline/core/random.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <atomic>
#include <functional>

namespace scanline::cpu::sort_test {

TEST_CASE("Two runs are split where their merged elements come from") {
    const std::vector<int> first{1, 3, 5, 5}, second{2, 4, 5};
    // 1 2 3 4 5 5 5, with those of the first run before equal ones of the second.
    const std::vector<std::size_t> from_first{0, 1, 1, 2, 2, 3, 4, 4};
    for (std::size_t count = 0; count < from_first.size(); ++count) {
        CAPTURE(count);
        CHECK(merge_split(std::span(first), std::span(second), count, std::less<>()) == from_first[count]);
    }
    const std::vector<int> none;
    CHECK(merge_split(std::span(none), std::span(second), 2, std::less<>()) == 0);
    CHECK(merge_split(std::span(first), std::span(none), 2, std::less<>()) == 2);
}

TEST_CASE("A team of any size sorts as the standard library does") {
    std::uint64_t seed = 700;
    for (const int threads : {1, 2, 3, 4, 5, 7, 8}) {
        ThreadTeam team(threads);
        for (const std::size_t size : {0u, 1u, 2u, 3u, 5u, 7u, 8u, 9u, 64u, 997u, 10'007u, 65'536u}) {
            for (const std::uint64_t bound : {std::uint64_t{3}, std::uint64_t{1} << 32}) {
                CAPTURE(threads, size, bound, ++seed);
                Random random(seed);
                std::vector<std::uint64_t> elements(size);
                std::ranges::generate(elements, [&] { return random.below(bound); });
                std::vector<std::uint64_t> expected = elements, scratch(size);
                std::ranges::sort(expected, std::greater<>());
                sort(team, std::span(elements), std::span(scratch), std::greater<>());
                CHECK((elements == expected));
            }
        }
    }
}

TEST_CASE("A sort is cancelled by whichever thread asks, while it sorts and while it merges") {
    for (const int threads : {1, 3}) {
        ThreadTeam team(threads);
        std::vector<std::uint32_t> elements(600'000), scratch(elements.size());
        const auto sorted = [&](const CancelHook& hook) {
            Random random(800);
            std::ranges::generate(elements, [&] { return static_cast<std::uint32_t>(random.next()); });
            sort(team, std::span(elements), std::span(scratch), std::less<>(), hook);
            return std::ranges::is_sorted(elements);
        };
        std::atomic<int> calls = 0;
        CHECK(sorted([&calls] { return ++calls < 0; }));
        const int all = calls;
        CHECK(all > 100);
        for (const int call : {1, all / 2, all - threads}) {
            CAPTURE(threads, call, all);
            calls = 0;
            CHECK_THROWS_AS(sorted([&calls, call] { return ++calls >= call; }), Cancelled);
        }
        CHECK(sorted({}));
    }
}

} // namespace scanline::cpu::sort_test
