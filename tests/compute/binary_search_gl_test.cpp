#include "check_counts.h"
#include "elements.h"
#include "every_engine.h"
#include "scanline/compute/binary_search.h"
#include "scanline/compute/reference/sort.h"
#include "support/sizes.h"

#include <catch2/catch_all.hpp>

namespace binary_search_gl_test {

using namespace scanline;
using namespace scanline::compute;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

static_assert(!std::is_copy_constructible_v<BinarySearch<float>> &&
              std::is_nothrow_move_constructible_v<BinarySearch<float>>);

TEST_CASE_METHOD(EveryEngineTest, "The example of the binary search") {
    const std::vector<std::uint32_t> sorted{1, 3, 3, 7}, wanted{0, 3, 4, 9};
    DeviceArray<std::uint32_t> a(sorted), queries(wanted), positions(4);
    const BinarySearch<std::uint32_t> lower(engine(), Bound::lower), upper(engine(), Bound::upper);
    lower(a.view(), queries.view(), positions.view());
    CHECK(positions.download() == std::vector<std::uint32_t>{0, 1, 3, 4});
    CHECK(reference::binary_search<std::uint32_t>(sorted, wanted, Bound::lower) == positions.download());
    upper(a.view(), queries.view(), positions.view());
    CHECK(positions.download() == std::vector<std::uint32_t>{0, 3, 3, 4});
    CHECK(reference::binary_search<std::uint32_t>(sorted, wanted, Bound::upper) == positions.download());
}

TEMPLATE_TEST_CASE("A binary search finds the place of every query, of equal elements and at the ends, too",
                   "", std::uint32_t, std::int32_t, float) {
    EveryEngineTest gpu;
    using T = TestType;
    constexpr std::uint64_t seed = 66;
    Random random(seed);
    for (Engine* const engine : gpu.engines()) {
        for (const Bound bound : enumerators<Bound>) {
            const BinarySearch<T> search(*engine, bound);
            for (const std::int64_t size : stream_sizes(seed, 2)) {
                for (const std::int64_t query_count : {std::int64_t{1}, std::int64_t{1500}}) {
                    INFO(name_of(*engine) << ", " << to_string(bound) << ", seed " << seed << ", "
                                          << query_count << " in " << size);
                    std::vector<T> sorted = mixed_elements<T>(random, size);
                    std::ranges::sort(sorted, comes_before<T>);
                    const std::vector<T> wanted = mixed_elements<T>(random, query_count);
                    GuardedArray<T> array(sorted, 65), queries(wanted, 67);
                    GuardedArray<std::uint32_t> positions(query_count, 63);
                    search(array.view(), queries.view(), positions.view());
                    CHECK(
                        same_bits(positions.download(), reference::binary_search<T>(sorted, wanted, bound)));
                    CHECK(positions.intact());
                }
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest,
                 "A binary search of floats tells -0 from +0 and gives every NaN its place") {
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    DeviceArray<float> sorted(std::vector<float>{-nan, -inf, -1, -0.0f, 0.0f, 1, inf, nan});
    DeviceArray<float> queries(std::vector<float>{-nan, -2, -0.0f, 0.0f, 0.5f, inf, nan});
    DeviceArray<std::uint32_t> positions(7);
    BinarySearch<float>(engine(), Bound::lower)(sorted.view(), queries.view(), positions.view());
    CHECK(positions.download() == std::vector<std::uint32_t>{0, 2, 3, 4, 5, 6, 7});
    BinarySearch<float>(engine(), Bound::upper)(sorted.view(), queries.view(), positions.view());
    CHECK(positions.download() == std::vector<std::uint32_t>{1, 2, 4, 5, 5, 7, 8});
}

TEST_CASE_METHOD(EveryEngineTest,
                 "A binary search by a count on the GPU leaves the positions behind the count") {
    const BinarySearch<std::uint32_t> search(engine(), Bound::lower);
    DeviceArray<std::uint32_t> sorted(std::vector<std::uint32_t>{10, 20, 30});
    check_counts(
        41u, [](std::uint32_t) { return 2u; },
        [&](ArrayView<std::uint32_t> output, ArrayView<const std::uint32_t> count) {
            DeviceArray<std::uint32_t> queries(
                std::vector<std::uint32_t>(static_cast<std::size_t>(output.size()), 25));
            search(sorted.view(), queries.view(), output, count);
        });
}

TEST_CASE_METHOD(EveryEngineTest, "Positions may replace their queries, but not lie in the sorted array") {
    DeviceArray<std::uint32_t> array(std::vector<std::uint32_t>{10, 20, 30, 25, 35, 5});
    const BinarySearch<std::uint32_t> search(engine(), Bound::upper);
    const auto sorted = array.view().part(0, 3), queries = array.view().part(3, 3);
    search(sorted, queries, queries);
    CHECK(array.download() == std::vector<std::uint32_t>{10, 20, 30, 2, 3, 0});
    CHECK_THAT(usage_message([&] { search(sorted, queries, sorted); }),
               StartsWith("binary search: the sorted array (bytes 0 to 12 of buffer ") &&
                   ContainsSubstring(" and the position array (bytes 0 to 12) overlap"));
    CHECK_THAT(usage_message([&] { search(array.view().part(0, 1), queries, array.view().part(2, 3)); }),
               StartsWith("binary search: the query array (bytes 12 to 24 of buffer ") &&
                   ContainsSubstring(" and the position array (bytes 8 to 20) overlap"));
    CHECK(usage_message([&] { search(sorted, queries, array.view().part(3, 2)); }) ==
          "binary search: 2 elements given for the position array, 3 needed");
}

TEST_CASE_METHOD(EveryEngineTest, "Positions in an array that is not sorted are not behind its end") {
    constexpr std::uint64_t seed = 67;
    Random random(seed);
    const BinarySearch<std::uint32_t> search(engine(), Bound::lower);
    DeviceArray<std::uint32_t> array(random_elements<std::uint32_t>(random, 1000)),
        queries(random_elements<std::uint32_t>(random, 1000)), positions(1000);
    search(array.view(), queries.view(), positions.view());
    CHECK(std::ranges::max(positions.download()) <= 1000);
}

} // namespace binary_search_gl_test
