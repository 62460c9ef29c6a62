#include "cpu_scan_results.h"

#include "scanline/cpu/processor.h"

#include <catch2/catch.hpp>

// What results that nobody measured make of the claims about partitions and dilation.

namespace scanline::bench {

using namespace test;

namespace {

const std::vector<std::string> threads_cases{"scalar1-p", "scalar2-p",    "simd1-p",
                                             "simd2-p",   "lookahead1-p", "lookahead2-p"},
    strided_cases{"simd-v1-p", "simd-v2-p", "simd-t-p"};

// Elements of float32.
std::int64_t half_of(std::int64_t bytes) {
    return bytes / 2 / 4;
}

// The best partitions are of half a cache, as it should be: those twice or half as large take longer.
Results good_partitions() {
    Results results = made_up_scans("cpu-scan-partition-size");
    const cpu::Processor processor = cpu::this_processor();
    const auto add = [&](const std::vector<std::string>& algorithms, int threads, std::int64_t good) {
        for (const std::string& algorithm : algorithms) {
            for (const auto& [partition, milliseconds] :
                 {std::pair{good / 4, 1.3}, {good / 2, 1.2}, {good, 1.0}, {good * 2, 1.1}, {good * 4, 1.5}})
                add_scan(results,
                         {"in place", threads == 1 ? 1 << 24 : 1 << 26, threads, "scanline", algorithm,
                          std::to_string(partition)},
                         milliseconds, 0.5);
        }
    };
    add(threads_cases, 2, half_of(processor.second_level_bytes));
    add(strided_cases, 1, half_of(processor.first_level_bytes));
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
    CHECK_FALSE(told_without(good_partitions(), {{"algorithm", "simd2-p"}}, "second level"));
    CHECK_FALSE(told_without(good_partitions(), {{"algorithm", "simd-t-p"}}, "gather and scatter"));
    CHECK_FALSE(told_without(good_dilations(), {{"algorithm", "simd2"}}, "more than 5 %"));
    CHECK_FALSE(
        told_without(good_dilations(), {{"algorithm", "simd2-p"}, {"dilation", "0"}}, "less than 5 %"));
}

TEST_CASE("Partitions of half a cache are good where each is within 5 % of its best") {
    const cpu::Processor processor = cpu::this_processor();
    const auto told = [](const char* part, const std::string& algorithm, std::int64_t partition,
                         double milliseconds) {
        Results results = good_partitions();
        set_time(results, {{"algorithm", algorithm}, {"partition", std::to_string(partition)}}, milliseconds);
        return scan_claim_holds(results, part);
    };
    for (const auto& [part, algorithms, good] :
         {std::tuple{"second level", threads_cases, half_of(processor.second_level_bytes)},
          {"gather and scatter", strided_cases, half_of(processor.first_level_bytes)}}) {
        for (const std::string& algorithm : algorithms) {
            INFO(algorithm);
            CHECK(told(part, algorithm, good, 1.06 * 1.1) == false);
            CHECK(told(part, algorithm, good, 1.04) == true);
            CHECK(told(part, algorithm, 4 * good, 0.96) == true);
            CHECK(told(part, algorithm, 4 * good, 0.94) == false);
            CHECK(told(part, algorithm, good / 4, 0.94) == false);
        }
    }
}

TEST_CASE("Where partitions of half a cache were not measured, those nearest to it stand for them") {
    const std::int64_t good = half_of(cpu::this_processor().second_level_bytes);
    Results results = good_partitions();
    std::erase_if(results.rows,
                  [&](const Row& row) { return row.axis("partition") == std::to_string(good); });
    // Now the best is twice as large; what is a little smaller is nearer.
    for (const std::string& algorithm : threads_cases)
        add_scan(results, {"in place", 1 << 26, 2, "scanline", algorithm, std::to_string(good - good / 4)},
                 1.2);
    CHECK(scan_claim_holds(results, "second level") == false);
    for (const std::string& algorithm : threads_cases)
        set_time(results, {{"algorithm", algorithm}, {"partition", std::to_string(good - good / 4)}}, 1.12);
    CHECK(scan_claim_holds(results, "second level") == true);
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

} // namespace scanline::bench
