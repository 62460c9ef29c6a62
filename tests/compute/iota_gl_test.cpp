#include "check_counts.h"
#include "elements.h"
#include "every_engine.h"
#include "scanline/compute/fill.h"
#include "support/sizes.h"

#include <catch2/catch_all.hpp>

namespace iota_gl_test {

using namespace scanline;
using namespace scanline::compute;
using namespace scanline::test;
using Catch::Matchers::StartsWith;

namespace {

template <class T>
std::vector<T> counted(std::int64_t size, T start, T step) {
    std::vector<T> values(static_cast<std::size_t>(size));
    for (std::size_t i = 0; i < values.size(); ++i) {
        if constexpr (std::is_same_v<T, float>)
            values[i] = start + static_cast<float>(i) * step;
        else
            values[i] = static_cast<T>(static_cast<std::uint32_t>(start) +
                                       static_cast<std::uint32_t>(i) * static_cast<std::uint32_t>(step));
    }
    return values;
}

template <class T>
T any_number(Random& random) {
    if constexpr (std::is_same_v<T, float>)
        return static_cast<float>(2000 * random.unit() - 1000);
    else
        return random_element<T>(random);
}

} // namespace

TEST_CASE_METHOD(EveryEngineTest, "The example of iota") {
    const Iota<std::uint32_t> iota(engine());
    DeviceArray<std::uint32_t> a(5);
    iota(a.view());
    CHECK(a.download() == std::vector<std::uint32_t>{0, 1, 2, 3, 4});
    iota(a.view(), 10, 3);
    CHECK(a.download() == std::vector<std::uint32_t>{10, 13, 16, 19, 22});
}

TEMPLATE_TEST_CASE("An iota counts from any start by any step, wraps around and rounds as C++ does", "",
                   std::uint32_t, std::int32_t, float) {
    EveryEngineTest gpu;
    using T = TestType;
    constexpr std::uint64_t seed = 62;
    Random random(seed);
    for (Engine* const engine : gpu.engines()) {
        const Iota<T> iota(*engine);
        for (const std::int64_t size : stream_sizes(seed, 2)) {
            for (const std::int64_t before : {64, 65}) {
                const T start = any_number<T>(random), step = any_number<T>(random);
                INFO(name_of(*engine) << ", seed " << seed << ", " << size << " elements from " << before
                                      << ", " << start << " + i * " << step);
                GuardedArray<T> output(size, before);
                iota(output.view(), start, step);
                CHECK(same_bits(output.download(), counted(size, start, step)));
                CHECK(output.intact());
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest,
                 "An iota of floats neither adds up rounding nor contracts the product with the sum") {
    const Iota<float> iota(engine());
    constexpr std::int64_t size = 40'000;
    DeviceArray<float> output(size);
    iota(output.view(), 0.1f, 0.1f);
    CHECK(same_bits(output.download(), counted(size, 0.1f, 0.1f)));
}

TEST_CASE_METHOD(EveryEngineTest, "An iota by a count on the GPU leaves what lies behind the count") {
    for (Engine* const engine : engines()) {
        const Iota<std::int32_t> iota(*engine);
        check_counts(
            5, [](std::uint32_t i) { return -3 - 2 * static_cast<std::int32_t>(i); },
            [&](ArrayView<std::int32_t> output, ArrayView<const std::uint32_t> count) {
                iota(output, -3, -2, count);
            });
    }
}

TEST_CASE_METHOD(EveryEngineTest, "An iota whose count lies in what it writes is refused") {
    const Iota<std::uint32_t> iota(engine());
    DeviceArray<std::uint32_t> array(10);
    CHECK_THAT(usage_message([&] { iota(array.view(), 0, 1, array.view().part(9, 1)); }),
               StartsWith("iota: the count (bytes 36 to 40 of buffer "));
}

} // namespace iota_gl_test
