// Scans with a count on the GPU.
#include "scan_check.h"
#include "support/sizes.h"
#include "support/values.h"

#include <catch2/catch_all.hpp>

namespace scan_count_gl_test {

using namespace scanline;
using namespace scanline::compute;
using scanline::test::ComputeTest;
using scanline::test::Placement;
using scanline::test::Values;

namespace {

constexpr int partition = 256;
constexpr std::uint32_t size = 20 * partition + 77;
// None, one, tile edges, all, more than the elements.
constexpr std::uint32_t counts[]{0,    1,        255,  256,      257,  511,      512,        513,
                                 5000, size - 1, size, size + 1, 6000, 1u << 31, 0xffffffffu};

} // namespace

TEMPLATE_TEST_CASE("A scan of a count on the GPU is one of the first elements and leaves the others", "",
                   std::uint32_t, float) {
    ComputeTest gpu;
    using T = TestType;
    constexpr std::uint64_t seed = 91;
    Random random(seed);
    std::size_t turn = 0; // selects the tier
    for (const ScanOrder order : enumerators<ScanOrder>) {
        for (const bool exclusive : {false, true}) {
            Engine& engine = *gpu.other_engines()[turn++ % gpu.other_engines().size()];
            const ScanOptions options{.exclusive = exclusive,
                                      .method = ScanMethod::vertical,
                                      .order = order,
                                      .partition = partition};
            const Scan<T> scan(engine, options);
            for (const std::uint32_t count : counts) {
                for (const bool in_place : {false, true}) {
                    INFO(test::description(engine, scan, options)
                         << ": " << count << " of " << size << (in_place ? " in place" : "") << ", seed "
                         << seed);
                    const std::vector<T> values =
                        test::make_values<T>(Values::random, size, partition, random);
                    CHECK(test::scan_fault(scan, options, values, Placement{65, 64, in_place}, count) == "");
                }
            }
        }
        ++turn;
    }
}

TEST_CASE_METHOD(ComputeTest, "A scan of a count on the GPU is right with every method and every operator") {
    constexpr std::uint64_t seed = 92;
    Random random(seed);
    for (const ScanMethod method : enumerators<ScanMethod>) {
        for (const ScanOrder order : enumerators<ScanOrder>) {
            const ScanOptions options{.op = enumerators<Operator>[(static_cast<std::size_t>(method) +
                                                                   static_cast<std::size_t>(order)) %
                                                                  enumerators<Operator>.size()],
                                      .exclusive = true,
                                      .method = method,
                                      .order = order,
                                      .partition = partition};
            const Scan<std::int32_t> scan(*other_engines().front(), options);
            for (const std::uint32_t count : {0u, 300u, 4000u, size + 9}) {
                INFO(test::description(*other_engines().front(), scan, options)
                     << ": " << count << " of " << size << ", seed " << seed);
                const std::vector<std::int32_t> values =
                    test::make_values<std::int32_t>(Values::random, size, partition, random);
                CHECK(test::scan_fault(scan, options, values, {}, count) == "");
            }
        }
    }
}

TEST_CASE_METHOD(ComputeTest, "A scan of a count on the GPU is right where groups lie in several rows") {
    constexpr std::uint64_t seed = 93;
    Random random(seed);
    gl::Capabilities narrow = other_engines().front()->capabilities();
    narrow.max_work_groups_x = 7;
    Engine engine(narrow, {.tier = Tier::shared_memory, .chained = true});
    for (const ScanOrder order : enumerators<ScanOrder>) {
        const ScanOptions options{.order = order, .partition = partition};
        const Scan<std::uint32_t> scan(engine, options);
        const std::vector<std::uint32_t> values =
            test::make_values<std::uint32_t>(Values::random, size, partition, random);
        for (const std::uint32_t tiles : {6u, 7u, 8u, 14u, 20u}) {
            for (const std::uint32_t count :
                 {tiles * partition - 1, tiles * partition, tiles * partition + 1}) {
                INFO(test::description(engine, scan, options) << ": " << count << ", seed " << seed);
                CHECK(test::scan_fault(scan, options, values, {}, count) == "");
            }
        }
    }
}

TEST_CASE_METHOD(ComputeTest, "A scan of a count takes the number that is there when it runs") {
    // A count written by an earlier pass, and another one the next time.
    const Scan<std::uint32_t> scan(engine());
    DeviceArray<std::uint32_t> array(std::vector<std::uint32_t>(3000, 1));
    DeviceArray<std::uint32_t> count(std::vector<std::uint32_t>{2, 0, 0, 0});
    // The third element of the sums 1 2 3 ... of the count itself: 2, 2, 2, 2 from 2, 0, 0, 0.
    scan(count.view(), count.view());
    scan(array.view(), array.view(), count.view().part(3, 1));
    std::vector<std::uint32_t> sums = array.download();
    CHECK(std::vector<std::uint32_t>(sums.begin(), sums.begin() + 4) ==
          std::vector<std::uint32_t>{1, 2, 1, 1});
    upload<std::uint32_t>(count.view().part(3, 1), std::vector<std::uint32_t>{3});
    scan(array.view(), array.view(), count.view().part(3, 1));
    sums = array.download();
    CHECK(std::vector<std::uint32_t>(sums.begin(), sums.begin() + 4) ==
          std::vector<std::uint32_t>{1, 3, 4, 1});
}

} // namespace scan_count_gl_test
