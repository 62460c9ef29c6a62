#include "systems/cpu_scan/cpu_scan_results.h"

#include <catch2/catch_all.hpp>

#include <array>
#include <utility>

// What results that nobody measured make of the claims about scans by one thread.

namespace scanline::systems::scan_one_thread_claims_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::int64_t cached = 1 << 18, medium = 1 << 25, beside = medium - 16'640, large = 1 << 28;
const std::array places{std::pair{"in cache", cached}, std::pair{"in place", large}};

// Every claim holds.
Results good_fig6() {
    Results results = made_up_scans("cpu-scan-fig6");
    const ScanTimes all{{"scalar", 1},       {"simd", 0.2},      {"lookahead", 0.1},
                        {"simd-v1", 0.5},    {"simd-v1-p", 0.4}, {"simd-v2", 0.5},
                        {"simd-v2-p", 0.41}, {"simd-t", 0.8},    {"simd-t-p", 0.6}};
    for (const auto& [place, elements] : places) {
        add_scans(results, place, elements, 1, all);
        add_peers(results, place, elements, 1, {{"partial-sum", 1.1}, {"openmp", 0.5}, {"intrinsics", 0.19}});
    }
    add_scans(results, "apart", medium, 1, {{"scalar", 1}, {"simd", 0.2}, {"lookahead", 0.1}});
    // Half of the time of the best: a copy is none of ours.
    add_scans(results, "apart", medium, 1, {{"copy", 0.05}}, "memory");
    add_scans(results, "in place", medium, 1,
              {{"scalar", 1}, {"simd-v1", 0.9}, {"simd-v1-p", 0.4}, {"simd-v2", 0.9}, {"simd-v2-p", 0.41}});
    add_scans(results, "in place", beside, 1,
              {{"scalar", 1}, {"simd-v1", 0.5}, {"simd-v1-p", 0.4}, {"simd-v2", 0.5}, {"simd-v2-p", 0.41}});
    return results;
}

} // namespace

TEST_CASE("Where scans by one thread are as they should be, every claim holds, and without its rows none") {
    check_good_claims(good_fig6());
    const auto told_without = [](const AxisValues& values, const std::string& part) {
        return scan_claim_holds(without(good_fig6(), values), part).has_value();
    };
    CHECK_FALSE(told_without({{"algorithm", "scalar"}}, "simd in a cache is at least 4.5"));
    CHECK_FALSE(told_without({{"by", "intrinsics"}}, "by hand"));
    CHECK_FALSE(told_without({{"algorithm", "simd-t-p"}}, "over a tree still longer"));
    CHECK_FALSE(told_without({{"elements", std::to_string(beside)}}, "powers of two"));
    CHECK_FALSE(told_without({{"place", "apart"}}, "the best apart"));
}

TEST_CASE(
    "The fastest of the paper's by one thread is simd, in the cache and in memory, and ours apart from it") {
    const std::string part = "simd is the fastest of the paper's";
    for (const auto& [place, elements] : places) {
        for (const char* other : {"scalar", "simd-v1", "simd-t-p"}) {
            INFO(other << " at " << elements);
            Results results = good_fig6();
            set_nanoseconds(results, place, elements, 1, other, 0.15);
            CHECK(scan_claim_holds(results, part) == false);
            CHECK_THAT(scan_claim(results, part).evidence, ContainsSubstring(other));
        }
    }
    // Of sizes between, or of libraries, nothing is said.
    Results results = good_fig6();
    set_nanoseconds(results, "in place", medium, 1, "simd-v1", 0.01);
    set_time(results, {{"by", "openmp"}}, 1e-6);
    CHECK(scan_claim_holds(results, part) == true);
}

TEST_CASE("Vertical scans take longer than simd, and over a tree longest") {
    const std::string part = "vertical scans by partitions take more than 1.5 times";
    for (const auto& [algorithm, nanoseconds, yes] : {std::tuple{"simd-v1-p", 0.29, false},
                                                      {"simd-v1-p", 0.31, true},
                                                      {"simd-v2-p", 0.29, false},
                                                      {"simd-v2-p", 0.31, true},
                                                      {"simd-t-p", 0.405, false},
                                                      {"simd-t-p", 0.42, true}}) {
        INFO(algorithm << " " << nanoseconds);
        Results results = good_fig6();
        set_nanoseconds(results, "in place", large, 1, algorithm, nanoseconds);
        CHECK(scan_claim_holds(results, part) == yes);
    }
}

