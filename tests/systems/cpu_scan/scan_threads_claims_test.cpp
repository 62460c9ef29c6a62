#include "systems/cpu_scan/cpu_scan_results.h"

#include <catch2/catch_all.hpp>

// What results that nobody measured make of the claims about scans by several threads.

namespace scanline::systems::scan_threads_claims_test {

using namespace test;

namespace {

const ScanTimes several{{"scalar", 10},      {"simd", 4},    {"lookahead", 3}, {"scalar1", 8},
                        {"scalar1-p", 7},    {"scalar2", 8}, {"scalar2-p", 7}, {"simd1", 3},
                        {"simd1-p", 2},      {"simd2", 3.2}, {"simd2-p", 2},   {"lookahead1-p", 1.2},
                        {"lookahead2-p", 1}, {"auto", 1}};
const ScanTimes libraries{{"tbb", 4}, {"gnu-parallel", 3.5}, {"openmp", 5}};

// Every claim holds, of the largest group; in that of one thread none does.
Results good_threads(const std::string& experiment, const std::string& place) {
    Results results = made_up_scans(experiment);
    for (const std::int64_t elements : {4096, 65'536, 131'072}) {
        add_scans(results, place, elements, 2, several);
        // Too large for the claim about small ones.
        set_nanoseconds(results, place, elements, 2, "auto", elements == 131'072 ? 9 : 3);
    }
    for (const int threads : {1, 2}) {
        ScanTimes times = several;
        if (threads == 1) {
            for (auto& time : times)
                time.second = 5;
        }
        add_scans(results, place, 1 << 26, threads, times);
        add_peers(results, place, 1 << 26, threads, libraries);
    }
    return results;
}

Results good_fig7() {
    return good_threads("cpu-scan-fig7", "in place");
}
Results good_fig8() {
    Results results = good_threads("cpu-scan-fig8", "apart");
    add_scans(results, "apart", 1 << 26, 2, {{"copy", 0.5}}, "memory");
    return results;
}

} // namespace

TEST_CASE(
    "Where scans by several threads are as they should be, every claim holds, and without its rows none") {
    check_good_claims(good_fig7());
    check_good_claims(good_fig8());
    CHECK_FALSE(
        scan_claim_holds(without(good_fig7(), {{"algorithm", "simd1"}}), "as fast as simd1").has_value());
    CHECK_FALSE(
        scan_claim_holds(without(good_fig7(), {{"algorithm", "auto"}}), "auto takes no longer").has_value());
    for (Results alone : {good_fig7(), good_fig8()}) {
        for (const auto& library : libraries)
            alone = without(std::move(alone), {{"by", library.first}});
        CHECK_FALSE(scan_claim_holds(alone, "the best is at least").has_value());
    }
}

TEST_CASE("Several threads in place are so many times as fast as each other and as libraries") {
    const auto told = [](const char* part, const char* algorithm, double nanoseconds) {
        Results results = good_fig7();
        set_nanoseconds(results, "in place", 1 << 26, 2, algorithm, nanoseconds);
        return scan_claim_holds(results, part);
    };
    CHECK(told("simd1-p is at least 1.25 times as fast as simd1", "simd1", 2.49) == false);
    CHECK(told("simd1-p is at least 1.25 times as fast as simd1", "simd1", 2.51) == true);
    CHECK(told("simd2-p is at least 1.45 times as fast as simd2", "simd2", 2.89) == false);
    CHECK(told("simd2-p is at least 1.45 times as fast as simd2", "simd2", 2.91) == true);
    // The fastest library counts, whichever it is.
    for (const char* library : {"tbb 1.0", "gnu-parallel 1.0", "openmp 1.0"}) {
        CHECK(told("simd1-p is at least 1.65", library, 3.29) == false);
        CHECK(told("the best is at least 2.3", library, 2.29) == false);
    }
    CHECK(told("simd1-p is at least 1.65", "gnu-parallel 1.0", 3.31) == true);
    CHECK(told("the best is at least 2.3", "gnu-parallel 1.0", 2.31) == true);
    // Times of one thread count for nothing.
    Results results = good_fig7();
    set_nanoseconds(results, "in place", 1 << 26, 1, "tbb 1.0", 0.001);
    check_good_claims(results);
}

TEST_CASE("Auto does not lose to one thread by more than 2 % at any size up to 64K") {
    const std::string part = "auto takes no longer";
    for (const std::int64_t elements : {4096, 65'536}) {
        for (const auto& [nanoseconds, yes] : {std::pair{3 / 0.979, false}, {3 / 0.981, true}}) {
            Results results = good_fig7();
            set_nanoseconds(results, "in place", elements, 2, "auto", nanoseconds);
            CHECK(scan_claim_holds(results, part) == yes);
        }
        // The better one of two.
        Results results = good_fig7();
        set_nanoseconds(results, "in place", elements, 2, "simd", 2.9);
        CHECK(scan_claim_holds(results, part) == false);
    }
    Results large_alone = good_fig7();
    std::erase_if(large_alone.rows, [](const Row& row) { return row.items <= 65'536; });
    CHECK_FALSE(scan_claim_holds(large_alone, part).has_value());
}

TEST_CASE("Several threads apart are so many times as fast as libraries, and partitions cost nothing") {
    const auto told = [](const char* part, const char* algorithm, double nanoseconds) {
        Results results = good_fig8();
        set_nanoseconds(results, "apart", 1 << 26, 2, algorithm, nanoseconds);
        return scan_claim_holds(results, part);
    };
    CHECK(told("the best is at least 2 times", "gnu-parallel 1.0", 1.99) == false);
    CHECK(told("the best is at least 2 times", "gnu-parallel 1.0", 2.01) == true);
    CHECK(told("simd2-p is about as fast apart as simd2", "simd2-p", 3.2 / 0.949) == false);
    CHECK(told("simd2-p is about as fast apart as simd2", "simd2-p", 3.2 / 0.951) == true);
}

TEST_CASE("A ratio whose interval holds the limit is undecided, and neither is one of a single repetition") {
    Results results = good_fig7();
    for (Row& row : results.rows) {
        if (row.items == 1 << 26 && row.axis("algorithm") == "simd1")
            row.repetitions.front().milliseconds *= 0.5;
    }
    CHECK_FALSE(scan_claim_holds(results, "simd1-p is at least 1.25").has_value());
    CHECK(scan_claim_holds(results, "simd2-p is at least 1.45") == true);
    for (Row& row : results.rows)
        row.repetitions.resize(1);
    CHECK_FALSE(scan_claim_holds(results, "simd2-p is at least 1.45").has_value());
}

} // namespace scanline::systems::scan_threads_claims_test
