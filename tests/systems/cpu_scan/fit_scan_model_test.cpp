#include "scanline/systems/scan_calibration.h"

#include "support/error_message.h"
#include "systems/cpu_scan/cpu_scan_results.h"

#include <catch2/catch_all.hpp>

namespace scanline::systems::fit_scan_model_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;
using cpu::ScanModel;
using cpu::ScanStep;

namespace {

class FitTest {
protected:
    Results results = made_up_scans("cpu-scan-fig7");

    void add(const std::string& place, std::int64_t elements, const std::string& algorithm, int threads,
             double milliseconds, const std::string& partition = "-", const std::string& dilation = "-") {
        add_scan(results, {place, elements, threads, "scanline", algorithm, partition, dilation},
                 milliseconds);
    }
    /// As `add` there, so that there is a model at all.
    void add_apart() { add("apart", 100, "simd", 1, 1); }
    std::vector<ScanStep> in_place() const { return fit_scan_model(results).in_place; }
};

} // namespace

TEST_CASE_METHOD(FitTest, "At each size the fastest is chosen, by its median, each place by itself") {
    for (const std::int64_t size : {100, 10'000}) {
        add("in place", size, "simd", 1, size == 100 ? 1 : 9);
        add("in place", size, "lookahead2-p", 2, size == 100 ? 9 : 1, "1024");
        add("apart", size, "simd", 1, 9);
        add("apart", size, "lookahead2-p", 2, 1, "2048");
    }
    // One slow repetition does not matter.
    results.rows.front().repetitions.front() = {{{"whole", 1000}}, 1000};
    CHECK(fit_scan_model(results) ==
          ScanModel{{{0, {"simd"}}, {4000, {"lookahead2-p", 2, 4096}}}, {{0, {"lookahead2-p", 2, 8192}}}});
}

TEST_CASE_METHOD(FitTest, "A choice holds from half-way to the size before, on a logarithmic scale") {
    add_apart();
    // Not in their order.
    add("in place", 1'000'000, "simd1", 4, 1);
    add("in place", 100, "simd", 1, 1);
    add("in place", 10'000, "simd1", 2, 1);
    CHECK(in_place() == std::vector<ScanStep>{{0, {"simd"}}, {4000, {"simd1", 2}}, {400'000, {"simd1", 4}}});
}

TEST_CASE_METHOD(FitTest, "Steps of the same choice are one") {
    add_apart();
    for (const std::int64_t size : {100, 10'000, 1'000'000, 100'000'000})
        add("in place", size, size == 1'000'000 ? "simd1" : "simd", 1, 1);
    CHECK(in_place() == std::vector<ScanStep>{{0, {"simd"}}, {400'000, {"simd1"}}, {40'000'000, {"simd"}}});
}

TEST_CASE_METHOD(FitTest, "Choices that differ in threads or in the partition alone are two") {
    add_apart();
    add("in place", 100, "simd1-p", 2, 1, "64");
    add("in place", 10'000, "simd1-p", 3, 1, "64");
    add("in place", 1'000'000, "simd1-p", 3, 1, "128");
    CHECK(in_place() == std::vector<ScanStep>{{0, {"simd1-p", 2, 256}},
                                              {4000, {"simd1-p", 3, 256}},
                                              {400'000, {"simd1-p", 3, 512}}});
}

TEST_CASE_METHOD(FitTest, "Choices that differ in the dilation alone are two") {
    add_apart();
    add("in place", 100, "lookahead2-p", 2, 1, "64", "0");
    add("in place", 10'000, "lookahead2-p", 2, 2, "64", "0");
    add("in place", 10'000, "lookahead2-p", 2, 1, "64", "0.8");
    CHECK(in_place() ==
          std::vector<ScanStep>{{0, {"lookahead2-p", 2, 256}}, {4000, {"lookahead2-p", 2, 256, 0.8}}});
}

TEST_CASE_METHOD(FitTest, "What is within 3 % of the fastest is as fast, and of that the first is taken") {
    add_apart();
    add("in place", 100, "scalar", 1, 104);
    add("in place", 100, "simd", 1, 102.9);
    add("in place", 100, "lookahead", 1, 101);
    add("in place", 100, "simd1", 2, 100);
    add("in place", 10'000, "simd", 1, 103.1);
    add("in place", 10'000, "simd1", 2, 100);
    add("in place", 1'000'000, "simd1", 2, 100);
    add("in place", 1'000'000, "simd", 1, 99);
    CHECK(in_place() == std::vector<ScanStep>{{0, {"simd"}}, {4000, {"simd1", 2}}});
}

TEST_CASE_METHOD(FitTest, "What is skipped, of others, or of the memory is not chosen") {
    add_apart();
    add_scan(results, {"in place", 100, 2, "tbb", "TBB"}, 0.1);
    add_scan(results, {"in place", 100, 2, "memory", "copy"}, 0.1);
    add("in place", 100, "simd1", 2, 0.1);
    results.rows.back().repetitions.clear();
    results.rows.back().skipped = "no";
    add("in place", 100, "simd", 1, 1);
    // A size at which none of ours was measured is none.
    add_scan(results, {"in place", 10'000, 2, "tbb", "TBB"}, 0.1);
    CHECK(in_place() == std::vector<ScanStep>{{0, {"simd"}}});
}

TEST_CASE_METHOD(FitTest, "A place without a measured row is an error that names it") {
    const auto message = [this] {
        return scanline::test::usage_message([this] { fit_scan_model(results); });
    };
    CHECK_THAT(message(), ContainsSubstring("in place"));
    add("in place", 100, "simd", 1, 1);
    CHECK_THAT(message(), ContainsSubstring("apart") && !ContainsSubstring("in place"));
    add("apart", 100, "simd", 1, 1);
    results.rows.back().repetitions.clear();
    CHECK_THAT(message(), ContainsSubstring("apart"));
    results.rows.pop_back();
    add_apart();
    CHECK(message() == "no error");
}

TEST_CASE("The fastest at a size is what is chosen at it, however near the next one is") {
    for (const std::int64_t next : {2, 3}) {
        Results results = made_up_scans("cpu-scan-fig7");
        for (const char* place : {"in place", "apart"}) {
            add_scan(results, {place, next - 1, 1, "scanline", "scalar"}, 1);
            add_scan(results, {place, next, 1, "scanline", "simd"}, 1);
        }
        const cpu::ScanModel model = fit_scan_model(results);
        CHECK(cpu::choose(model.in_place, 4 * (next - 1)).algorithm == "scalar");
        CHECK(cpu::choose(model.in_place, 4 * next).algorithm == "simd");
    }
}

} // namespace scanline::systems::fit_scan_model_test
