#include "every_engine.h"
#include "scanline/compute/compact.h"
#include "selection_check.h"

#include <catch2/catch_all.hpp>

namespace partition_gl_test {

using namespace scanline;
using namespace scanline::compute;
using scanline::test::EveryEngineTest;
using scanline::test::make_flags;
using scanline::test::name_of;
using scanline::test::Others;
using scanline::test::Selection;
using scanline::test::SelectionTrial;
using scanline::test::usage_message;

static_assert(!std::is_copy_constructible_v<Partition<float>> &&
              std::is_nothrow_move_constructible_v<Partition<float>> &&
              std::is_nothrow_move_assignable_v<Partition<float>>);

namespace {

using Numbers = std::vector<std::uint32_t>;

template <class T>
std::string partition_fault(const Partition<T>& partition, const std::vector<T>& values, const Numbers& flags,
                            const SelectionTrial& trial = {}) {
    return selection_fault(
        values, flags, Others::follow, [&](auto... arrays) { partition(arrays...); }, trial);
}

} // namespace

TEST_CASE_METHOD(EveryEngineTest, "The example of a partition") {
    const Partition<float> partition(engine());
    const DeviceArray<float> a(std::vector<float>{3, 1, 7, 0, 4});
    const DeviceArray<std::uint32_t> flags(Numbers{1, 0, 1, 0, 1});
    DeviceArray<float> b(5);
    DeviceArray<std::uint32_t> n(1);
    partition(a.view(), flags.view(), b.view(), n.view());
    CHECK(b.download() == std::vector<float>{3, 7, 4, 1, 0});
    CHECK(n.download() == Numbers{3});
}

TEST_CASE_METHOD(EveryEngineTest, "Partitions by every method are stable on both sides", "[repeat]") {
    constexpr std::uint64_t seed = 331;
    Random random(seed);
    for (Engine* const engine : engines()) {
        for (const ScanMethod method : enumerators<ScanMethod>) {
            const Partition<std::uint32_t> partition(*engine, {.method = method});
            std::size_t turn = 0;
            for (const std::int64_t size : test::select_sizes(seed)) {
                for (const Selection selection : test::all_selections) {
                    const bool every_kind = size == 4096 || size == 8193;
                    if (!every_kind &&
                        turn++ % test::all_selections.size() != static_cast<std::size_t>(selection))
                        continue;
                    INFO(name_of(*engine) << ", " << to_string(method) << ", seed " << seed << ", "
                                          << to_string(selection) << " of " << size);
                    const auto values = test::random_elements<std::uint32_t>(random, size);
                    CHECK(partition_fault(partition, values, make_flags(selection, size, 2048, random)) ==
                          "");
                }
            }
        }
    }
}

TEMPLATE_TEST_CASE("Elements of every type are partitioned, with all their bits, wherever they begin", "",
                   std::int32_t, float, std::uint64_t, Pair) {
    EveryEngineTest gpu;
    using T = TestType;
    constexpr std::uint64_t seed = 332;
    Random random(seed);
    for (Engine* const engine : {&gpu.engine(), gpu.engines().back()}) {
        const Partition<T> partition(*engine);
        for (const std::int64_t size : {1, 5, 2047, 8193, 20'011}) {
            const auto values = test::random_elements<T>(random, size);
            const Numbers flags = make_flags(Selection::half, size, 2048, random);
            for (const std::int64_t first : {64, 65, 66, 67}) {
                INFO(name_of(*engine) << ", seed " << seed << ", " << size << " from " << first);
                CHECK(partition_fault(partition, values, flags, {first, 64, 64}) == "");
                CHECK(partition_fault(partition, values, flags, {64, first, 64}) == "");
                CHECK(partition_fault(partition, values, flags, {64, 64, first}) == "");
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A count on the GPU says how many elements are partitioned, at most all") {
    constexpr std::uint64_t seed = 333;
    Random random(seed);
    for (Engine* const engine : engines()) {
        const Partition<std::uint32_t> partition(*engine);
        for (const std::int64_t size : {0, 1, 2048, 6145, 40'000}) {
            const auto values = test::random_elements<std::uint32_t>(random, size);
            const Numbers flags = make_flags(Selection::half, size, 2048, random);
            for (const std::uint32_t count : test::edge_counts(size)) {
                INFO(name_of(*engine) << ", seed " << seed << ", " << count << " of " << size);
                CHECK(partition_fault(partition, values, flags, {.count = count}) == "");
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A partition into an output that is too small takes what fits") {
    constexpr std::uint64_t seed = 334;
    Random random(seed);
    const Partition<std::uint32_t> partition(engine());
    for (const std::int64_t size : {1, 2049, 10'000}) {
        const auto values = test::random_elements<std::uint32_t>(random, size);
        const Numbers flags = make_flags(Selection::half, size, 2048, random);
        const std::int64_t selected = size - std::count(flags.begin(), flags.end(), std::uint32_t{0});
        for (const std::int64_t capacity :
             {std::int64_t{0}, selected / 2, selected, selected + 1, size - 1, size + 10}) {
            INFO("seed " << seed << ", " << size << " into " << capacity);
            CHECK(partition_fault(partition, values, flags, {.capacity = capacity}) == "");
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A long array is partitioned", "[repeat]") {
    constexpr std::uint64_t seed = 335;
    Random random(seed);
    const std::int64_t size = std::int64_t{1} << 22;
    const auto values = test::random_elements<std::uint32_t>(random, size);
    const Numbers flags = make_flags(Selection::runs, size, 2048, random);
    INFO("seed " << seed);
    CHECK(partition_fault(Partition<std::uint32_t>(engine()), values, flags) == "");
}

TEST_CASE_METHOD(EveryEngineTest,
                 "Partitions allocate and compile nothing once they have been called twice") {
    const Partition<std::uint32_t> partition(engine());
    const DeviceArray<std::uint32_t> input(Numbers(200'000, 1)), count(Numbers{1000});
    DeviceArray<std::uint32_t> output(200'000), n(1);
    const auto run = [&] {
        partition(input.view(), input.view(), output.view(), n.view());
        partition(input.view(), input.view(), output.view(), n.view(), count.view());
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

TEST_CASE_METHOD(EveryEngineTest, "A partition that is used wrongly says how") {
    const Partition<std::uint32_t> partition(engine());
    DeviceArray<std::uint32_t> array(20), words(5);
    const ArrayView<std::uint32_t> a = array.view(), n = words.view();
    const ArrayView<std::uint32_t> none;
    CHECK(usage_message([&] { partition(a.part(0, 5), a.part(5, 6), a.part(11, 5), n); }) ==
          "partition: 6 elements given for the flags, 5 needed");
    CHECK(usage_message([&] { partition(a.part(0, 5), a.part(5, 5), a.part(4, 5), n); }) ==
          fmt::format("partition: the input (bytes 0 to 20 of buffer {}) and the output (bytes 16 to 36) "
                      "overlap: give them memory of their own",
                      a.range().buffer));
    CHECK(usage_message([&] { partition(a.part(0, 5), a.part(5, 5), a.part(10, 5), none); }) ==
          "partition: 0 elements given for the selected, at least 1 needed");
    CHECK(usage_message([&] { partition(a.part(0, 5), a.part(5, 5), a.part(10, 5), n, none); }) ==
          "partition: 0 elements given for the count, at least 1 needed");
    CHECK(usage_message([&] { const Partition<float> wrong(engine(), {.order = ScanOrder::chained}); }) ==
          "a partition in the order chained is not possible: use reduce-then-scan");
    CHECK(usage_message([&] {
              const Partition<float> wrong(engine(), {.order = ScanOrder::scan_then_add});
          }) == "a partition in the order scan-then-add is not possible: use reduce-then-scan");
    // Naming it is allowed.
    const Partition<float> right(engine(), {.order = ScanOrder::reduce_then_scan, .partition = 256});
}

} // namespace partition_gl_test
