// Every variant of a scan against the standard library.
#include "scan_check.h"
#include "support/sizes.h"
#include "support/values.h"

#include <catch2/catch_all.hpp>

#include <array>
#include <functional>

namespace scan_variants_gl_test {

using namespace scanline;
using namespace scanline::compute;
using scanline::test::ComputeTest;
using scanline::test::Placement;
using scanline::test::Values;

namespace {

constexpr int smallest_partition = 256;

// Nothing, one element, less than a tile, tiles and a half, several groups of tiles.
constexpr std::array<std::int64_t, 7> few_sizes{0, 1, 63, 255, 257, 2321, 5000};

template <class T>
void check_few_sizes(Engine& engine, const ScanOptions& options, std::uint64_t seed) {
    const Scan<T> scan(engine, options);
    Random random(seed);
    for (const std::int64_t size : few_sizes) {
        for (const Placement& placement : {Placement{}, Placement{65, 67}, Placement{66, 0, true}}) {
            INFO(test::description(engine, scan, options)
                 << ": " << size << " elements from " << placement.input_first
                 << (placement.in_place ? " in place" : "") << ", seed " << seed);
            const std::vector<T> values =
                test::make_values<T>(Values::random, size, scan.partition(), random);
            CHECK(test::scan_fault(scan, options, values, placement) == "");
        }
    }
}

// Checks the combinations that `chosen` accepts; its arguments are the sum of the choices' list indices, and
// whether the scan is exclusive.
void check_combinations(ComputeTest& gpu, std::uint64_t seed, const std::function<bool(int, bool)>& chosen) {
    for (const std::unique_ptr<Engine>& engine : gpu.other_engines())
        for (const ScanMethod method : enumerators<ScanMethod>)
            for (const ScanOrder order : enumerators<ScanOrder>)
                for (const bool exclusive : {false, true})
                    for (const Operator op : enumerators<Operator>)
                        for (const ElementType type : number_types)
                            if (chosen(static_cast<int>(method) + static_cast<int>(order) +
                                           static_cast<int>(op) + static_cast<int>(type),
                                       exclusive))
                                test::with_type(type, [&](auto element) {
                                    check_few_sizes<decltype(element)>(*engine,
                                                                       {.op = op,
                                                                        .exclusive = exclusive,
                                                                        .method = method,
                                                                        .order = order,
                                                                        .partition = smallest_partition},
                                                                       seed);
                                });
}

} // namespace

TEST_CASE_METHOD(ComputeTest,
                 "Scans are right of every tier, method, order and operator, each with one of the types") {
    // A sixth of all, which covers any three of method, order, operator and type; the rest below.
    check_combinations(*this, 61,
                       [](int sum, bool exclusive) { return sum % 3 == 0 && exclusive == (sum % 2 == 0); });
}

TEST_CASE_METHOD(ComputeTest,
                 "Scans are right of every tier, method, order, operator and type, those not tried above",
                 "[.all-scans]") {
    check_combinations(*this, 62,
                       [](int sum, bool exclusive) { return sum % 3 != 0 || exclusive != (sum % 2 == 0); });
}

TEST_CASE_METHOD(ComputeTest, "Scans of 64-bit integers are right of every method and operator") {
    if (!capabilities().shader_int64) {
        WARN("not tried: " << capabilities().renderer << " has no 64-bit integers");
        return;
    }
    // Order and exclusiveness alternate.
    unsigned turn = 0;
    for (const ScanMethod method : enumerators<ScanMethod>)
        for (const Operator op : enumerators<Operator>) {
            const ScanOrder order = turn % 2 == 0 ? ScanOrder::scan_then_add : ScanOrder::reduce_then_scan;
            check_few_sizes<std::uint64_t>(engine(),
                                           {.op = op,
                                            .exclusive = turn % 4 < 2,
                                            .method = method,
                                            .order = order,
                                            .partition = smallest_partition},
                                           63);
            ++turn;
        }
}

TEST_CASE_METHOD(ComputeTest, "Scans are right with every size of a tile") {
    constexpr std::uint64_t seed = 64;
    Random random(seed);
    // Both kinds of groups; order and tier alternate.
    unsigned turn = 0;
    for (const ScanMethod method : enumerators<ScanMethod>) {
        const int most = method == ScanMethod::tree ? 4096 : 16'384;
        for (int partition = smallest_partition; partition <= most; partition *= 2, ++turn) {
            const Engines& kind = partition < 2048 ? other_engines() : engines();
            Engine& engine = *kind[turn % kind.size()];
            const ScanOptions options{.exclusive = turn % 4 < 2,
                                      .method = method,
                                      .order = enumerators<ScanOrder>[turn % enumerators<ScanOrder>.size()],
                                      .partition = partition};
            const Scan<std::uint32_t> scan(engine, options);
            CHECK(scan.partition() == partition);
            for (const std::int64_t tiles : {1, 3}) {
                for (const std::int64_t size : test::around_tiles(tiles, partition)) {
                    INFO(test::description(engine, scan, options) << ": " << size << ", seed " << seed);
                    const std::vector<std::uint32_t> values =
                        test::make_values<std::uint32_t>(Values::random, size, partition, random);
                    CHECK(test::scan_fault(scan, options, values) == "");
                }
            }
        }
    }
}

} // namespace scan_variants_gl_test
