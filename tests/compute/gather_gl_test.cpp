#include "check_counts.h"
#include "elements.h"
#include "every_engine.h"
#include "scanline/compute/gather_scatter.h"
#include "support/sizes.h"

#include <catch2/catch_all.hpp>

namespace gather_gl_test {

using namespace scanline;
using namespace scanline::compute;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

static_assert(!std::is_copy_constructible_v<Gather<float>> &&
              std::is_nothrow_move_constructible_v<Gather<float>>);

TEST_CASE_METHOD(EveryEngineTest, "The example of gather") {
    DeviceArray<float> a(std::vector<float>{0.5f, 1.5f, 2.5f}), b(4);
    DeviceArray<std::uint32_t> i(std::vector<std::uint32_t>{2, 0, 0, 7});
    const Gather<float> gather(engine());
    gather(a.view(), i.view(), b.view());
    CHECK(b.download() == std::vector<float>{2.5f, 0.5f, 0.5f, 0});
}

TEMPLATE_TEST_CASE("A gather collects the elements that its indices name, and zero for those that name none",
                   "", std::uint32_t, std::int32_t, float, std::uint64_t, Pair) {
    EveryEngineTest gpu;
    using T = TestType;
    constexpr std::uint64_t seed = 64;
    Random random(seed);
    for (Engine* const engine : gpu.engines()) {
        const Gather<T> gather(*engine);
        for (const std::int64_t size : stream_sizes(seed, 2)) {
            for (const std::int64_t elements :
                 {std::int64_t{0}, std::int64_t{1}, size / 2 + 1, std::int64_t{2000}}) {
                INFO(name_of(*engine) << ", seed " << seed << ", " << size << " of " << elements);
                const std::vector<T> values = random_elements<T>(random, elements);
                std::vector<std::uint32_t> indices =
                    random_below(random, size, static_cast<std::uint64_t>(elements) + 2);
                if (size > 2)
                    indices[1] = 0xffffffffu;
                std::vector<T> expected(indices.size());
                for (std::size_t i = 0; i < indices.size(); ++i)
                    expected[i] = indices[i] < values.size() ? values[indices[i]] : T{};
                // An index out of range must not reach the guards after the input.
                GuardedArray<T> input(values, 65), output(size, 63);
                GuardedArray<std::uint32_t> where(indices, 67);
                gather(input.view(), where.view(), output.view());
                CHECK(same_bits(output.download(), expected));
                CHECK(output.intact());
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A gather by a count on the GPU leaves what lies behind the count") {
    for (Engine* const engine : engines()) {
        const Gather<std::int32_t> gather(*engine);
        DeviceArray<std::int32_t> input(std::vector<std::int32_t>{-5, 6});
        check_counts(
            41, [](std::uint32_t) { return 6; },
            [&](ArrayView<std::int32_t> output, ArrayView<const std::uint32_t> count) {
                DeviceArray<std::uint32_t> ones(
                    std::vector<std::uint32_t>(static_cast<std::size_t>(output.size()), 1));
                gather(input.view(), ones.view(), output, count);
            });
    }
}

TEST_CASE_METHOD(EveryEngineTest,
                 "A gather may take its indices for its elements, but must write apart from both") {
    DeviceArray<std::uint32_t> array(std::vector<std::uint32_t>{2, 0, 1, 9, 9, 9});
    const Gather<std::uint32_t> gather(engine());
    const auto first = array.view().part(0, 3), second = array.view().part(3, 3);
    gather(first, first, second);
    CHECK(array.download() == std::vector<std::uint32_t>{2, 0, 1, 1, 2, 0});
    CHECK_THAT(usage_message([&] { gather(first, second, first); }),
               StartsWith("gather: the input (bytes 0 to 12 of buffer ") &&
                   ContainsSubstring(" and the output (bytes 0 to 12) overlap"));
    CHECK_THAT(usage_message([&] { gather(first, second, array.view().part(3, 3)); }),
               StartsWith("gather: the index array (bytes 12 to 24 of buffer ") &&
                   ContainsSubstring(" and the output (bytes 12 to 24) overlap"));
    CHECK(usage_message([&] { gather(first, first, array.view().part(3, 2)); }) ==
          "gather: 3 elements given for the index array, 2 needed");
}

} // namespace gather_gl_test
