#include "check_counts.h"
#include "elements.h"
#include "every_engine.h"
#include "scanline/compute/gather_scatter.h"
#include "support/sizes.h"

#include <catch2/catch_all.hpp>

#include <numeric>

namespace scatter_gl_test {

using namespace scanline;
using namespace scanline::compute;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

static_assert(!std::is_copy_constructible_v<Scatter<float>> &&
              std::is_nothrow_move_constructible_v<Scatter<float>>);

namespace {

// `size` distinct numbers below or slightly above `bound`, in random order.
std::vector<std::uint32_t> different_indices(Random& random, std::int64_t size, std::int64_t bound) {
    std::vector<std::uint32_t> indices(static_cast<std::size_t>(std::max(size, bound) + 3));
    std::iota(indices.begin(), indices.end(), 0u);
    for (std::size_t i = 0; i < static_cast<std::size_t>(size); ++i)
        std::swap(indices[i], indices[i + random.below(indices.size() - i)]);
    indices.resize(static_cast<std::size_t>(size));
    return indices;
}

} // namespace

TEST_CASE_METHOD(EveryEngineTest, "The example of scatter") {
    DeviceArray<float> a(std::vector<float>{0.5f, 1.5f, 2.5f}), b(std::vector<float>{9, 9, 9, 9});
    DeviceArray<std::uint32_t> i(std::vector<std::uint32_t>{3, 7, 0});
    const Scatter<float> scatter(engine());
    scatter(a.view(), i.view(), b.view());
    CHECK(b.download() == std::vector<float>{2.5f, 9, 9, 0.5f});
}

TEMPLATE_TEST_CASE("A scatter puts elements where their indices say, and leaves out those that say nowhere",
                   "", std::uint32_t, std::int32_t, float, std::uint64_t, Pair) {
    EveryEngineTest gpu;
    using T = TestType;
    constexpr std::uint64_t seed = 65;
    Random random(seed);
    for (Engine* const engine : gpu.engines()) {
        const Scatter<T> scatter(*engine);
        for (const std::int64_t size : stream_sizes(seed, 2)) {
            for (const std::int64_t places : {std::int64_t{0}, std::int64_t{1}, size / 2 + 1, size + 100}) {
                INFO(name_of(*engine) << ", seed " << seed << ", " << size << " into " << places);
                const std::vector<T> values = random_elements<T>(random, size);
                std::vector<std::uint32_t> indices = different_indices(random, size, places);
                if (size > 2)
                    indices[1] = 0xffffffffu;
                std::vector<T> expected = random_elements<T>(random, places);
                GuardedArray<T> input(values, 65), output(expected, 63);
                for (std::size_t i = 0; i < values.size(); ++i) {
                    if (indices[i] < expected.size())
                        expected[indices[i]] = values[i];
                }
                GuardedArray<std::uint32_t> where(indices, 67);
                scatter(input.view(), where.view(), output.view());
                CHECK(same_bits(output.download(), expected));
                CHECK(output.intact());
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A scatter of many elements to one place leaves one of them") {
    constexpr std::int64_t size = 5000;
    std::vector<std::uint32_t> values(size);
    std::iota(values.begin(), values.end(), 1u);
    DeviceArray<std::uint32_t> input(values), indices(std::vector<std::uint32_t>(size, 0)), output(1);
    const Scatter<std::uint32_t> scatter(engine());
    scatter(input.view(), indices.view(), output.view());
    const std::uint32_t result = output.download().front();
    CHECK(result >= 1);
    CHECK(result <= size);
}

TEST_CASE_METHOD(EveryEngineTest, "A scatter by a count on the GPU puts only the first elements") {
    for (Engine* const engine : engines()) {
        const Scatter<std::uint32_t> scatter(*engine);
        check_counts(
            99'999u, [](std::uint32_t i) { return i; },
            [&](ArrayView<std::uint32_t> output, ArrayView<const std::uint32_t> count) {
                std::vector<std::uint32_t> numbers(static_cast<std::size_t>(output.size()));
                std::iota(numbers.begin(), numbers.end(), 0u);
                DeviceArray<std::uint32_t> places(numbers);
                scatter(places.view(), places.view(), output, count);
            });
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A scatter whose arrays overlap or do not fit together is refused") {
    DeviceArray<std::uint32_t> array(6);
    const Scatter<std::uint32_t> scatter(engine());
    const auto first = array.view().part(0, 3), second = array.view().part(3, 3);
    CHECK_THAT(usage_message([&] { scatter(first, second, array.view().part(2, 1)); }),
               StartsWith("scatter: the input (bytes 0 to 12 of buffer ") &&
                   ContainsSubstring(" and the output (bytes 8 to 12) overlap"));
    CHECK_THAT(usage_message([&] { scatter(first, second, array.view().part(5, 1)); }),
               StartsWith("scatter: the index array (bytes 12 to 24 of buffer ") &&
                   ContainsSubstring(" and the output (bytes 20 to 24) overlap"));
    CHECK(usage_message([&] { scatter(array.view().part(0, 2), second, first); }) ==
          "scatter: 3 elements given for the index array, 2 needed");
}

} // namespace scatter_gl_test
