#include "every_scan.h"

#include <catch2/catch_all.hpp>

#include <cmath>

namespace scan_floats_test {

using namespace scanline;
using namespace scanline::cpu;
using namespace scanline::test;

namespace {

// A few options suffice: beyond kernels and passes, nothing depends on the type.
std::vector<ScanOptions> options_of(const ScanAlgorithm& algorithm) {
    std::vector<ScanOptions> all;
    for (const bool exclusive : {false, true}) {
        ScanOptions options{.exclusive = exclusive};
        if (algorithm.partitioned)
            options.partition = 300;
        all.push_back(options);
        if (!algorithm.multithreaded())
            continue;
        all.back().threads = 3;
        all.push_back(all.back());
        all.back().dilation = 0.5;
    }
    return all;
}

template <class Try>
void with_every_scan(Try attempt) {
    for (const ScanAlgorithm& algorithm : scan_algorithms()) {
        for (const ScanOptions& options : options_of(algorithm)) {
            const Scan scan(algorithm, options);
            for (const std::size_t size : scan_sizes())
                attempt(scan, ScanTrial{.options = options, .in_place = size % 2 == 0}, size);
        }
    }
}

} // namespace

TEMPLATE_TEST_CASE("Sums of small whole floats are exact", "", float, double) {
    using T = TestType;
    constexpr std::uint64_t seed = 611;
    Random random(seed);
    with_every_scan([&](const Scan& scan, const ScanTrial& trial, std::size_t size) {
        std::vector<T> values(size);
        std::ranges::generate(values, [&] { return static_cast<T>(random.between(-100, 100)); });
        const std::vector<double> expected =
            sequential_scan<T, double>(values, Operator::sum, trial.options.exclusive);
        INFO("seed " << seed << ", " << describe(scan.algorithm(), trial, size));
        CHECK(scan_fault(scan, trial, values,
                         [&](T found, std::size_t i) { return double{found} != expected[i]; }) == "");
    });
}

TEMPLATE_TEST_CASE("Sums of any floats are within their bound, and the same bits in every run", "", float,
                   double) {
    using T = TestType;
    constexpr std::uint64_t seed = 612;
    Random random(seed);
    with_every_scan([&](const Scan& scan, const ScanTrial& trial, std::size_t size) {
        std::vector<T> values(size);
        std::ranges::generate(values, [&] {
            return static_cast<T>((random.unit() - 0.5) * std::pow(10.0, random.between(-6, 6)));
        });
        const std::vector<long double> expected =
            sequential_scan<T, long double>(values, Operator::sum, trial.options.exclusive);
        std::vector<T> magnitudes = values;
        std::ranges::transform(magnitudes, magnitudes.begin(), [](T value) { return std::abs(value); });
        const std::vector<long double> so_far =
            sequential_scan<T, long double>(magnitudes, Operator::sum, false);
        INFO("seed " << seed << ", " << describe(scan.algorithm(), trial, size));
        CHECK(scan_fault(scan, trial, values, [&](T found, std::size_t i) {
                  return !(std::abs(found - expected[i]) <= 1e-4L * so_far[i]);
              }) == "");
        // In the same memory: another array may have another alignment.
        std::vector<T> sums(size);
        scan(std::span<const T>(values), std::span<T>(sums));
        const std::vector<T> first = sums;
        scan(std::span<const T>(values), std::span<T>(sums));
        CHECK(same_bits<T>(first, sums));
    });
}

TEST_CASE("NaN and infinities reach as far as in the sequential sum, and denormals are added") {
    constexpr std::uint64_t seed = 613;
    Random random(seed);
    using Limits = std::numeric_limits<float>;
    with_every_scan([&](const Scan& scan, const ScanTrial& trial, std::size_t size) {
        std::vector<float> values(size, Limits::denorm_min());
        const auto put = [&](float value) {
            if (size > 0)
                values[random.below(size)] = value;
        };
        for (const float odd : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()}) {
            if (random.below(2) == 0)
                put(odd);
        }
        const std::vector<double> expected =
            sequential_scan<float, double>(values, Operator::sum, trial.options.exclusive);
        INFO("seed " << seed << ", " << describe(scan.algorithm(), trial, size));
        CHECK(scan_fault(scan, trial, values, [&](float found, std::size_t i) {
                  return std::isnan(found) != std::isnan(expected[i]) ||
                         (!std::isnan(found) && found != static_cast<float>(expected[i]));
              }) == "");
    });
}

TEMPLATE_TEST_CASE("The least and the greatest of floats are exact", "", float, double) {
    using T = TestType;
    constexpr std::uint64_t seed = 614;
    Random random(seed);
    for (const Operator op : {Operator::min, Operator::max}) {
        for (const ScanAlgorithm& algorithm : scan_algorithms()) {
            for (ScanOptions options : options_of(algorithm)) {
                options.op = op;
                const Scan scan(algorithm, options);
                for (const std::size_t size : scan_sizes()) {
                    std::vector<T> values(size);
                    std::ranges::generate(values, [&] { return static_cast<T>(random.unit() - 0.5); });
                    const std::vector<T> expected = sequential_scan(values, op, options.exclusive);
                    const ScanTrial trial{.options = options, .in_place = size % 2 == 1};
                    INFO("seed " << seed << ", " << describe(algorithm, trial, size));
                    CHECK(scan_fault(scan, trial, values,
                                     [&](T found, std::size_t i) { return found != expected[i]; }) == "");
                }
            }
        }
    }
}

} // namespace scan_floats_test
