#include "every_engine.h"
#include "scanline/compute/radix_sort.h"
#include "sort_check.h"

#include <catch2/catch_all.hpp>

namespace radix_sort_pairs_gl_test {

using namespace scanline;
using namespace scanline::compute;
using scanline::test::EveryEngineTest;
using scanline::test::Keys;
using scanline::test::name_of;
using scanline::test::sort_fault;
using scanline::test::usage_message;

static_assert(!std::is_copy_constructible_v<RadixSortPairs<float>> &&
              std::is_nothrow_move_constructible_v<RadixSortPairs<float>> &&
              std::is_nothrow_move_assignable_v<RadixSortPairs<float>>);

namespace {

using Numbers = std::vector<std::uint32_t>;

} // namespace

TEST_CASE_METHOD(EveryEngineTest, "Values travel with their keys, those of equal keys in their order") {
    const RadixSortPairs<std::int32_t> sort(engine());
    const DeviceArray<std::int32_t> keys(std::vector<std::int32_t>{3, -1, 3, 0, -1});
    const DeviceArray<std::uint32_t> values(Numbers{10, 11, 12, 13, 14});
    DeviceArray<std::int32_t> sorted_keys(5);
    DeviceArray<std::uint32_t> sorted_values(5);
    sort(keys.view(), values.view(), sorted_keys.view(), sorted_values.view());
    CHECK(sorted_keys.download() == std::vector<std::int32_t>{-1, -1, 0, 3, 3});
    CHECK(sorted_values.download() == Numbers{11, 14, 13, 10, 12});
}

TEMPLATE_TEST_CASE("Pairs with keys of every type are sorted stably both ways, at every size", "",
                   std::uint32_t, std::int32_t, float) {
    EveryEngineTest gpu;
    using K = TestType;
    constexpr std::uint64_t seed = 351;
    Random random(seed);
    for (Engine* const engine : {&gpu.engine(), gpu.engines().back()}) {
        for (const bool descending : {false, true}) {
            const RadixSortOptions options{.descending = descending};
            const RadixSortPairs<K> sort(*engine, options);
            for (const auto& [size, kind] : test::sort_cases<K>(seed, descending)) {
                INFO(name_of(*engine) << (descending ? ", descending, " : ", ascending, ") << to_string(kind)
                                      << ", seed " << seed << ", " << size);
                CHECK(sort_fault(sort, test::make_keys<K>(kind, size, random), options) == "");
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest,
                 "Pairs are sorted by any range of bits, with keys or values in place or apart") {
    constexpr std::uint64_t seed = 352;
    Random random(seed);
    for (const auto& [begin, end] : {std::pair{0, 32}, {3, 19}, {31, 32}, {0, 24}, {8, 16}, {5, 6}}) {
        const RadixSortOptions options{.begin_bit = begin, .end_bit = end};
        const RadixSortPairs<float> sort(engine(), options);
        for (const std::int64_t size : {1, 1000, 20'011}) {
            const auto keys = test::make_keys<float>(Keys::random, size, random);
            for (const bool keys_in_place : {false, true}) {
                for (const bool values_in_place : {false, true}) {
                    INFO("bits " << begin << " to " << end << ", seed " << seed << ", " << size
                                 << ", in place: " << (keys_in_place ? "keys " : "")
                                 << (values_in_place ? "values" : ""));
                    CHECK(sort_fault(sort, keys, options,
                                     {.keys_in_place = keys_in_place, .values_in_place = values_in_place}) ==
                          "");
                }
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "Keys and values of pairs begin anywhere") {
    constexpr std::uint64_t seed = 353;
    Random random(seed);
    for (Engine* const engine : engines()) {
        const RadixSortPairs<std::uint32_t> sort(*engine);
        for (const std::int64_t first : {0, 65, 66, 67}) {
            for (const std::int64_t size : {1, 6, 8192, 20'003}) {
                INFO(name_of(*engine) << ", seed " << seed << ", " << size << " from " << first);
                const auto keys = test::make_keys<std::uint32_t>(Keys::two, size, random);
                CHECK(sort_fault(sort, keys, {}, {.keys_first = first}) == "");
                CHECK(sort_fault(sort, keys, {}, {.values_first = first}) == "");
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A count on the GPU says how many pairs are sorted, at most all") {
    constexpr std::uint64_t seed = 354;
    Random random(seed);
    for (Engine* const engine : engines()) {
        for (const int end_bit : {32, 8}) {
            const RadixSortOptions options{.end_bit = end_bit};
            const RadixSortPairs<std::uint32_t> sort(*engine, options);
            for (const std::int64_t size : {0, 1, 8192, 20'000}) {
                const auto keys = test::make_keys<std::uint32_t>(Keys::random, size, random);
                for (const std::uint32_t count : test::edge_counts(size)) {
                    INFO(name_of(*engine)
                         << ", bits to " << end_bit << ", seed " << seed << ", " << count << " of " << size);
                    CHECK(sort_fault(sort, keys, options, {.count = count}) == "");
                    CHECK(sort_fault(sort, keys, options,
                                     {.keys_in_place = true, .values_in_place = true, .count = count}) == "");
                }
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A sort of pairs gives the same in every run", "[repeat]") {
    constexpr std::uint64_t seed = 355;
    Random random(seed);
    const auto keys = test::make_keys<std::uint32_t>(Keys::skewed, 50'000, random);
    for (Engine* const engine : engines()) {
        const RadixSortPairs<std::uint32_t> sort(*engine);
        for (int run = 0; run < 20; ++run) {
            INFO(name_of(*engine) << ", seed " << seed << ", run " << run);
            CHECK(sort_fault(sort, keys, {}) == "");
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest,
                 "Sorts of pairs allocate and compile nothing once they have been called twice") {
    for (const int end_bit : {32, 24}) {
        const RadixSortPairs<std::uint32_t> sort(engine(), {.end_bit = end_bit});
        DeviceArray<std::uint32_t> keys(Numbers(50'000, 1)), values(Numbers(50'000, 2)), sorted(50'000),
            sorted_values(50'000);
        const auto run = [&] {
            sort(keys.view(), values.view(), sorted.view(), sorted_values.view());
            sort(keys.view(), values.view(), keys.view(), values.view());
        };
        run();
        run(); // merges the scratch chunks of the first run
        const std::int64_t allocations = engine().arena().allocations();
        const std::size_t programs = engine().programs().size();
        for (int i = 0; i < 5; ++i)
            run();
        CHECK(engine().arena().allocations() == allocations);
        CHECK(engine().programs().size() == programs);
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A sort of pairs that is used wrongly says how") {
    const RadixSortPairs<std::uint32_t> sort(engine());
    DeviceArray<std::uint32_t> array(20);
    const ArrayView<std::uint32_t> a = array.view();
    const auto part = [&](std::int64_t from, std::int64_t size) { return a.part(from, size); };
    const auto overlap = [&](std::string_view one, std::string_view other) {
        return fmt::format("sort: the {} and the {} overlap: give them memory of their own",
                           fmt::format(fmt::runtime(one), a.range().buffer), other);
    };
    CHECK(usage_message([&] { sort(part(0, 5), part(5, 4), part(10, 5), part(15, 5)); }) ==
          "sort: 4 elements given for the values, 5 needed");
    CHECK(usage_message([&] { sort(part(0, 5), part(5, 5), part(10, 4), part(15, 5)); }) ==
          "sort: 4 elements given for the sorted keys, 5 needed");
    CHECK(usage_message([&] { sort(part(0, 5), part(5, 5), part(10, 5), part(15, 4)); }) ==
          "sort: 4 elements given for the sorted values, 5 needed");
    CHECK(usage_message([&] { sort(part(0, 5), part(5, 5), part(10, 5), part(15, 5), part(0, 0)); }) ==
          "sort: 0 elements given for the count, at least 1 needed");
    CHECK(usage_message([&] { sort(part(0, 5), part(5, 5), part(4, 5), part(15, 5)); }) ==
          overlap("keys (bytes 0 to 20 of buffer {})", "sorted keys (bytes 16 to 36)"));
    CHECK(usage_message([&] { sort(part(0, 5), part(5, 5), part(10, 5), part(4, 5)); }) ==
          overlap("keys (bytes 0 to 20 of buffer {})", "sorted values (bytes 16 to 36)"));
    CHECK(usage_message([&] { sort(part(0, 5), part(5, 5), part(10, 5), part(14, 5)); }) ==
          overlap("sorted keys (bytes 40 to 60 of buffer {})", "sorted values (bytes 56 to 76)"));
    CHECK(usage_message([&] { sort(part(0, 5), part(5, 5), part(10, 5), part(6, 4)); }) ==
          "sort: 4 elements given for the sorted values, 5 needed");
    CHECK(usage_message([&] { sort(part(0, 4), part(5, 4), part(10, 4), part(6, 4)); }) ==
          overlap("values (bytes 20 to 36 of buffer {})", "sorted values (bytes 24 to 40)"));
    CHECK(usage_message([&] { sort(part(0, 5), part(11, 5), part(10, 5), part(15, 5)); }) !=
          "no error"); // values overlap both sorted arrays: either may be named
    CHECK(usage_message([&] { sort(part(0, 4), part(11, 4), part(10, 4), part(16, 4)); }) ==
          overlap("sorted keys (bytes 40 to 56 of buffer {})", "values (bytes 44 to 60)"));
    // Keys may be their own values, because both are only read.
    sort(part(0, 5), part(0, 5), part(10, 5), part(15, 5));
}

} // namespace radix_sort_pairs_gl_test
