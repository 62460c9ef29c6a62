#include "compute_fixture.h"
#include "scanline/compute/segmented_reduce.h"
#include "scanline/compute/segmented_scan.h"
#include "scanline/compute/split.h"
#include "segmented_sort_check.h"

#include <catch2/catch_all.hpp>

#include <cmath>
#include <limits>
#include <numeric>
#include <span>

namespace segmented_gl_test {

using namespace scanline;
using namespace scanline::compute;
using namespace scanline::test;

namespace {

constexpr std::uint64_t seed = 77;

template <class T>
std::vector<T> random_values(std::int64_t n, Random& random) {
    std::vector<T> values(static_cast<std::size_t>(n));
    // Small integers, so that sums of floats are exact, below and above zero.
    std::ranges::generate(
        values, [&] { return static_cast<T>(random.between(0, 40) - (std::is_unsigned_v<T> ? 0 : 20)); });
    return values;
}

/// Every case for one type, few for the others: effects of the type do not depend on the segments.
template <class T>
std::span<const SegmentCase> cases_of() {
    if constexpr (std::is_same_v<T, std::uint32_t>)
        return segment_cases;
    else
        return few_segment_cases;
}

template <class T>
T identity(Operator op) {
    using Limits = std::numeric_limits<T>;
    switch (op) {
    case Operator::sum: return T{0};
    case Operator::min: return Limits::has_infinity ? Limits::infinity() : Limits::max();
    case Operator::max: return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    }
    return T{};
}

template <class T>
T combine(Operator op, T a, T b) {
    switch (op) {
    case Operator::sum: return static_cast<T>(a + b);
    case Operator::min: return std::min(a, b);
    case Operator::max: return std::max(a, b);
    }
    return T{};
}

template <class T>
std::vector<T> scanned(const std::vector<T>& values, const std::vector<std::uint32_t>& heads, Operator op,
                       bool exclusive) {
    std::vector<T> result(values.size());
    T sum = identity<T>(op);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (heads[i] != 0)
            sum = identity<T>(op);
        const T before = sum;
        sum = combine(op, sum, values[i]);
        result[i] = exclusive ? before : sum;
    }
    return result;
}

} // namespace

TEMPLATE_TEST_CASE("A segmented scan is the scan of each segment, by flags and by offsets, by every method",
                   "", std::uint32_t, std::int32_t, float) {
    // Few programs, because they compile slowly: a third of the combinations, which covers any two choices.
    using T = TestType;
    constexpr int type = std::is_same_v<T, std::uint32_t> ? 0 : std::is_same_v<T, std::int32_t> ? 1 : 2;
    ComputeTest gpu;
    Random random(seed);
    for (const auto& engine : gpu.engines()) {
        for (const ScanMethod method : enumerators<ScanMethod>) {
            for (const ScanOrder order : {ScanOrder::reduce_then_scan, ScanOrder::chained}) {
                for (const Operator op : enumerators<Operator>) {
                    const int sum = static_cast<int>(engine->tier()) + static_cast<int>(method) +
                                    static_cast<int>(order) + static_cast<int>(op) + type;
                    if (sum % 3 != 0)
                        continue;
                    const bool exclusive = random.below(2) == 0;
                    const SegmentedScan<T> scan(
                        *engine, {.op = op, .exclusive = exclusive, .method = method, .order = order});
                    for (const auto& [n, segments] : cases_of<T>()) {
                        INFO("seed " << seed << ", " << n << " elements in " << segments << " segments, tier "
                                     << to_string(engine->tier()) << ", " << to_string(method) << ", "
                                     << to_string(order) << ", " << to_string(op) << ", exclusive "
                                     << exclusive);
                        const std::vector<T> values = random_values<T>(n, random);
                        const Offsets offsets = skewed_segments(n, segments, random);
                        const std::vector<std::uint32_t> heads = heads_of(offsets);
                        const std::vector<T> expected = scanned(values, heads, op, exclusive);
                        const auto shift = static_cast<std::int64_t>(64 + random.below(4));
                        GuardedArray<T> input(values, shift), by_flags(n, shift), by_offsets(n);
                        GuardedArray<std::uint32_t> flags(heads, shift), bounds(offsets, shift);
                        scan.by_flags(input.view(), flags.view(), by_flags.view());
                        scan.by_offsets(input.view(), bounds.view(), by_offsets.view());
                        CHECK((by_flags.download() == expected));
                        CHECK((by_offsets.download() == expected));
                        CHECK((by_flags.intact() && by_offsets.intact() && input.intact()));
                    }
                }
            }
        }
    }
}

