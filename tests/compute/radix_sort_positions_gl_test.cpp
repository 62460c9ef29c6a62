#include "every_engine.h"
#include "scanline/compute/radix_sort.h"
#include "sort_check.h"

#include <catch2/catch_all.hpp>

namespace radix_sort_positions_gl_test {

using namespace scanline;
using namespace scanline::compute;
using scanline::test::EveryEngineTest;
using scanline::test::Keys;
using scanline::test::name_of;
using scanline::test::sort_fault;
using scanline::test::usage_message;

static_assert(!std::is_copy_constructible_v<RadixSortPositions<float>> &&
              std::is_nothrow_move_constructible_v<RadixSortPositions<float>> &&
              std::is_nothrow_move_assignable_v<RadixSortPositions<float>>);

namespace {

using Numbers = std::vector<std::uint32_t>;

} // namespace

TEST_CASE_METHOD(EveryEngineTest, "The example of a sort with positions") {
    const RadixSortPositions<float> sort(engine());
    const DeviceArray<float> a(std::vector<float>{3, 1, 7, 0, 4});
    DeviceArray<float> b(5);
    DeviceArray<std::uint32_t> positions(5);
    sort(a.view(), b.view(), positions.view());
    CHECK(b.download() == std::vector<float>{0, 1, 3, 4, 7});
    CHECK(positions.download() == Numbers{3, 1, 0, 4, 2});
}

TEMPLATE_TEST_CASE("Positions tell where every key was, equal ones in their order", "", std::uint32_t,
                   std::int32_t, float) {
    EveryEngineTest gpu;
    using K = TestType;
    constexpr std::uint64_t seed = 361;
    Random random(seed);
    for (Engine* const engine : {&gpu.engine(), gpu.engines().back()}) {
        for (const bool descending : {false, true}) {
            const RadixSortOptions options{.descending = descending};
            const RadixSortPositions<K> sort(*engine, options);
            for (const auto& [size, kind] : test::sort_cases<K>(seed, descending)) {
                INFO(name_of(*engine) << (descending ? ", descending, " : ", ascending, ") << to_string(kind)
                                      << ", seed " << seed << ", " << size);
                CHECK(sort_fault(sort, test::make_keys<K>(kind, size, random), options) == "");
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "Positions of a sort by any range of bits, with keys in place or apart") {
    constexpr std::uint64_t seed = 362;
    Random random(seed);
    for (const auto& [begin, end] : {std::pair{0, 32}, {3, 19}, {31, 32}, {0, 24}, {8, 16}, {5, 6}}) {
        const RadixSortOptions options{.begin_bit = begin, .end_bit = end};
        const RadixSortPositions<std::int32_t> sort(engine(), options);
        for (const std::int64_t size : {1, 1000, 20'011}) {
            const auto keys = test::make_keys<std::int32_t>(Keys::random, size, random);
            for (const bool in_place : {false, true}) {
                INFO("bits " << begin << " to " << end << ", seed " << seed << ", " << size
                             << (in_place ? ", in place" : ""));
                CHECK(sort_fault(sort, keys, options, {.keys_in_place = in_place}) == "");
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A count on the GPU says how many keys get a position, at most all") {
    constexpr std::uint64_t seed = 363;
    Random random(seed);
    for (Engine* const engine : engines()) {
        for (const int end_bit : {32, 8}) {
            const RadixSortOptions options{.end_bit = end_bit};
            const RadixSortPositions<std::uint32_t> sort(*engine, options);
            for (const std::int64_t size : {0, 1, 8192, 20'000}) {
                const auto keys = test::make_keys<std::uint32_t>(Keys::random, size, random);
                for (const std::uint32_t count : test::edge_counts(size)) {
                    INFO(name_of(*engine)
                         << ", bits to " << end_bit << ", seed " << seed << ", " << count << " of " << size);
                    CHECK(sort_fault(sort, keys, options, {.count = count}) == "");
                    CHECK(sort_fault(sort, keys, options, {.keys_in_place = true, .count = count}) == "");
                }
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "The positions of a long array are a permutation that sorts it stably",
                 "[repeat]") {
    constexpr std::uint64_t seed = 364;
    Random random(seed);
    INFO("seed " << seed);
    const auto keys = test::make_keys<std::uint32_t>(Keys::skewed, std::int64_t{1} << 22, random);
    CHECK(sort_fault(RadixSortPositions<std::uint32_t>(engine()), keys, {}) == "");
}

TEST_CASE_METHOD(EveryEngineTest, "A sort with positions that is used wrongly says how") {
    const RadixSortPositions<std::uint32_t> sort(engine());
    DeviceArray<std::uint32_t> array(20);
    const ArrayView<std::uint32_t> a = array.view();
    const GLuint buffer = a.range().buffer;
    CHECK(usage_message([&] { sort(a.part(0, 5), a.part(5, 4), a.part(10, 5)); }) ==
          "sort: 4 elements given for the sorted keys, 5 needed");
    CHECK(usage_message([&] { sort(a.part(0, 5), a.part(5, 5), a.part(10, 6)); }) ==
          "sort: 6 elements given for the sorted values, 5 needed");
    CHECK(usage_message([&] { sort(a.part(0, 5), a.part(5, 5), a.part(0, 5)); }) ==
          fmt::format("sort: the keys (bytes 0 to 20 of buffer {}) and the sorted values (bytes 0 to 20) "
                      "overlap: give them memory of their own",
                      buffer));
    CHECK(
        usage_message([&] { sort(a.part(0, 5), a.part(5, 5), a.part(9, 5)); }) ==
        fmt::format("sort: the sorted keys (bytes 20 to 40 of buffer {}) and the sorted values (bytes 36 to "
                    "56) overlap: give them memory of their own",
                    buffer));
    CHECK(usage_message([&] {
              sort(a.part(0, 5), a.part(5, 5), a.part(10, 5), ArrayView<std::uint32_t>());
          }) == "sort: 0 elements given for the count, at least 1 needed");
}

} // namespace radix_sort_positions_gl_test
