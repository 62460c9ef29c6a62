#include "every_scan.h"
#include "scanline/cpu/auto_scan.h"
#include "support/error_message.h"

#include <catch2/catch_all.hpp>

namespace auto_scan_test {

using namespace scanline;
using namespace scanline::cpu;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;

namespace {

// Small steps, so that small arrays reach each.
const ScanModel example_model{
    {{0, {"scalar"}}, {100, {"simd1-p", 2, 64}}, {20'000, {"lookahead2-p", 3, 4096}}},
    {{0, {"lookahead"}}, {5000, {"simd2", 2}}}};

std::vector<std::size_t> auto_sizes() {
    return {0, 1, 2, 12, 13, 24, 25, 26, 1023, 2500, 5001, 20'011};
}

template <class T>
std::vector<T> whole_numbers(std::size_t size, Random& random) {
    std::vector<T> values(size);
    const int least = std::numeric_limits<T>::is_signed ? -50 : 0;
    std::ranges::generate(values, [&] { return static_cast<T>(random.between(least, 50)); });
    return values;
}

// The total of all elements; the identity if there are none.
template <class T>
T together(const std::vector<T>& values, Operator op) {
    std::vector<T> one_more = values;
    one_more.push_back({});
    return sequential_scan(one_more, op, true).back();
}

} // namespace

TEST_CASE("A choice holds from its step's bytes on, until the next one begins") {
    const std::vector<ScanStep> steps{{0, {"scalar"}}, {100, {"simd"}}, {101, {"simd1", 2}}};
    const auto name = [&](std::int64_t bytes) { return choose(steps, bytes).algorithm; };
    CHECK(name(0) == "scalar");
    CHECK(name(99) == "scalar");
    CHECK(name(100) == "simd");
    CHECK(name(101) == "simd1");
    CHECK(name(std::numeric_limits<std::int64_t>::max()) == "simd1");
    CHECK(&choose(steps, 100) == &steps[1].choice);
    CHECK(choose({{0, {"simd"}}}, 1 << 30).algorithm == "simd");
}

TEST_CASE("The usual model of one processor has one thread for everything") {
    const ScanModel usual = default_scan_model(1);
    for (const auto* steps : {&usual.in_place, &usual.apart}) {
        for (const std::int64_t bytes : {std::int64_t{0}, std::int64_t{1} << 20, std::int64_t{1} << 40})
            CHECK(choose(*steps, bytes).threads == 1);
    }
}

TEST_CASE("The usual model of several has one thread for what is small, and all for what is large") {
    for (const int processors : {2, 3, 64}) {
        CAPTURE(processors);
        const ScanModel usual = default_scan_model(processors);
        for (const auto* steps : {&usual.in_place, &usual.apart}) {
            CHECK(steps->front().from_bytes == 0);
            CHECK(std::ranges::is_sorted(*steps, std::ranges::less_equal(), &ScanStep::from_bytes));
            CHECK(choose(*steps, 0).threads == 1);
            CHECK(choose(*steps, (1 << 20) - 1).threads == 1);
            CHECK(choose(*steps, 1 << 20).threads == processors);
            CHECK(choose(*steps, std::int64_t{1} << 40).threads == processors);
        }
    }
}

TEST_CASE("Every algorithm of a usual model is one that there is, with threads that it takes") {
    for (const int processors : {1, 2, 1024}) {
        const ScanModel usual = default_scan_model(processors);
        for (const auto* steps : {&usual.in_place, &usual.apart}) {
            for (const ScanStep& step : *steps) {
                const ScanAlgorithm& algorithm = find_scan_algorithm(step.choice.algorithm);
                CHECK((algorithm.multithreaded() || step.choice.threads == 1));
                CHECK((algorithm.partitioned || !step.choice.partition_bytes));
            }
        }
    }
}

TEMPLATE_TEST_CASE("Whatever is chosen, results are those of the sequential scan, in place and apart", "",
                   float, double, std::int32_t, std::uint32_t, std::int64_t) {
    using T = TestType;
    constexpr std::uint64_t seed = 661;
    Random random(seed);
    for (const Operator op : enumerators<Operator>) {
        for (const bool exclusive : {false, true}) {
            AutoScan scan(op, exclusive, example_model);
            for (const std::size_t size : auto_sizes()) {
                for (const bool in_place : {false, true}) {
                    INFO("seed " << seed << ", " << to_string(op) << (exclusive ? " exclusive" : "") << " of "
                                 << size << (in_place ? " in place" : " apart"));
                    const std::vector<T> values = whole_numbers<T>(size, random);
                    PlacedArray<T> input(values, 0), output(std::vector<T>(size, T{55}), 0);
                    PlacedArray<T>& result = in_place ? input : output;
                    const T all = scan(std::span<const T>(input.span()), result.span());
                    CHECK(all == together(values, op));
                    CHECK((result.values() == sequential_scan(values, op, exclusive)));
                    CHECK((in_place || input.values() == values));
                    CHECK(input.intact());
                    CHECK(output.intact());
                }
            }
        }
    }
}

TEST_CASE("The example of a scan that chooses comes out as it says, by the model of this machine") {
    AutoScan scan;
    const std::vector<float> a{3, 1, 7, 0, 4};
    std::vector<float> b(5);
    CHECK(scan(std::span<const float>(a), std::span<float>(b)) == 15);
    CHECK(b == std::vector<float>{3, 4, 11, 11, 15});
}

TEST_CASE("What is chosen is what the model has for the bytes and the place") {
    AutoScan scan(Operator::max, true, example_model);
    const auto check = [&](std::size_t bytes, bool in_place, std::string_view algorithm, int threads) {
        INFO(bytes << " bytes " << (in_place ? "in place" : "apart"));
        const Scan& chosen = scan.chosen(bytes, 4, in_place);
        CHECK(chosen.algorithm().name == algorithm);
        CHECK(chosen.options().threads == threads);
        CHECK(chosen.options().op == Operator::max);
        CHECK(chosen.options().exclusive);
    };
    check(0, true, "scalar", 1);
    check(96, true, "scalar", 1);
    check(100, true, "simd1-p", 2);
    check(19'996, true, "simd1-p", 2);
    check(20'000, true, "lookahead2-p", 3);
    check(std::size_t{1} << 40, true, "lookahead2-p", 3);
    check(4996, false, "lookahead", 1);
    check(5000, false, "simd2", 2);
}

TEST_CASE("A scan is dilated as the model has it") {
    AutoScan scan(Operator::sum, false,
                  {{{0, {"simd2", 2}}, {1000, {"simd2", 2, std::nullopt, 0.5}}}, {{0, {"simd"}}}});
    CHECK(scan.chosen(996, 4, true).options().dilation == 0);
    CHECK(scan.chosen(1000, 4, true).options().dilation == 0.5);
    CHECK(&scan.chosen(996, 4, true) != &scan.chosen(1000, 4, true));
}

TEST_CASE("A partition of so many bytes has as many elements as the type allows") {
    AutoScan scan(Operator::sum, false, example_model);
    CHECK(scan.chosen(100, 4, true).partition(4) == 16);
    CHECK(scan.chosen(100, 8, true).partition(8) == 8);
    CHECK(scan.chosen(20'000, 4, true).partition(4) == 1024);
    CHECK(scan.chosen(20'000, 8, true).partition(8) == 512);
    CHECK_FALSE(scan.chosen(0, 4, true).partition(4));
    // Without a partition in the model, the algorithm's default.
    AutoScan usual(Operator::sum, false, {{{0, {"simd1-p", 2}}}, {{0, {"simd"}}}});
    CHECK(usual.chosen(100, 8, true).partition(8) ==
          Scan(find_scan_algorithm("simd1-p"), {.threads = 2}).partition(8));
}

TEST_CASE("What a choice made is there again when it is taken again, and not before") {
    // The last step is invalid, but that does not matter until it is reached.
    const ScanModel model{{{0, {"simd"}}, {1000, {"simd1", 2}}, {2000, {"quicksort"}}}, {{0, {"simd"}}}};
    AutoScan scan(Operator::sum, false, model);
    const Scan* small = &scan.chosen(4, 4, true);
    const Scan* large = &scan.chosen(1000, 4, true);
    CHECK(small != large);
    for (int time = 0; time < 20; ++time) {
        CHECK(&scan.chosen(996, 4, true) == small);
        CHECK(&scan.chosen(1996, 4, true) == large);
    }
    CHECK_THROWS(scan.chosen(2000, 4, true));
    CHECK(&scan.chosen(4, 4, true) == small);
    CHECK(small->algorithm().name == "simd");
    CHECK(large->algorithm().name == "simd1");
}

TEST_CASE("A model that names what there is not is an error that says so when it is chosen") {
    const auto message = [](const ScanChoice& choice) {
        AutoScan scan(Operator::sum, false, {{{0, choice}}, {{0, {"simd"}}}});
        return usage_message([&] {
            std::vector<float> values(10);
            scan(std::span<const float>(values), std::span<float>(values));
        });
    };
    CHECK_THAT(message({"quicksort"}),
               ContainsSubstring("no scan on the CPU is called quicksort: there are scalar, simd"));
    CHECK_THAT(message({"auto"}), ContainsSubstring("no scan on the CPU is called auto"));
    CHECK_THAT(message({"simd", 2}), ContainsSubstring("simd is for one thread, not 2"));
    CHECK_THAT(message({"simd1", 0}), ContainsSubstring("a team of 0 threads cannot be"));
    CHECK_THAT(message({"simd1", 2, 64}), ContainsSubstring("simd1 has no partitions"));
    CHECK_THAT(message({"simd1-p", 2, 0}), ContainsSubstring("a partition of 0 elements cannot be"));
}

} // namespace auto_scan_test