TEST_CASE("A segmented scan is right where tiles keep silent, in place, and with a count on the GPU",
          "[drivers]") {
    ComputeTest gpu;
    Random random(seed);
    constexpr std::int64_t n = 70'001;
    const std::vector<std::uint32_t> values = random_values<std::uint32_t>(n, random);
    const std::vector<std::uint32_t> heads = heads_of(skewed_segments(n, 30, random));
    const std::vector<std::uint32_t> expected = scanned(values, heads, Operator::sum, false);
    for (const auto& engine : gpu.engines()) {
        for (const int silent : {2, 5}) {
            INFO("seed " << seed << ", tier " << to_string(engine->tier()) << ", silent " << silent);
            const SegmentedScan<std::uint32_t> scan(
                *engine, {.order = ScanOrder::chained, .partition = 1024, .silent_tiles = silent});
            GuardedArray<std::uint32_t> input(values), flags(heads), output(n);
            scan.by_flags(input.view(), flags.view(), output.view());
            CHECK((output.download() == expected));
        }
        const SegmentedScan<std::uint32_t> scan(*engine);
        GuardedArray<std::uint32_t> array(values), flags(heads);
        scan.by_flags(array.view(), flags.view(), array.view());
        CHECK((array.download() == expected));

        GuardedArray<std::uint32_t> input(values), output(values), count(std::vector<std::uint32_t>{40'000});
        scan.by_flags(input.view(), flags.view(), output.view(), count.view());
        std::vector<std::uint32_t> front = expected;
        std::copy(values.begin() + 40'000, values.end(), front.begin() + 40'000);
        CHECK((output.download() == front));
    }
}

TEMPLATE_TEST_CASE("A segmented reduction is that of each segment, the identity of an empty one", "",
                   std::uint32_t, std::int32_t, float) {
    using T = TestType;
    ComputeTest gpu;
    Random random(seed);
    for (const auto& engine : gpu.engines()) {
        for (const Operator op : enumerators<Operator>) {
            const SegmentedReduce<T> reduce(*engine, op);
            for (const auto& [n, segments] : cases_of<T>()) {
                INFO("seed " << seed << ", " << n << " elements in " << segments << " segments, tier "
                             << to_string(engine->tier()) << ", " << to_string(op));
                const std::vector<T> values = random_values<T>(n, random);
                const Offsets offsets = skewed_segments(n, segments, random);
                std::vector<T> expected;
                for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
                    T sum = identity<T>(op);
                    for (std::uint32_t i = offsets[s]; i < offsets[s + 1]; ++i)
                        sum = combine(op, sum, values[i]);
                    expected.push_back(sum);
                }
                GuardedArray<T> input(values), output(segments);
                GuardedArray<std::uint32_t> bounds(offsets);
                reduce(input.view(), bounds.view(), output.view());
                CHECK((output.download() == expected));
                CHECK(output.intact());
            }
        }
    }
}

TEMPLATE_TEST_CASE("A segmented sort sorts each segment, stable, with the positions", "", std::uint32_t,
                   std::int32_t, float) {
    using T = TestType;
    ComputeTest gpu;
    Random random(seed);
    for (const auto& engine : gpu.engines()) {
        for (const bool descending : {false, true}) {
            // Both directions only for one type: the tests of sorts cover the others.
            if (descending != std::is_same_v<T, float> && !std::is_same_v<T, std::uint32_t>)
                continue;
            const SegmentedSorts<T> sorts(*engine, 10'000, {.descending = descending});
            const auto check = [&](const SegmentCase& segment_case, Keys kind) {
                const auto& [n, segments] = segment_case;
                INFO("seed " << seed << ", " << n << " " << to_string(kind) << " keys in " << segments
                             << " segments, tier " << to_string(engine->tier()) << ", descending "
                             << descending);
                const Offsets offsets = skewed_segments(n, segments, random);
                CHECK(segmented_sort_fault(sorts, make_keys<T>(kind, n, random), offsets) == "");
            };
            for (const SegmentCase& segment_case : few_segment_cases)
                for (const Keys kind : {Keys::random, Keys::two})
                    check(segment_case, kind);
            if (std::is_same_v<T, std::uint32_t> && !descending)
                for (std::size_t i = 0; i < std::size(segment_cases); ++i)
                    check(segment_cases[i], i % 2 == 0 ? Keys::random : Keys::two);
        }
    }
}

TEST_CASE("A split marks where runs begin, a segmented one also where segments do") {
    ComputeTest gpu;
    Random random(seed);
    for (const auto& engine : gpu.engines()) {
        const Split<std::uint32_t> split(*engine);
        const SegmentedSplit<std::uint32_t> segmented(*engine);
        for (const auto& [n, segments] : segment_cases) {
            INFO("seed " << seed << ", " << n << " elements in " << segments << " segments");
            std::vector<std::uint32_t> values(static_cast<std::size_t>(n));
            std::ranges::generate(values, [&] { return static_cast<std::uint32_t>(random.below(3)); });
            const std::vector<std::uint32_t> heads = heads_of(skewed_segments(n, segments, random));
            std::vector<std::uint32_t> expected(values.size()), in_segments(values.size());
            for (std::size_t i = 0; i < values.size(); ++i) {
                expected[i] = i == 0 || values[i] != values[i - 1] ? 1 : 0;
                in_segments[i] = expected[i] | heads[i];
            }
            GuardedArray<std::uint32_t> input(values), flags(n), begins(heads);
            split(input.view(), flags.view());
            CHECK((flags.download() == expected));
            CHECK(flags.intact());
            segmented(input.view(), begins.view(), begins.view());
            CHECK((begins.download() == in_segments));
            CHECK(begins.intact());
        }
    }
}

TEST_CASE("The examples of segmented operations") {
    ComputeTest gpu;
    Engine& engine = gpu.engine();
    using Words = std::vector<std::uint32_t>;
    DeviceArray<std::uint32_t> a(Words{3, 1, 7, 0, 4}), b(5), positions(5);
    const DeviceArray<std::uint32_t> offsets(Words{0, 3, 5}), flags(Words{1, 0, 0, 1, 0});
    const SegmentedScan<std::uint32_t> scan(engine);
    scan.by_flags(a.view(), flags.view(), b.view());
    CHECK(b.download() == Words{3, 4, 11, 0, 4});
    scan.by_offsets(a.view(), offsets.view(), b.view());
    CHECK(b.download() == Words{3, 4, 11, 0, 4});
    const DeviceArray<std::uint32_t> with_empty(Words{0, 3, 3, 5});
    const SegmentedReduce<std::uint32_t> reduce(engine);
    DeviceArray<std::uint32_t> sums(3);
    reduce(a.view(), with_empty.view(), sums.view());
    CHECK(sums.download() == Words{11, 0, 4});
    const SegmentedSortPositions<std::uint32_t> sort(engine, 1000);
    sort(a.view(), offsets.view(), b.view(), positions.view());
    CHECK(b.download() == Words{1, 3, 7, 0, 4});
    CHECK(positions.download() == Words{1, 0, 2, 3, 4});
    const DeviceArray<std::uint32_t> runs(Words{3, 3, 7, 7, 7, 4});
    DeviceArray<std::uint32_t> begins(6);
    const Split<std::uint32_t> split(engine);
    split(runs.view(), begins.view());
    CHECK(begins.download() == Words{1, 0, 1, 0, 0, 1});
    const DeviceArray<std::uint32_t> longer(Words{3, 3, 3, 7, 7, 4}), heads(Words{1, 0, 1, 0, 0, 0});
    const SegmentedSplit<std::uint32_t> segmented_split(engine);
    segmented_split(longer.view(), heads.view(), begins.view());
    CHECK(begins.download() == Words{1, 0, 1, 1, 0, 1});
}

TEST_CASE("A split compares floats as numbers") {
    ComputeTest gpu;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const DeviceArray<float> values(std::vector<float>{-0.0f, 0.0f, nan, nan, 1.0f});
    DeviceArray<std::uint32_t> flags(5);
    const Split<float> split(gpu.engine());
    split(values.view(), flags.view());
    CHECK(flags.download() == std::vector<std::uint32_t>{1, 0, 1, 1, 1});
}

TEST_CASE("Wrong use of segmented operations is reported with the operation, the values and what to do") {
    ComputeTest gpu;
    Engine& engine = gpu.engine();
    DeviceArray<std::uint32_t> five(5), four(4), more(5);
    CHECK_THROWS_WITH(SegmentedScan<std::uint32_t>(engine, {.order = ScanOrder::scan_then_add}),
                      "a segmented scan in the order scan-then-add is not possible: sums must end where a "
                      "segment begins; use reduce-then-scan");
    const SegmentedScan<std::uint32_t> scan(engine);
    CHECK_THROWS_WITH(scan.by_flags(five.view(), four.view(), more.view()),
                      "segmented scan: 4 elements given for the flags, 5 needed");
    const SegmentedReduce<std::uint32_t> reduce(engine);
    CHECK_THROWS_WITH(reduce(five.view(), more.view(), five.view().part(0, 3)),
                      "segmented reduce: 5 elements given for the offsets, 4 needed");
    const SegmentedSort<std::uint32_t> sort(engine, 3);
    CHECK_THROWS_WITH(sort(five.view(), more.view(), five.view()),
                      "segmented sort: 5 offsets are 4 segments, but it was made for 3: make it for as many");
    CHECK_THROWS_WITH(SegmentedSort<std::uint32_t>(engine, 0),
                      "a segmented sort of at most 0 segments sorts nothing: give at least 1");
}

} // namespace segmented_gl_test
