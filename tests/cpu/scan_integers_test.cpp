#include "every_scan.h"

#include <catch2/catch_all.hpp>

namespace scan_integers_test {

using namespace scanline;
using namespace scanline::cpu;
using namespace scanline::test;

namespace {

template <class T>
std::vector<T> any_values(std::size_t size, Random& random) {
    std::vector<T> values(size);
    std::ranges::generate(values, [&] { return static_cast<T>(random.next()); });
    return values;
}

template <class T>
std::string integers_fault(const Scan& scan, const ScanTrial& trial, const std::vector<T>& values) {
    const std::vector<T> expected = sequential_scan(values, trial.options.op, trial.options.exclusive);
    return scan_fault(scan, trial, values, [&](T found, std::size_t i) { return found != expected[i]; });
}

} // namespace

TEST_CASE("Every scan of integers is the sequential one, bit for bit, by all options, at every size") {
    constexpr std::uint64_t seed = 601;
    Random random(seed);
    for (const ScanAlgorithm& algorithm : scan_algorithms()) {
        for (const ScanOptions& options : scan_options(algorithm)) {
            const Scan scan(algorithm, options);
            for (const std::size_t size : scan_sizes()) {
                if (options.partition == 1 && size > 2000)
                    continue;
                const ScanTrial trial{.options = options, .in_place = random.below(2) == 0};
                INFO("seed " << seed << ", " << describe(algorithm, trial, size));
                CHECK(integers_fault(scan, trial, any_values<std::uint32_t>(size, random)) == "");
            }
        }
    }
}

TEMPLATE_TEST_CASE("Scans of every integer type, by every operator, inclusive and exclusive, are right", "",
                   std::uint32_t, std::int32_t, std::int64_t) {
    constexpr std::uint64_t seed = 602;
    Random random(seed);
    for (const ScanAlgorithm& algorithm : scan_algorithms()) {
        for (const Operator op : enumerators<Operator>) {
            for (const bool exclusive : {false, true}) {
                ScanOptions options{.op = op, .exclusive = exclusive};
                if (algorithm.multithreaded())
                    options.threads = 3;
                if (algorithm.partitioned)
                    options.partition = 200;
                const Scan scan(algorithm, options);
                for (const std::size_t size : scan_sizes()) {
                    for (const bool in_place : {false, true}) {
                        const ScanTrial trial{.options = options, .in_place = in_place};
                        INFO("seed " << seed << ", " << describe(algorithm, trial, size));
                        CHECK(integers_fault(scan, trial, any_values<TestType>(size, random)) == "");
                    }
                }
            }
        }
    }
}

TEST_CASE("Every number of threads scans alike, with more of them than processors or partitions, too") {
    constexpr std::uint64_t seed = 605;
    Random random(seed);
    for (const ScanAlgorithm& algorithm : scan_algorithms()) {
        for (int threads = 1; algorithm.multithreaded() && threads <= 9; ++threads) {
            for (const double dilation : {0.0, 0.3}) {
                ScanOptions options{.threads = threads, .dilation = dilation};
                if (algorithm.partitioned)
                    options.partition = 64;
                const Scan scan(algorithm, options);
                for (const std::size_t size : {5u, 63u, 64u, 577u, 12'345u}) {
                    const ScanTrial trial{.options = options, .in_place = threads % 2 == 0};
                    INFO("seed " << seed << ", " << describe(algorithm, trial, size));
                    CHECK(integers_fault(scan, trial, any_values<std::int64_t>(size, random)) == "");
                }
            }
        }
    }
}

TEST_CASE("A long array is scanned by every algorithm with what it chooses by itself", "[repeat]") {
    constexpr std::uint64_t seed = 606;
    constexpr std::size_t size = (1u << 25) + 3;
    Random random(seed);
    const std::vector<std::uint32_t> values = any_values<std::uint32_t>(size, random);
    const std::vector<std::uint32_t> expected = sequential_scan(values, Operator::sum, false);
    std::vector<std::uint32_t> sums(size);
    for (const ScanAlgorithm& algorithm : scan_algorithms()) {
        for (const bool in_place : {false, true}) {
            INFO("seed " << seed << ", " << algorithm.name << (in_place ? ", in place" : ", apart"));
            const Scan scan(algorithm, {.threads = algorithm.multithreaded() ? 2 : 1});
            if (in_place)
                sums = values;
            CHECK(scan(std::span<const std::uint32_t>(in_place ? sums : values),
                       std::span<std::uint32_t>(sums)) == expected.back());
            CHECK((sums == expected));
        }
    }
}

TEST_CASE("Scans are right wherever in memory the arrays begin") {
    constexpr std::uint64_t seed = 603;
    Random random(seed);
    for (const ScanAlgorithm& algorithm : scan_algorithms()) {
        const Scan scan(algorithm, {.threads = algorithm.multithreaded() ? 2 : 1});
        for (std::size_t offset = 0; offset < 16; ++offset) {
            for (const bool in_place : {false, true}) {
                const ScanTrial trial{.options = scan.options(),
                                      .in_place = in_place,
                                      .input_offset = offset,
                                      .output_offset = (5 * offset + 3) % 16};
                INFO("seed " << seed << ", " << describe(algorithm, trial, 3001));
                CHECK(integers_fault(scan, trial, any_values<std::int32_t>(3001, random)) == "");
            }
        }
    }
}

TEST_CASE("Long scans, which write past the caches, are right at every offset") {
    constexpr std::uint64_t seed = 604;
    Random random(seed);
    for (const char* name : {"lookahead", "lookahead1", "lookahead2-p", "simd1-p"}) {
        const ScanAlgorithm& algorithm = find_scan_algorithm(name);
        const Scan scan(algorithm, {.exclusive = true, .threads = algorithm.multithreaded() ? 2 : 1});
        for (const std::size_t offset : {0u, 1u, 15u}) {
            const ScanTrial trial{.options = scan.options(), .output_offset = offset};
            INFO("seed " << seed << ", " << describe(algorithm, trial, (1 << 21) + 3));
            CHECK(integers_fault(scan, trial, any_values<std::uint32_t>((1 << 21) + 3, random)) == "");
        }
    }
}

TEST_CASE("A scan returns what all elements have together, the identity of none") {
    const std::vector<std::int32_t> values{3, 1, 7, 0, 4};
    for (const ScanAlgorithm& algorithm : scan_algorithms()) {
        for (const bool exclusive : {false, true}) {
            for (const double dilation : {0.0, 0.5}) {
                if (dilation != 0 && !algorithm.multithreaded())
                    continue;
                ScanOptions options{.exclusive = exclusive,
                                    .threads = algorithm.multithreaded() ? 2 : 1,
                                    .dilation = dilation};
                INFO(algorithm.name << ", exclusive " << exclusive << ", dilation " << dilation);
                std::vector<std::int32_t> sums(values.size());
                CHECK(Scan(algorithm, options)(std::span<const std::int32_t>(values),
                                               std::span<std::int32_t>(sums)) == 15);
                CHECK(sums == (exclusive ? std::vector<std::int32_t>{0, 3, 4, 11, 11}
                                         : std::vector<std::int32_t>{3, 4, 11, 11, 15}));
                options.op = Operator::max;
                CHECK(Scan(algorithm, options)(std::span<const std::int32_t>(), std::span<std::int32_t>()) ==
                      std::numeric_limits<std::int32_t>::lowest());
            }
        }
    }
}

} // namespace scan_integers_test
