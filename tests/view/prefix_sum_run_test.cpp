#include "scenes/prefix_sum/run.h"

#include "scenes/prefix_sum/setup.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::prefix_sum::run_test {

TEST_CASE("A variant runs by compute shaders if it has some and they are here, else on the CPU") {
    CHECK(library_scan(Variant::blelloch, true) == LibraryScan{Where::gpu, "tree"});
    CHECK(library_scan(Variant::simd_v2, true) == LibraryScan{Where::gpu, "vertical"});
    CHECK(library_scan(Variant::simd_v2, false) == LibraryScan{Where::cpu, "simd-v2"});
    CHECK(library_scan(Variant::scalar2_p, true) == LibraryScan{Where::cpu, "scalar2-p"});
    CHECK_FALSE(library_scan(Variant::chained, false));
    CHECK_FALSE(library_scan(Variant::hillis_steele, true));
}

TEST_CASE("The first prefix sum that differs is reported") {
    const ScanRun run{.where = Where::cpu, .output = {3, 4, 12, 9}};
    CHECK(first_difference(std::vector{3, 4, 11, 11}, run) == "Prefix sum 2 is 11, and 12 on the CPU.");
    CHECK(first_difference(run.output, run).empty());
}

TEST_CASE("What does not change a measurement asks for none") {
    Setup setup;
    const ScanRequest before = measured_request(setup.spec);
    set(setup, "size", "40");
    set(setup, "lanes", "3");
    set(setup, "dilation", "0.5");
    CHECK(measured_request(setup.spec) == before);
    set(setup, "variant", "scalar1");
    CHECK(measured_request(setup.spec).dilation == 0.5);
}

} // namespace scanline::view::prefix_sum::run_test
