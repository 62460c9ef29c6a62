#include "elements.h"
#include "every_engine.h"
#include "scanline/compute/merge.h"
#include "scanline/compute/reference/sort.h"
#include "support/sizes.h"

#include <catch2/catch_all.hpp>

#include <numeric>

namespace merge_gl_test {

using namespace scanline;
using namespace scanline::compute;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

static_assert(!std::is_copy_constructible_v<Merge<float>> &&
              std::is_nothrow_move_constructible_v<Merge<float>>);
static_assert(std::is_nothrow_move_constructible_v<MergeByKey<float>>);

namespace {

constexpr int tile = 8 * 255; ///< elements per group on software renderers; 2816 on hardware

struct Sizes {
    std::int64_t a, b;
};

// Pairs whose sum is each listed size, split at random, at the ends and at tile edges.
std::vector<Sizes> sizes_to_merge(Random& random, std::uint64_t seed) {
    std::vector<std::int64_t> sums = stream_sizes(seed, 2);
    for (const std::int64_t edge : {tile, 2 * tile, 2816, 2 * 2816})
        sums.insert(sums.end(), {edge - 1, edge, edge + 1, edge + 2});
    std::vector<Sizes> sizes;
    for (const std::int64_t sum : sums) {
        const auto a = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(sum) + 1));
        sizes.push_back({a, sum - a});
    }
    for (const std::int64_t sum : {1, 17, tile + 1, 10'000}) {
        sizes.push_back({0, sum});
        sizes.push_back({sum, 0});
        sizes.push_back({1, sum});
        sizes.push_back({sum, 1});
    }
    return sizes;
}

template <class T>
std::vector<T> sorted_elements(Random& random, std::int64_t size) {
    std::vector<T> values = mixed_elements<T>(random, size);
    std::ranges::sort(values, comes_before<T>);
    return values;
}

std::vector<std::uint32_t> numbers_from(std::uint32_t first, std::int64_t size) {
    std::vector<std::uint32_t> numbers(static_cast<std::size_t>(size));
    std::iota(numbers.begin(), numbers.end(), first);
    return numbers;
}

} // namespace

TEST_CASE_METHOD(EveryEngineTest, "The examples of merge") {
    const std::vector<std::uint32_t> first{1, 3, 3, 7}, second{0, 3, 8};
    const std::vector<std::uint32_t> first_values{10, 11, 12, 13}, second_values{20, 21, 22};
    DeviceArray<std::uint32_t> a(first), b(second), c(7);
    DeviceArray<std::uint32_t> va(first_values), vb(second_values), vc(7);
    const Merge<std::uint32_t> merge(engine());
    merge(a.view(), b.view(), c.view());
    CHECK(c.download() == std::vector<std::uint32_t>{0, 1, 3, 3, 3, 7, 8});
    CHECK(reference::merge<std::uint32_t>(first, second) == c.download());
    const MergeByKey<std::uint32_t> merge_by_key(engine());
    merge_by_key(a.view(), va.view(), b.view(), vb.view(), c.view(), vc.view());
    CHECK(c.download() == std::vector<std::uint32_t>{0, 1, 3, 3, 3, 7, 8});
    CHECK(vc.download() == std::vector<std::uint32_t>{20, 10, 11, 12, 21, 13, 22});
    const auto expected =
        reference::merge_by_key<std::uint32_t, std::uint32_t>(first, first_values, second, second_values);
    CHECK(expected.first == c.download());
    CHECK(expected.second == vc.download());
}

TEMPLATE_TEST_CASE("A merge is that of std::merge in the total order, for any two lengths", "", std::uint32_t,
                   std::int32_t, float) {
    EveryEngineTest gpu;
    using T = TestType;
    constexpr std::uint64_t seed = 68;
    Random random(seed);
    for (Engine* const engine : gpu.engines()) {
        const Merge<T> merge(*engine);
        for (const auto& [size_a, size_b] : sizes_to_merge(random, seed)) {
            INFO(name_of(*engine) << ", seed " << seed << ", " << size_a << " and " << size_b);
            const std::vector<T> first = sorted_elements<T>(random, size_a),
                                 second = sorted_elements<T>(random, size_b);
            GuardedArray<T> a(first, 65), b(second, 67), output(size_a + size_b, 63);
            merge(a.view(), b.view(), output.view());
            CHECK(same_bits(output.download(), reference::merge<T>(first, second)));
            CHECK(output.intact());
        }
    }
}

