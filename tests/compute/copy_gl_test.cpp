#include "compute_fixture.h"
#include "scanline/compute/copy.h"
#include "scanline/core/random.h"
#include "support/sizes.h"

#include <catch2/catch.hpp>

using namespace scanline;
using namespace scanline::compute;
using scanline::test::ComputeTest;
using scanline::test::GuardedArray;

namespace {

template <class T>
T random_element(Random& random) {
    if constexpr (std::is_same_v<T, Pair>)
        return {static_cast<std::uint32_t>(random.next()), static_cast<std::uint32_t>(random.next())};
    else
        return static_cast<T>(random.below(1'000'000));
}

} // namespace

TEMPLATE_TEST_CASE("A copy is the elements, wherever they begin, and nothing beside them changes", "",
                   std::uint32_t, std::int32_t, float, Pair) {
    ComputeTest gpu;
    using T = TestType;
    constexpr std::uint64_t seed = 51;
    Random random(seed);
    const Copy<T> copy(gpu.engine());
    for (const std::int64_t size : test::stream_sizes(seed, 2)) {
        for (const std::int64_t before : {64, 65}) {
            INFO("seed " << seed << ", " << size << " elements from " << before);
            std::vector<T> values(static_cast<std::size_t>(size));
            std::ranges::generate(values, [&] { return random_element<T>(random); });
            GuardedArray<T> input(values), output(size, before);
            copy(input.view(), output.view());
            CHECK((output.download() == values));
            CHECK(output.intact());
        }
    }
}
