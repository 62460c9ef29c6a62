#include "check_counts.h"
#include "elements.h"
#include "every_engine.h"
#include "scanline/compute/fill.h"
#include "support/sizes.h"

#include <catch2/catch_all.hpp>

namespace fill_gl_test {

using namespace scanline;
using namespace scanline::compute;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

static_assert(!std::is_copy_constructible_v<Fill<float>> &&
              std::is_nothrow_move_constructible_v<Fill<float>>);

TEMPLATE_TEST_CASE("A fill sets every element to the value, bit for bit, and nothing beside them", "",
                   std::uint32_t, std::int32_t, float, std::uint64_t, Pair) {
    EveryEngineTest gpu;
    using T = TestType;
    constexpr std::uint64_t seed = 61;
    Random random(seed);
    for (Engine* const engine : gpu.engines()) {
        const Fill<T> fill(*engine);
        for (const std::int64_t size : stream_sizes(seed, 2)) {
            for (const std::int64_t before : {64, 65}) {
                INFO(name_of(*engine) << ", seed " << seed << ", " << size << " elements from " << before);
                const T value = random_element<T>(random);
                GuardedArray<T> output(size, before);
                fill(output.view(), value);
                CHECK(same_bits(output.download(), std::vector<T>(static_cast<std::size_t>(size), value)));
                CHECK(output.intact());
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A fill keeps the bits of a NaN") {
    const Fill<float> fill(engine());
    const auto nan = std::bit_cast<float>(0x7f812345u);
    DeviceArray<float> output(5);
    fill(output.view(), nan);
    CHECK(same_bits(output.download(), std::vector<float>(5, nan)));
}

TEST_CASE_METHOD(EveryEngineTest, "A fill by a count on the GPU leaves what lies behind the count") {
    for (Engine* const engine : engines()) {
        const Fill<float> fill(*engine);
        constexpr float value = 2.5f;
        check_counts(
            -1.0f, [&](std::uint32_t) { return value; },
            [&](ArrayView<float> output, ArrayView<const std::uint32_t> count) {
                fill(output, value, count);
            });
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A fill whose count lies in what it writes, or is missing, is refused") {
    const Fill<std::uint32_t> fill(engine());
    DeviceArray<std::uint32_t> array(10);
    CHECK_THAT(
        usage_message([&] { fill(array.view(), 1, array.view().part(3, 1)); }),
        StartsWith("fill: the count (bytes 12 to 16 of buffer ") &&
            ContainsSubstring(" and the output (bytes 0 to 40) overlap: give them memory of their own"));
    CHECK(usage_message([&] { fill(array.view(), 1, array.view().part(3, 0)); }) ==
          "fill: 0 elements given for the count, at least 1 needed");
}

} // namespace fill_gl_test
