#include "systems/cpu_scan/cpu_scan_results.h"
#include "systems/made_up_results.h"

#include <catch2/catch_all.hpp>

// What results that nobody measured make of the claims about partitions and dilation.

namespace scanline::systems::scan_partition_claims_test {

using namespace test;

namespace {

const std::vector<std::string> threads_cases{"scalar1-p", "scalar2-p",    "simd1-p",
                                             "simd2-p",   "lookahead1-p", "lookahead2-p"},
    strided_cases{"simd-v1-p", "simd-v2-p", "simd-t-p"};

// What each takes by itself, which is measured first.
constexpr std::int64_t usual = 24'000;

// The best partitions are those that are taken by themselves: those twice or half as large take longer, and
// of vertical scans those of a power of two much longer.
Results good_partitions() {
    Results results = made_up_scans("cpu-scan-partition-size");
    const auto add = [&](const std::string& algorithm, int threads, std::int64_t partition,
                         double milliseconds) {
        add_scan(results,
                 {"in place", threads == 1 ? 1 << 24 : 1 << 26, threads, "scanline", algorithm,
                  std::to_string(partition)},
                 milliseconds, 0.5);
    };
    const auto add_all = [&](const std::vector<std::string>& algorithms, int threads) {
        for (const std::string& algorithm : algorithms) {
            for (const auto& [partition, milliseconds] : {std::pair{usual, 1.0},
                                                          {usual / 4, 1.3},
                                                          {usual / 2, 1.2},
                                                          {usual * 2, 1.1},
                                                          {usual * 4, 1.5}})
                add(algorithm, threads, partition, milliseconds);
        }
    };
    add_all(threads_cases, 2);
    add_all(strided_cases, 1);
    for (const char* algorithm : {"simd-v1-p", "simd-v2-p"})
        add(algorithm, 1, 1 << 14, 1.4);
    return results;
}

Results good_dilations() {
    Results results = made_up_scans("cpu-scan-dilation");
    const auto add = [&](const std::string& algorithm, double gain) {
        for (const auto& [dilation, milliseconds] : {std::pair{"0", gain}, {"0.2", 1.0}, {"1", 1.3}})
            add_scan(results, {"in place", 1 << 26, 2, "scanline", algorithm, "-", dilation}, milliseconds,
                     0.5);
    };
    for (const char* algorithm : {"scalar1", "scalar2", "simd1", "simd2"})
        add(algorithm, 1.06);
    // What goes by elements may gain by dilation in partitions too.
    for (const char* algorithm : {"scalar1-p", "scalar2-p"})
        add(algorithm, 1.2);
    for (const char* algorithm : {"simd1-p", "simd2-p"})
        add(algorithm, 1.04);
    return results;
}

} // namespace

TEST_CASE("Where partitions are as they should be, every claim holds, and without its rows none") {
    check_good_claims(good_partitions());
    check_good_claims(good_dilations());
    const auto told_without = [](const Results& results, const AxisValues& values, const std::string& part) {
        return scan_claim_holds(without(results, values), part).has_value();
    };
    CHECK_FALSE(told_without(good_partitions(), {{"algorithm", "simd2-p"}}, "several threads"));
    CHECK_FALSE(told_without(good_partitions(), {{"algorithm", "simd-t-p"}}, "one thread"));
    CHECK_FALSE(told_without(good_dilations(), {{"algorithm", "simd2"}}, "more than 5 %"));
    CHECK_FALSE(
        told_without(good_dilations(), {{"algorithm", "simd2-p"}, {"dilation", "0"}}, "less than 5 %"));
}

TEST_CASE("Partitions that are taken by themselves are good where each is within 5 % of its best") {
    const auto told = [](const char* part, const std::string& algorithm, std::int64_t partition,
                         double milliseconds) {
        Results results = good_partitions();
        set_time(results, {{"algorithm", algorithm}, {"partition", std::to_string(partition)}}, milliseconds);
        return scan_claim_holds(results, part);
    };
    for (const auto& [part, algorithms] :
         {std::pair{"several threads", threads_cases}, {"one thread", strided_cases}}) {
        for (const std::string& algorithm : algorithms) {
            INFO(algorithm);
            CHECK(told(part, algorithm, usual, 1.06 * 1.1) == false);
            CHECK(told(part, algorithm, usual, 1.04) == true);
            CHECK(told(part, algorithm, 4 * usual, 0.96) == true);
            CHECK(told(part, algorithm, 4 * usual, 0.94) == false);
            CHECK(told(part, algorithm, usual / 4, 0.94) == false);
        }
    }
}

TEST_CASE("Partitions that were not measured by themselves are called neither good nor bad") {
    // Others of the same scan were, and are no answer.
    Results results = good_partitions();
    for (Row& row : results.rows) {
        if (stands_at(row, {{"algorithm", "simd1-p"}, {"partition", std::to_string(usual)}}))
            row.repetitions.clear();
    }
    CHECK_FALSE(scan_claim_holds(results, "several threads").has_value());
    CHECK(scan_claim_holds(results, "one thread") == true);
}

TEST_CASE("Powers of two lose where the best of the others is faster by more than 5 %") {
    for (const auto& [milliseconds, yes] : {std::pair{1.04, false}, {1.06, true}}) {
        Results results = good_partitions();
        set_time(results, {{"algorithm", "simd-v2-p"}, {"partition", "16384"}}, milliseconds);
        CHECK(scan_claim_holds(results, "no power of two") == yes);
    }
    const Results none = without(good_partitions(), {{"algorithm", "simd-v1-p"}, {"partition", "16384"}});
    CHECK_FALSE(scan_claim_holds(none, "no power of two").has_value());
}

TEST_CASE("Of several sizes claims about partitions and dilations tell of the largest alone") {
    Results results = good_partitions();
    for (const std::string& algorithm : threads_cases)
        add_scan(results, {"in place", 1000, 2, "scanline", algorithm, "4096"}, 0.001);
    CHECK(scan_claim_holds(results, "several threads") == true);
    results = good_dilations();
    for (const char* algorithm : {"scalar1", "scalar2", "simd1", "simd2", "simd1-p", "simd2-p"})
        add_scan(results, {"in place", 1000, 2, "scanline", algorithm, "-", "1"}, 0.001);
    CHECK(scan_claim_holds(results, "more than 5 % faster than none") == true);
    CHECK(scan_claim_holds(results, "gains less than 5 %") == true);
}

TEST_CASE("Times that are too short for the timer tell nothing of dilations and partitions") {
    Results results = good_dilations();
    set_time(results, {{"algorithm", "simd1"}, {"dilation", "0.2"}}, 0);
    CHECK_FALSE(scan_claim_holds(results, "more than 5 % faster than none").has_value());
    results = good_partitions();
    set_time(results, {{"algorithm", "simd1-p"}, {"partition", std::to_string(usual)}}, 0);
    CHECK_FALSE(scan_claim_holds(results, "several threads").has_value());
}

TEST_CASE("Dilation gains without partitions, and next to nothing with them and registers") {
    const auto told = [](const char* part, const char* algorithm, double without) {
        Results results = good_dilations();
        set_time(results, {{"algorithm", algorithm}, {"dilation", "0"}}, without);
        return scan_claim_holds(results, part);
    };
    for (const char* algorithm : {"scalar1", "scalar2", "simd1", "simd2"}) {
        CHECK(told("more than 5 % faster than none", algorithm, 1.049) == false);
        CHECK(told("more than 5 % faster than none", algorithm, 1.051) == true);
        // None is the best.
        CHECK(told("more than 5 % faster than none", algorithm, 0.5) == false);
    }
    for (const char* algorithm : {"simd1-p", "simd2-p"}) {
        CHECK(told("gains less than 5 %", algorithm, 1.051) == false);
        CHECK(told("gains less than 5 %", algorithm, 1.049) == true);
        CHECK(told("gains less than 5 %", algorithm, 0.5) == true);
    }
    // The best of any.
    Results results = good_dilations();
    set_time(results, {{"algorithm", "simd1-p"}, {"dilation", "1"}}, 0.9);
    CHECK(scan_claim_holds(results, "gains less than 5 %") == false);
}

} // namespace scanline::systems::scan_partition_claims_test
