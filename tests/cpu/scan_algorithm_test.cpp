#include "scanline/core/error.h"
#include "scanline/cpu/scan.h"

#include <catch2/catch_all.hpp>

#include <set>

namespace scan_algorithm_test {

using namespace scanline;
using namespace scanline::cpu;

TEST_CASE("Every algorithm of the paper's table 2 is there by its name, and ours") {
    std::set<std::string_view> names;
    for (const ScanAlgorithm& algorithm : scan_algorithms()) {
        names.insert(algorithm.name);
        CHECK(&find_scan_algorithm(algorithm.name) == &algorithm);
        CHECK(algorithm.partitioned == algorithm.name.ends_with("-p"));
        CHECK_FALSE(algorithm.summary.empty());
    }
    CHECK(names.size() == scan_algorithms().size());
    for (const char* name : {"scalar", "simd", "simd-v1", "simd-v2", "simd-t", "scalar1", "scalar2", "simd1",
                             "simd2", "simd-v1-p", "simd-v2-p", "simd-t-p", "scalar1-p", "scalar2-p",
                             "simd1-p", "simd2-p", "lookahead2-p"})
        CHECK(names.contains(name));
}

TEST_CASE("An algorithm that does not exist is refused with those that do") {
    try {
        find_scan_algorithm("simd3");
        FAIL("simd3 was found");
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::usage);
        CHECK_THAT(error.what(), Catch::Matchers::StartsWith(
                                     "no scan on the CPU is called simd3: there are scalar, simd, simd-v1"));
    }
}

TEST_CASE("A partition is what part of a thread's cache holds, or what was asked for") {
    const Scan in_second(find_scan_algorithm("simd1-p")), in_first(find_scan_algorithm("simd-v1-p"));
    REQUIRE(in_second.partition(4).has_value());
    CHECK(*in_second.partition(4) == 2 * *in_second.partition(8));
    CHECK(*in_first.partition(4) < *in_second.partition(4));
    CHECK(Scan(find_scan_algorithm("simd1-p"), {.partition = 77}).partition(4) == 77);
    CHECK_FALSE(Scan(find_scan_algorithm("simd1")).partition(4).has_value());
}

TEST_CASE("The instruction set has a name") {
    CHECK_FALSE(simd_target().empty());
}

} // namespace scan_algorithm_test
