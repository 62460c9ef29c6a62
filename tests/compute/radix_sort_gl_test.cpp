#include "every_engine.h"
#include "scanline/compute/radix_sort.h"
#include "sort_check.h"

#include <catch2/catch_all.hpp>

namespace radix_sort_gl_test {

using namespace scanline;
using namespace scanline::compute;
using scanline::test::EveryEngineTest;
using scanline::test::Keys;
using scanline::test::name_of;
using scanline::test::sort_fault;
using scanline::test::usage_message;

static_assert(!std::is_copy_constructible_v<RadixSort<float>> &&
              std::is_nothrow_move_constructible_v<RadixSort<float>> &&
              std::is_nothrow_move_assignable_v<RadixSort<float>>);

namespace {

using Numbers = std::vector<std::uint32_t>;

} // namespace

TEST_CASE_METHOD(EveryEngineTest, "The example of a sort") {
    const RadixSort<std::uint32_t> sort(engine());
    const DeviceArray<std::uint32_t> a(Numbers{3, 1, 7, 0, 4});
    DeviceArray<std::uint32_t> b(5);
    sort(a.view(), b.view());
    CHECK(b.download() == Numbers{0, 1, 3, 4, 7});
}

TEMPLATE_TEST_CASE("Keys of every type are sorted both ways, at every size, with all their bits", "",
                   std::uint32_t, std::int32_t, float) {
    EveryEngineTest gpu;
    using K = TestType;
    constexpr std::uint64_t seed = 341;
    Random random(seed);
    for (Engine* const engine : gpu.engines()) {
        for (const bool descending : {false, true}) {
            const RadixSortOptions options{.descending = descending};
            const RadixSort<K> sort(*engine, options);
            for (const auto& [size, kind] : test::sort_cases<K>(seed, descending)) {
                INFO(name_of(*engine) << (descending ? ", descending, " : ", ascending, ") << to_string(kind)
                                      << ", seed " << seed << ", " << size);
                CHECK(sort_fault(sort, test::make_keys<K>(kind, size, random), options) == "");
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "Sorted floats are in the total order of IEEE 754") {
    constexpr std::uint64_t seed = 342;
    Random random(seed);
    INFO("seed " << seed);
    std::vector<float> keys = test::make_keys<float>(Keys::odd, 500, random);
    const std::vector<float> others = test::make_keys<float>(Keys::random, 9'500, random);
    keys.insert(keys.end(), others.begin(), others.end());
    const RadixSort<float> sort(engine());
    const DeviceArray<float> input(keys);
    DeviceArray<float> output(10'000);
    sort(input.view(), output.view());
    std::vector<float> sorted = output.download();
    const auto less = [](float a, float b) { return std::strong_order(a, b) < 0; };
    CHECK(std::is_sorted(sorted.begin(), sorted.end(), less));
    std::sort(keys.begin(), keys.end(), less);
    CHECK(test::difference(sorted, keys) == "");
}

TEMPLATE_TEST_CASE("Keys are sorted by any range of their bits, apart and in place", "", std::uint32_t,
                   std::int32_t, float) {
    EveryEngineTest gpu;
    using K = TestType;
    constexpr std::uint64_t seed = 343;
    Random random(seed);
    // An even and an odd number of passes, whole and partial digits.
    for (const auto& [begin, end] :
         {std::pair{0, 32}, {3, 19}, {31, 32}, {0, 24}, {8, 16}, {5, 6}, {15, 32}}) {
        for (const bool descending : {false, true}) {
            const RadixSortOptions options{.descending = descending, .begin_bit = begin, .end_bit = end};
            const RadixSort<K> sort(gpu.engine(), options);
            for (const std::int64_t size : {1, 1000, 8192, 20'011}) {
                for (const Keys kind : {Keys::random, Keys::odd}) {
                    INFO("bits " << begin << " to " << end
                                 << (descending ? ", descending, " : ", ascending, ") << to_string(kind)
                                 << ", seed " << seed << ", " << size);
                    const auto keys = test::make_keys<K>(kind, size, random);
                    CHECK(sort_fault(sort, keys, options) == "");
                    CHECK(sort_fault(sort, keys, options, {.keys_in_place = true}) == "");
                }
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "Keys begin anywhere") {
    constexpr std::uint64_t seed = 344;
    Random random(seed);
    for (Engine* const engine : engines()) {
        const RadixSort<std::uint32_t> sort(*engine);
        for (const std::int64_t first : {0, 65, 66, 67}) {
            for (const std::int64_t size : {1, 6, 8192, 20'003}) {
                INFO(name_of(*engine) << ", seed " << seed << ", " << size << " from " << first);
                const auto keys = test::make_keys<std::uint32_t>(Keys::random, size, random);
                CHECK(sort_fault(sort, keys, {}, {.keys_first = first}) == "");
                CHECK(sort_fault(sort, keys, {}, {.keys_first = first, .keys_in_place = true}) == "");
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A count on the GPU says how many keys are sorted, at most all") {
    constexpr std::uint64_t seed = 345;
    Random random(seed);
    for (Engine* const engine : engines()) {
        for (const int end_bit : {32, 8}) {
            const RadixSortOptions options{.end_bit = end_bit};
            const RadixSort<std::uint32_t> sort(*engine, options);
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

TEST_CASE_METHOD(EveryEngineTest, "A long array is sorted", "[repeat]") {
    constexpr std::uint64_t seed = 346;
    Random random(seed);
    INFO("seed " << seed);
    std::vector<std::uint32_t> keys =
        test::make_keys<std::uint32_t>(Keys::random, (std::int64_t{1} << 22) + 4097, random);
    const RadixSort<std::uint32_t> sort(engine());
    const DeviceArray<std::uint32_t> input(keys);
    DeviceArray<std::uint32_t> output(input.size());
    sort(input.view(), output.view());
    std::sort(keys.begin(), keys.end());
    CHECK(test::difference(output.download(), keys) == "");
}

TEST_CASE_METHOD(EveryEngineTest, "Sorts allocate and compile nothing once they have been called twice") {
    for (const int end_bit : {32, 24}) {
        const RadixSort<std::uint32_t> sort(engine(), {.end_bit = end_bit});
        DeviceArray<std::uint32_t> keys(Numbers(50'000, 1)), sorted(50'000);
        const DeviceArray<std::uint32_t> count(Numbers{1000});
        const auto run = [&] {
            sort(keys.view(), sorted.view());
            sort(keys.view(), keys.view());
            sort(keys.view(), sorted.view(), count.view());
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

TEST_CASE_METHOD(EveryEngineTest, "A sort takes one pass for every eight bits") {
    struct Counter : PassObserver {
        int counts = 0, scatters = 0, sweeps = 0;
        void pass_begins(const Pass& pass) override {
            counts += pass.name == "radix-count" ? 1 : 0;
            scatters += pass.name == "radix-scatter" ? 1 : 0;
            sweeps += pass.name == "radix-sweep" ? 1 : 0;
        }
    };
    constexpr std::int64_t more_than_a_group_sorts = 20'000;
    DeviceArray<std::uint32_t> keys(Numbers(more_than_a_group_sorts, 1)), sorted(more_than_a_group_sorts);
    for (const auto& [begin, end, passes] :
         {std::array{0, 32, 4}, {0, 24, 3}, {3, 19, 2}, {8, 17, 2}, {8, 16, 1}, {31, 32, 1}}) {
        INFO("bits " << begin << " to " << end);
        const RadixSort<std::uint32_t> sort(engine(), {.begin_bit = begin, .end_bit = end});
        Counter counter;
        engine().set_observer(&counter);
        sort(keys.view(), sorted.view());
        engine().set_observer(nullptr);
        // Either sweeps, or count, scan, scatter.
        CHECK(counter.counts == counter.scatters);
        CHECK(counter.scatters + counter.sweeps == passes);
        CHECK((counter.scatters == 0 || counter.sweeps == 0));
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A sort that is used wrongly says how") {
    const RadixSort<std::uint32_t> sort(engine());
    DeviceArray<std::uint32_t> array(20);
    const ArrayView<std::uint32_t> a = array.view();
    const GLuint buffer = a.range().buffer;
    CHECK(usage_message([&] { sort(a.part(0, 5), a.part(5, 6)); }) ==
          "sort: 6 elements given for the sorted keys, 5 needed");
    CHECK(usage_message([&] { sort(a.part(0, 5), a.part(4, 5)); }) ==
          fmt::format("sort: the keys (bytes 0 to 20 of buffer {}) and the sorted keys (bytes 16 to 36) "
                      "overlap: give them memory of their own",
                      buffer));
    CHECK(usage_message([&] { sort(a.part(0, 5), a.part(5, 5), ArrayView<std::uint32_t>()); }) ==
          "sort: 0 elements given for the count, at least 1 needed");
    gl::Capabilities small = context.capabilities();
    small.max_storage_block = 1024;
    Engine other(small, {.tier = Tier::shared_memory, .chained = false}); // else it would try large scans
    DeviceArray<std::uint32_t> large(257), sorted(257);
    CHECK(usage_message([&] { RadixSort<std::uint32_t>{other}(large.view(), sorted.view()); }) ==
          "sort: the keys has 257 elements of uint32 (1028 bytes), but " + small.renderer +
              " binds at most 1024 bytes at once: work on parts of it");
}

TEST_CASE_METHOD(EveryEngineTest, "A sort by bits that no key has says so") {
    for (const auto& [begin, end] : {std::pair{-1, 8}, {0, 33}, {8, 8}, {9, 8}, {32, 32}, {0, 0}, {40, 50}}) {
        const RadixSortOptions options{.begin_bit = begin, .end_bit = end};
        const std::string text = fmt::format(
            "sort: bit range [{}, {}) is invalid for keys of 32 bits: it needs 0 <= begin < end <= 32", begin,
            end);
        CHECK(usage_message([&] { const RadixSort<float> wrong(engine(), options); }) == text);
        CHECK(usage_message([&] { const RadixSortPairs<float> wrong(engine(), options); }) == text);
        CHECK(usage_message([&] { const RadixSortPositions<float> wrong(engine(), options); }) == text);
    }
}

} // namespace radix_sort_gl_test
