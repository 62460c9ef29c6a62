#include "check_counts.h"
#include "elements.h"
#include "every_engine.h"
#include "scanline/compute/copy.h"
#include "support/sizes.h"

#include <catch2/catch_all.hpp>

namespace copy_gl_test {

using namespace scanline;
using namespace scanline::compute;
using namespace scanline::test;
using Catch::Matchers::StartsWith;

static_assert(!std::is_copy_constructible_v<Copy<float>> &&
              std::is_nothrow_move_constructible_v<Copy<float>>);

TEMPLATE_TEST_CASE("A copy is the elements, wherever they begin, and nothing beside them changes", "",
                   std::uint32_t, std::int32_t, float, std::uint64_t, Pair) {
    EveryEngineTest gpu;
    using T = TestType;
    constexpr std::uint64_t seed = 51;
    Random random(seed);
    for (Engine* const engine : gpu.engines()) {
        const Copy<T> copy(*engine);
        for (const std::int64_t size : stream_sizes(seed, 2)) {
            for (const std::int64_t before : {64, 65}) {
                INFO(name_of(*engine) << ", seed " << seed << ", " << size << " elements from " << before);
                const std::vector<T> values = random_elements<T>(random, size);
                GuardedArray<T> input(values), output(size, before);
                copy(input.view(), output.view());
                CHECK(same_bits(output.download(), values));
                CHECK(output.intact());
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A copy by a count on the GPU leaves what lies behind the count") {
    for (Engine* const engine : engines()) {
        const Copy<float> copy(*engine);
        check_counts(
            -1.0f, [](std::uint32_t) { return 6.0f; },
            [&](ArrayView<float> output, ArrayView<const std::uint32_t> count) {
                DeviceArray<float> input(std::vector<float>(static_cast<std::size_t>(output.size()), 6.0f));
                copy(input.view(), output, count);
            });
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A copy whose count lies in what it writes is refused") {
    const Copy<std::uint32_t> copy(engine());
    DeviceArray<std::uint32_t> input(4), output(4);
    CHECK_THAT(usage_message([&] { copy(input.view(), output.view(), output.view().part(0, 1)); }),
               StartsWith("copy: the count (bytes 0 to 4 of buffer "));
}

} // namespace copy_gl_test
