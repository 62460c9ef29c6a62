#include "../elements.h"
#include "scanline/compute/reference/compact.h"
#include "scanline/core/random.h"
#include "support/sizes.h"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace compact_test {

using namespace scanline;
using compute::reference::compact;
using compute::reference::compact_if;

TEST_CASE("A compaction on the CPU is that of copy_if, and nothing behind it changes") {
    constexpr std::uint64_t seed = 92;
    Random random(seed);
    for (const std::int64_t size : test::stream_sizes(seed, 2)) {
        INFO("seed " << seed << ", " << size << " elements");
        std::vector<float> input(static_cast<std::size_t>(size));
        std::ranges::generate(input, [&] { return static_cast<float>(random.between(-9, 9)); });
        std::vector<std::uint32_t> flags(input.size());
        std::ranges::transform(input, flags.begin(), [](float x) { return x > 0 ? 7u : 0u; });

        constexpr float poison = -99;
        std::vector<float> expected(input.size(), poison), by_flags = expected, by_predicate = expected;
        const auto end =
            std::copy_if(input.begin(), input.end(), expected.begin(), [](float x) { return x > 0; });
        const auto selected = static_cast<std::size_t>(end - expected.begin());
        CHECK(compact<float>(input, flags, by_flags) == selected);
        CHECK(by_flags == expected);
        CHECK(compact_if<float>(input, by_predicate, [](float x, std::uint32_t) { return x > 0; }) ==
              selected);
        CHECK(by_predicate == expected);
    }
}

TEST_CASE("The worked example of a compaction on the CPU comes out right") {
    const std::vector<float> a{3, 1, 7, 0, 4};
    std::vector<float> b(3);
    CHECK(compact<float>(a, std::vector<std::uint32_t>{1, 0, 1, 0, 1}, b) == 3);
    CHECK(b == std::vector<float>{3, 7, 4});
}

TEST_CASE("A predicate on the CPU sees the index too, and what does not fit is counted all the same") {
    const std::vector<float> a{3, 1, 7, 0, 4};
    std::vector<float> b(2);
    CHECK(compact_if<float>(a, b, [](float, std::uint32_t i) { return i != 1; }) == 4);
    CHECK(b == std::vector<float>{3, 7});
}

TEST_CASE("A compaction on the CPU with another number of flags is refused") {
    const std::vector<float> a(3);
    std::vector<float> b(3);
    CHECK_THAT(test::usage_message([&] { compact<float>(a, std::vector<std::uint32_t>(2), b); }),
               Catch::Matchers::ContainsSubstring("compact: there are 2 flags for 3 elements"));
}

} // namespace compact_test
