// Scans of every kind of contents, and specifics of floats.
#include "scan_check.h"
#include "support/sizes.h"
#include "support/values.h"

#include <catch2/catch_all.hpp>

#include <cmath>
#include <limits>

namespace scan_values_gl_test {

using namespace scanline;
using namespace scanline::compute;
using scanline::test::ComputeTest;
using scanline::test::Placement;
using scanline::test::Values;

namespace {

constexpr int partition = 256;
constexpr std::int64_t several_tiles = 20 * partition + 77;

// A variant of each order and method, in the two tiers that all our drivers have.
std::vector<ScanOptions> orders_and_methods() {
    std::vector<ScanOptions> all;
    for (std::size_t i = 0; i < enumerators<ScanOrder>.size(); ++i)
        all.push_back({.method = enumerators<ScanMethod>[i],
                       .order = enumerators<ScanOrder>[i],
                       .partition = partition});
    return all;
}

std::vector<float> random_floats(std::int64_t size, bool with_signs, Random& random) {
    std::vector<float> all(static_cast<std::size_t>(size));
    for (float& value : all) {
        // Very different magnitudes, so that the order of additions shows in the last bits.
        const double magnitude = std::ldexp(random.unit(), random.between(-12, 12));
        value = static_cast<float>(with_signs && random.below(2) == 0 ? -magnitude : magnitude);
    }
    return all;
}

} // namespace

TEMPLATE_TEST_CASE("Scans are right of every kind of contents", "", std::uint32_t, std::int32_t, float) {
    ComputeTest gpu;
    using T = TestType;
    constexpr std::uint64_t seed = 81;
    Random random(seed);
    for (const std::unique_ptr<Engine>& engine : gpu.other_engines()) {
        for (ScanOptions options : orders_and_methods()) {
            for (const Operator op : {Operator::sum, Operator::min}) {
                options.op = op;
                const Scan<T> scan(*engine, options);
                for (const Values kind : test::all_values) {
                    INFO(test::description(*engine, scan, options)
                         << ": " << to_string(kind) << ", seed " << seed);
                    const std::vector<T> values =
                        test::make_values<T>(kind, several_tiles, partition, random);
                    CHECK(test::scan_fault(scan, options, values) == "");
                }
            }
        }
    }
}

TEST_CASE_METHOD(ComputeTest, "Minima and maxima of floats go by the total order and keep every bit") {
    constexpr std::uint64_t seed = 82;
    Random random(seed);
    std::size_t turn = 0; // selects the tier
    for (ScanOptions options : orders_and_methods()) {
        for (const bool exclusive : {false, true}) {
            for (const Operator op : {Operator::min, Operator::max}) {
                Engine& engine = *other_engines()[turn++ % other_engines().size()];
                options.op = op;
                options.exclusive = exclusive;
                const Scan<float> scan(engine, options);
                INFO(test::description(engine, scan, options) << ", seed " << seed);
                // Short ones too, whose results are not all the same extreme value.
                for (const std::int64_t size : {3, 5, 9, 17, 40, 300})
                    for (int repeat = 0; repeat < 8; ++repeat)
                        CHECK(test::scan_fault(scan, options, test::make_odd_floats(size, random),
                                               Placement{64, 65}) == "");
            }
        }
        ++turn;
    }
}

TEST_CASE_METHOD(ComputeTest, "The NaN whose payload is all ones is no value to a minimum or to a maximum") {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    Engine& engine = *other_engines().back();
    for (ScanOptions options : orders_and_methods()) {
        options.op = Operator::min;
        const Scan<float> minima(engine, options);
        options.op = Operator::max;
        const Scan<float> maxima(engine, options);
        INFO(test::description(engine, maxima, options));
        const auto scanned = [](const Scan<float>& scan, const std::vector<float>& values) {
            const DeviceArray<float> input(values);
            DeviceArray<float> output(input.size());
            scan(input.view(), output.view());
            return output.download();
        };
        CHECK(test::first_difference(scanned(minima, {test::greatest_nan, 2, test::greatest_nan, 1, 3}),
                                     {infinity, 2, 2, 1, 1}) == "");
        CHECK(test::first_difference(scanned(maxima, {test::min_nan, 2, test::min_nan, 3, 1}),
                                     {-infinity, 2, 2, 3, 3}) == "");
    }
}

TEST_CASE_METHOD(ComputeTest, "Sums of floats that are integers are exact, and the same of every variant") {
    constexpr std::uint64_t seed = 83;
    Random random(seed);
    for (const std::unique_ptr<Engine>& engine : engines()) {
        for (const ScanOrder order : enumerators<ScanOrder>) {
            const ScanOptions options{.order = order};
            const Scan<float> scan(*engine, options);
            // Sums up to 2^24, which stay exact.
            for (const std::int64_t size : {1000, 65'537, 160'000}) {
                INFO(test::description(*engine, scan, options) << ": " << size << ", seed " << seed);
                CHECK(test::scan_fault(scan, options,
                                       test::make_values<float>(Values::index, size, 1, random)) == "");
                CHECK(test::scan_fault(scan, options,
                                       test::make_values<float>(Values::random, size, 1, random)) == "");
            }
        }
    }
}

TEST_CASE_METHOD(ComputeTest, "Sums of floats are as close to the right ones as the interface says") {
    constexpr std::uint64_t seed = 84;
    Random random(seed);
    for (const bool with_signs : {false, true}) {
        for (const std::int64_t size : {std::int64_t{100}, several_tiles, std::int64_t{100'003}}) {
            const std::vector<float> values = random_floats(size, with_signs, random);
            const DeviceArray<float> input(values);
            DeviceArray<float> output(size);
            for (const std::unique_ptr<Engine>& engine : other_engines()) {
                for (const ScanOptions& options : orders_and_methods()) {
                    const Scan<float> scan(*engine, options);
                    INFO(test::description(*engine, scan, options) << ": " << size << ", seed " << seed);
                    scan(input.view(), output.view());
                    const std::vector<float> sums = output.download();
                    long double right = 0, absolute = 0, worst = 0;
                    for (std::size_t i = 0; i < values.size(); ++i) {
                        right += static_cast<long double>(values[i]);
                        absolute += std::fabs(static_cast<long double>(values[i]));
                        const auto n = static_cast<long double>(i + 1);
                        const long double depth = partition + n / partition;
                        const long double bound = (depth + n * 0x1p-24l) * 0x1p-24l * absolute;
                        worst = std::max(worst, std::fabs(static_cast<long double>(sums[i]) - right) / bound);
                    }
                    CHECK(worst <= 1);
                }
            }
        }
    }
}

TEST_CASE_METHOD(ComputeTest, "An infinity or a NaN stays in all sums of floats behind it") {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    constexpr std::size_t size = 3 * partition, first = partition + 9, second = 2 * partition + 9;
    Engine& engine = *other_engines().back();
    for (const ScanOptions& options : orders_and_methods()) {
        const Scan<float> scan(engine, options);
        INFO(test::description(engine, scan, options));
        std::vector<float> values(size, 1.0f);
        values[first] = infinity;
        values[second] = -infinity;
        DeviceArray<float> array(values);
        scan(array.view(), array.view());
        const std::vector<float> sums = array.download();
        const auto at = [](std::size_t i) { return static_cast<std::ptrdiff_t>(i); };
        CHECK(sums[first - 1] == static_cast<float>(first));
        CHECK(std::all_of(sums.begin() + at(first), sums.begin() + at(second),
                          [](float sum) { return sum == infinity; }));
        CHECK(std::all_of(sums.begin() + at(second), sums.end(), [](float sum) { return std::isnan(sum); }));
    }
}

TEST_CASE_METHOD(ComputeTest, "Twenty scans of the same floats are the same bits") {
    constexpr std::uint64_t seed = 85;
    constexpr int repeats = 20;
    constexpr std::int64_t size = 70'001;
    Random random(seed);
    const DeviceArray<float> input(random_floats(size, true, random));
    DeviceArray<float> output(size);
    for (const std::unique_ptr<Engine>& engine : other_engines()) {
        for (const ScanOptions& options : orders_and_methods()) {
            // With silent tiles and waiting groups, look-back finds different states each time.
            for (const int silent : {0, 3}) {
                if (silent != 0 && options.order != ScanOrder::chained)
                    continue;
                ScanOptions with_silent = options;
                with_silent.silent_tiles = silent;
                const Scan<float> scan(*engine, with_silent);
                INFO(test::description(*engine, scan, with_silent)
                     << ", silent " << silent << ", seed " << seed);
                scan(input.view(), output.view());
                const std::vector<float> first = output.download();
                for (int repeat = 1; repeat < repeats; ++repeat) {
                    scan(input.view(), output.view());
                    REQUIRE(test::first_difference(output.download(), first) == "");
                }
            }
        }
    }
}

} // namespace scan_values_gl_test