TEMPLATE_TEST_CASE("A merge by key is stable: values say where every key came from", "", std::uint32_t,
                   std::int32_t, float) {
    EveryEngineTest gpu;
    using T = TestType;
    constexpr std::uint64_t seed = 69;
    Random random(seed);
    for (Engine* const engine : gpu.engines()) {
        const MergeByKey<T> merge(*engine);
        for (const auto& [size_a, size_b] : sizes_to_merge(random, seed)) {
            INFO(name_of(*engine) << ", seed " << seed << ", " << size_a << " and " << size_b);
            const std::vector<T> first = sorted_elements<T>(random, size_a),
                                 second = sorted_elements<T>(random, size_b);
            const std::vector<std::uint32_t> first_values = numbers_from(0, size_a),
                                             second_values = numbers_from(1'000'000, size_b);
            GuardedArray<T> a(first, 65), b(second, 67), keys(size_a + size_b, 63);
            GuardedArray<std::uint32_t> va(first_values, 66), vb(second_values, 68),
                values(size_a + size_b, 61);
            merge(a.view(), va.view(), b.view(), vb.view(), keys.view(), values.view());
            const auto expected =
                reference::merge_by_key<T, std::uint32_t>(first, first_values, second, second_values);
            CHECK(same_bits(keys.download(), expected.first));
            CHECK(same_bits(values.download(), expected.second));
            CHECK(keys.intact());
            CHECK(values.intact());
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A merge is right however one-sided the tiles are") {
    constexpr std::int64_t size = 3 * tile + 5;
    const Merge<std::uint32_t> merge(engine());
    const auto check = [&](const std::vector<std::uint32_t>& first,
                           const std::vector<std::uint32_t>& second) {
        DeviceArray<std::uint32_t> a(first), b(second), output(a.size() + b.size());
        merge(a.view(), b.view(), output.view());
        CHECK(same_bits(output.download(), reference::merge<std::uint32_t>(first, second)));
    };
    const std::vector<std::uint32_t> low = numbers_from(0, size), high = numbers_from(size, size),
                                     same(size, 7);
    check(low, high);
    check(high, low);
    check(same, same);
    check(low, same);
    check(low, low);
}

TEST_CASE_METHOD(EveryEngineTest, "Values of a merge by key may be floats, and both inputs one array") {
    const MergeByKey<std::int32_t, float> merge(engine());
    DeviceArray<std::int32_t> keys(std::vector<std::int32_t>{-1, 5}), merged(4);
    DeviceArray<float> values(std::vector<float>{0.5f, 1.5f}), moved(4);
    merge(keys.view(), values.view(), keys.view(), values.view(), merged.view(), moved.view());
    CHECK(merged.download() == std::vector<std::int32_t>{-1, -1, 5, 5});
    CHECK(moved.download() == std::vector<float>{0.5f, 0.5f, 1.5f, 1.5f});
}

TEST_CASE_METHOD(EveryEngineTest, "A merge of arrays that are not sorted writes nothing but its output") {
    constexpr std::uint64_t seed = 70;
    Random random(seed);
    for (Engine* const engine : engines()) {
        const MergeByKey<std::uint32_t> merge(*engine);
        for (const std::int64_t size : {100, 5000, 50'000}) {
            INFO(name_of(*engine) << ", seed " << seed << ", " << size);
            GuardedArray<std::uint32_t> a(random_elements<std::uint32_t>(random, size)),
                b(random_elements<std::uint32_t>(random, size)), keys(2 * size), values(2 * size);
            merge(a.view(), a.view(), b.view(), b.view(), keys.view(), values.view());
            CHECK(keys.intact());
            CHECK(values.intact());
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A merge whose arrays overlap or do not fit together is refused") {
    DeviceArray<std::uint32_t> array(10), other(4);
    const auto part = [&](std::int64_t from, std::int64_t size) { return array.view().part(from, size); };
    const Merge<std::uint32_t> merge(engine());
    CHECK(usage_message([&] { merge(part(0, 2), part(2, 2), other.view().part(0, 3)); }) ==
          "merge: 3 elements given for the output, 4 needed");
    CHECK_THAT(usage_message([&] { merge(part(0, 2), part(2, 2), part(3, 4)); }),
               StartsWith("merge: the second array (bytes 8 to 16 of buffer ") &&
                   ContainsSubstring(" and the output (bytes 12 to 28) overlap"));
    CHECK_THAT(usage_message([&] { merge(part(2, 2), part(0, 2), part(3, 4)); }),
               StartsWith("merge: the first array (bytes 8 to 16 of buffer "));

    const MergeByKey<std::uint32_t> by_key(engine());
    const auto message = [&](auto keys_a, auto values_a, auto keys_b, auto values_b, auto keys, auto values) {
        return usage_message([&] { by_key(keys_a, values_a, keys_b, values_b, keys, values); });
    };
    CHECK(message(part(0, 1), part(1, 2), part(2, 1), part(3, 1), part(4, 2), part(6, 2)) ==
          "merge: 2 elements given for the first array of values, 1 needed");
    CHECK(message(part(0, 1), part(1, 1), part(2, 1), part(3, 2), part(4, 2), part(6, 2)) ==
          "merge: 2 elements given for the second array of values, 1 needed");
    CHECK(message(part(0, 1), part(1, 1), part(2, 1), part(3, 1), part(4, 2), part(6, 3)) ==
          "merge: 3 elements given for the output of values, 2 needed");
    CHECK_THAT(message(part(0, 1), part(1, 1), part(2, 1), part(3, 1), part(4, 2), part(5, 2)),
               StartsWith("merge: the output (bytes 16 to 24 of buffer ") &&
                   ContainsSubstring(" and the output of values (bytes 20 to 28) overlap"));
    for (const std::int64_t read : {0, 1, 2, 3}) {
        INFO(read);
        CHECK_THAT(message(part(0, 1), part(1, 1), part(2, 1), part(3, 1), part(read, 2), part(8, 2)),
                   ContainsSubstring(" and the output (bytes "));
        CHECK_THAT(message(part(0, 1), part(1, 1), part(2, 1), part(3, 1), part(8, 2), part(read, 2)),
                   ContainsSubstring(" and the output of values (bytes "));
    }
}

} // namespace merge_gl_test
