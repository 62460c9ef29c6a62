// Scans of every size: around the edges of lanes, groups, tiles, rows of groups and storage blocks, and at
// random.
#include "scan_check.h"
#include "support/case_count.h"
#include "support/sizes.h"
#include "support/values.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <numeric>

namespace scan_sizes_gl_test {

using namespace scanline;
using namespace scanline::compute;
using scanline::test::ComputeTest;
using scanline::test::Placement;
using scanline::test::Values;

namespace {

constexpr int smallest_partition = 256;

// Scans ones in place to check a large array without a reference: 1 2 3 ...
std::string counting_fault(const Scan<std::uint32_t>& scan, std::int64_t size) {
    std::vector<std::uint32_t> ones(static_cast<std::size_t>(size), 1);
    DeviceArray<std::uint32_t> array(ones);
    scan(array.view(), array.view());
    std::iota(ones.begin(), ones.end(), 1u);
    return test::first_difference(array.download(), ones);
}

} // namespace

TEST_CASE_METHOD(ComputeTest,
                 "Scans are right of every size, by every order, as they are chosen by themselves") {
    constexpr std::uint64_t seed = 71;
    Random random(seed);
    for (const std::unique_ptr<Engine>& engine : engines()) {
        for (const ScanOrder order : enumerators<ScanOrder>) {
            const ScanOptions options{.exclusive = order == ScanOrder::scan_then_add, .order = order};
            const Scan<std::uint32_t> scan(*engine, options);
            for (const std::int64_t size : test::compute_sizes(seed, 4)) {
                INFO(test::description(*engine, scan, options) << ": " << size << ", seed " << seed);
                const std::vector<std::uint32_t> values =
                    test::make_values<std::uint32_t>(Values::random, size, scan.partition(), random);
                CHECK(test::scan_fault(scan, options, values) == "");
            }
        }
    }
}

TEST_CASE_METHOD(ComputeTest, "Scans are right of every size, by every method, with the smallest tiles") {
    constexpr std::uint64_t seed = 72;
    Random random(seed);
    for (const std::unique_ptr<Engine>& engine : other_engines()) {
        for (const ScanMethod method : enumerators<ScanMethod>) {
            const ScanOptions options{
                .method = method, .order = ScanOrder::reduce_then_scan, .partition = smallest_partition};
            const Scan<std::uint32_t> scan(*engine, options);
            for (const std::int64_t size : test::compute_sizes(seed, 4)) {
                INFO(test::description(*engine, scan, options) << ": " << size << ", seed " << seed);
                const std::vector<std::uint32_t> values =
                    test::make_values<std::uint32_t>(Values::random, size, smallest_partition, random);
                CHECK(test::scan_fault(scan, options, values) == "");
            }
        }
    }
}

TEST_CASE_METHOD(ComputeTest, "Scans are right wherever their arrays begin") {
    // Simulates bindings at multiples of 256 bytes, the maximum that OpenGL allows: elements then follow up
    // to 63 others, still in fours.
    constexpr std::uint64_t seed = 75;
    Random random(seed);
    std::size_t turn = 0;
    for (const Engines* kind : {&engines(), &other_engines()}) {
        gl::Capabilities coarse = kind->front()->capabilities();
        coarse.storage_offset_alignment = 256;
        Engine engine(coarse, {.tier = kind->back()->tier(), .chained = true});
        for (const ScanMethod method : enumerators<ScanMethod>) {
            const ScanOptions options{.method = method,
                                      .order = enumerators<ScanOrder>[turn++ % enumerators<ScanOrder>.size()],
                                      .partition = coarse.software ? 2048 : smallest_partition};
            const Scan<std::uint32_t> scan(engine, options);
            for (const std::int64_t input : {0, 1, 2, 3, 4, 8, 60, 63, 64, 65, 68}) {
                for (const std::int64_t output : {0, 1, 12, 64, 66}) {
                    for (const bool in_place : {false, true}) {
                        INFO(test::description(engine, scan, options)
                             << ": from " << input << (in_place ? " in place" : " to ") << output << ", seed "
                             << seed);
                        CHECK(test::scan_fault(
                                  scan, options,
                                  test::make_values<std::uint32_t>(Values::random, 5003, 1, random),
                                  Placement{input, output, in_place}) == "");
                    }
                }
            }
        }
    }
}

TEST_CASE_METHOD(ComputeTest, "Scans are right where groups lie in several rows") {
    // Simulates a driver with few groups per row: full and partial rows.
    constexpr std::uint64_t seed = 73;
    Random random(seed);
    gl::Capabilities narrow = other_engines().front()->capabilities();
    narrow.max_work_groups_x = 7;
    for (const ScanOrder order : enumerators<ScanOrder>) {
        Engine engine(narrow, {.tier = Tier::shared_memory, .chained = true});
        const ScanOptions options{.order = order, .partition = smallest_partition};
        const Scan<std::uint32_t> scan(engine, options);
        for (const std::int64_t tiles : {1, 6, 7, 8, 14, 20, 50}) {
            for (const std::int64_t size : test::around_tiles(tiles, smallest_partition)) {
                INFO(test::description(engine, scan, options) << ": " << size << ", seed " << seed);
                const std::vector<std::uint32_t> values =
                    test::make_values<std::uint32_t>(Values::random, size, smallest_partition, random);
                CHECK(test::scan_fault(scan, options, values) == "");
            }
        }
    }
}

TEST_CASE_METHOD(ComputeTest, "Scans are right about the number of groups that every driver takes in a row",
                 "[repeat]") {
    std::size_t turn = 0;
    for (const std::int64_t size : test::around_tiles(test::groups_of_a_row, smallest_partition)) {
        const ScanOptions options{.order = enumerators<ScanOrder>[turn % enumerators<ScanOrder>.size()],
                                  .partition = smallest_partition};
        Engine& engine = *other_engines()[turn % other_engines().size()];
        ++turn;
        const Scan<std::uint32_t> scan(engine, options);
        INFO(test::description(engine, scan, options) << ": " << size);
        CHECK(counting_fault(scan, size) == "");
    }
}

TEST_CASE_METHOD(ComputeTest, "A scan of as many elements as every driver binds at once is right",
                 "[repeat]") {
    // One group scans the tile totals in 512 turns.
    const std::int64_t size = test::largest_size(element_bytes(ElementType::uint32));
    const ScanOptions options{.order = ScanOrder::reduce_then_scan, .partition = smallest_partition};
    const Scan<std::uint32_t> scan(*other_engines().back(), options);
    INFO(test::description(*other_engines().back(), scan, options) << ": " << size);
    CHECK(counting_fault(scan, size) == "");
}

TEST_CASE_METHOD(ComputeTest, "Scans of seeded random variants, sizes and places are right") {
    // Few programs, because they compile slowly, and many runs of each.
    constexpr std::uint64_t seed = 74;
    constexpr int runs = 12;
    Random random(seed);
    const auto one_of = [&](const auto& choices) { return choices[random.below(choices.size())]; };
    for (std::uint64_t i = 0; i < test::case_count(12); ++i) {
        const bool other = random.below(2) == 0;
        Engine& engine = *(other ? other_engines() : engines())[random.below(engines().size())];
        const ScanOptions options{.op = one_of(enumerators<Operator>),
                                  .exclusive = random.below(2) == 0,
                                  .method = one_of(enumerators<ScanMethod>),
                                  .order = one_of(enumerators<ScanOrder>),
                                  .partition = 1 << random.between(other ? 8 : 11, other ? 10 : 12)};
        test::with_type(one_of(number_types), [&](auto element) {
            using T = decltype(element);
            const Scan<T> scan(engine, options);
            for (int run = 0; run < runs; ++run) {
                const auto size = static_cast<std::int64_t>(random.below(60'000));
                const Placement placement{.input_first = random.between(0, 70),
                                          .output_first = random.between(0, 70),
                                          .in_place = random.below(2) == 0};
                const Values kind = one_of(test::all_values);
                INFO(test::description(engine, scan, options)
                     << ": " << size << " elements, " << to_string(kind) << ", from " << placement.input_first
                     << (placement.in_place ? " in place" : " to ") << placement.output_first << ", seed "
                     << seed << ", case " << i << ", run " << run);
                CHECK(test::scan_fault(scan, options,
                                       test::make_values<T>(kind, size, scan.partition(), random),
                                       placement) == "");
            }
        });
    }
}

} // namespace scan_sizes_gl_test