TEST_CASE("One thread in a cache is so many times as fast as scalar, and as by hand") {
    const auto told = [](const char* part, const char* algorithm, double nanoseconds) {
        Results results = good_fig6();
        set_nanoseconds(results, "in cache", cached, 1, algorithm, nanoseconds);
        return scan_claim_holds(results, part);
    };
    CHECK(told("simd in a cache is at least 4.5", "simd", 1 / 4.51) == true);
    CHECK(told("simd in a cache is at least 4.5", "simd", 1 / 4.49) == false);
    CHECK(told("the best in a cache is at least 4.5", "simd", 9) == true);
    CHECK(told("the best in a cache is at least 4.5", "scalar", 0.449) == false);
    CHECK(told("the best in a cache is at least 4.5", "scalar", 0.451) == true);
    CHECK(told("speed of intrinsics by hand", "simd", 0.19 / 0.929) == false);
    CHECK(told("speed of intrinsics by hand", "simd", 0.19 / 0.931) == true);
    // By hand is none of ours, however fast.
    CHECK(told("the best in a cache is at least 4.5", "intrinsics 1.0", 0.001) == true);
}

TEST_CASE("One thread in memory is so many times as fast as scalar, and so near to the roof") {
    const auto told = [](const char* part, const char* place, std::int64_t elements, const char* algorithm,
                         double nanoseconds) {
        Results results = good_fig6();
        set_nanoseconds(results, place, elements, 1, algorithm, nanoseconds);
        return scan_claim_holds(results, part);
    };
    CHECK(told("the best in memory in place is at least 2.2", "in place", large, "scalar", 0.219) == false);
    CHECK(told("the best in memory in place is at least 2.2", "in place", large, "scalar", 0.221) == true);
    CHECK(told("the best in memory in place is at least 2.2", "in cache", cached, "scalar", 0.1) == true);
    CHECK(told("in place has at least 0.80 of the roof", "in place", large, "lookahead",
               scan_roof_nanoseconds / 0.79) == false);
    CHECK(told("in place has at least 0.80 of the roof", "in place", large, "lookahead",
               scan_roof_nanoseconds / 0.81) == true);
    CHECK(told("the best apart has at least 0.80", "apart", medium, "lookahead",
               scan_roof_nanoseconds / 0.79) == false);
    CHECK(told("the best apart has at least 0.80", "apart", medium, "lookahead",
               scan_roof_nanoseconds / 0.81) == true);
    Results results = good_fig6();
    for (Row& row : results.rows)
        row.roof_milliseconds.reset();
    CHECK_FALSE(scan_claim_holds(results, "in place has at least 0.80 of the roof").has_value());
}

TEST_CASE(
    "Lengths that are powers of two slow vertical scans over the whole array, not those by partitions") {
    const auto told = [](const char* part, const char* algorithm, double nanoseconds) {
        Results results = good_fig6();
        set_nanoseconds(results, "in place", medium, 1, algorithm, nanoseconds);
        return scan_claim_holds(results, part);
    };
    for (const char* algorithm : {"simd-v1", "simd-v2"}) {
        CHECK(told("suffer from lengths", algorithm, 0.5 * 1.4998) == false);
        CHECK(told("suffer from lengths", algorithm, 0.5 * 1.5002) == true);
    }
    CHECK(told("by partitions do not", "simd-v1-p", 0.4 * 1.0998) == true);
    CHECK(told("by partitions do not", "simd-v1-p", 0.4 * 1.1002) == false);
    CHECK(told("by partitions do not", "simd-v2-p", 0.41 * 1.11) == false);
}

TEST_CASE("Arrays that caches may hold tell nothing of memory, but what is in the cache") {
    Results results = made_up_scans("cpu-scan-fig6");
    for (const char* place : {"in cache", "in place"})
        add_scans(results, place, 1 << 22, 1, {{"scalar", 1}, {"simd", 0.1}});
    CHECK(scan_claim_holds(results, "simd in a cache is at least 4.5") == true);
    CHECK_FALSE(scan_claim_holds(results, "the best in memory in place is at least 2.2").has_value());
}

TEST_CASE("What is in no cache is reported of memory alone, and what is in one of the cache") {
    Results results = made_up_scans("cpu-scan-fig6");
    add_scans(results, "in place", large, 1, {{"scalar", 1}, {"simd", 0.1}});
    CHECK_FALSE(scan_claim_holds(results, "simd in a cache is at least 4.5").has_value());
    CHECK(scan_claim_holds(results, "the best in memory in place is at least 2.2") == true);
    results = made_up_scans("cpu-scan-fig6");
    add_scans(results, "in cache", large, 1, {{"scalar", 1}, {"simd", 0.1}});
    CHECK(scan_claim_holds(results, "simd in a cache is at least 4.5") == true);
    CHECK_FALSE(scan_claim_holds(results, "the best in memory in place is at least 2.2").has_value());
}

} // namespace scanline::systems::scan_one_thread_claims_test
