#include "systems/cpu_scan/cpu_scan_results.h"

#include <catch2/catch_all.hpp>

namespace scanline::systems::cpu_scan_summary_test {

using namespace test;

namespace {

Results two_groups() {
    Results results = made_up_scans("cpu-scan-fig6");
    add_scan(results, {"in place", 1000, 1, "scanline", "scalar"}, 0.002, 0.0005);
    add_scan(results, {"in place", 1000, 1, "scanline", "simd-v1-p", "512"}, 0.001, 0.0005);
    add_scan(results, {"in place", 1000, 1, "partial-sum", "std::partial_sum"}, 0.004, 0.0005);
    add_scan(results, {"in place", 1000, 1, "cpu", "C++ standard library"}, 0.003, 0.0005);
    // By hand is no library, nor is a copy.
    add_scan(results, {"in place", 1000, 1, "intrinsics", "AVX-512 by hand"}, 0.0005, 0.0005);
    // Groups by themselves, for all that they have in common with it.
    add_scan(results, {"in place", 1000, 2, "scanline", "simd1", "-", "0"}, 0.001, 0.0005);
    add_scan(results, {"in place", 2000, 1, "scanline", "simd"}, 0.001, 0.0005);
    // Another place, without a roof.
    add_scan(results, {"apart", 1000, 1, "scanline", "simd1", "-", "0.4"}, 0.001);
    add_scan(results, {"apart", 1000, 1, "memory", "copy"}, 0.00025);
    return results;
}

} // namespace

TEST_CASE("The summary of scans on the CPU has each row beside others of its group") {
    CHECK(cpu_scan_summary(two_groups()) ==
          "| place    | elements | threads | scan        | partition | dilation |       ms | G elements/s | "
          "over scalar | over the best library | of the roof |\n"
          "| -------- | -------: | ------: | ----------- | --------: | -------: | -------: | -----------: | "
          "----------: | --------------------: | ----------: |\n"
          "| in place |     1000 |       1 | scalar      |         - |        - |  0.00200 |        0.500 | "
          "       1.00 |                  1.50 |        0.25 |\n"
          "| in place |     1000 |       1 | simd-v1-p   |       512 |        - |  0.00100 |         1.00 | "
          "       2.00 |                  3.00 |        0.50 |\n"
          "| in place |     1000 |       1 | partial-sum |         - |        - |  0.00400 |        0.250 | "
          "       0.50 |                  0.75 |        0.12 |\n"
          "| in place |     1000 |       1 | cpu         |         - |        - |  0.00300 |        0.333 | "
          "       0.67 |                  1.00 |        0.17 |\n"
          "| in place |     1000 |       1 | intrinsics  |         - |        - | 0.000500 |         2.00 | "
          "       4.00 |                  6.00 |        1.00 |\n"
          "| in place |     1000 |       2 | simd1       |         - |        0 |  0.00100 |         1.00 | "
          "          - |                     - |        0.50 |\n"
          "| in place |     2000 |       1 | simd        |         - |        - |  0.00100 |         2.00 | "
          "          - |                     - |        0.50 |\n"
          "| apart    |     1000 |       1 | simd1       |         - |      0.4 |  0.00100 |         1.00 | "
          "          - |                     - |           - |\n"
          "| apart    |     1000 |       1 | copy        |         - |        - | 0.000250 |         4.00 | "
          "          - |                     - |           - |\n");
}

TEST_CASE("What was skipped is left out of the summary, and nothing is compared with it") {
    Results results = two_groups();
    for (Row& row : results.rows) {
        if (row.axis("algorithm") == "scalar" || row.axis("by") == "cpu") {
            row.repetitions.clear();
            row.skipped = "no";
        }
    }
    CHECK(cpu_scan_summary(results) ==
          "| place    | elements | threads | scan        | partition | dilation |       ms | G elements/s | "
          "over scalar | over the best library | of the roof |\n"
          "| -------- | -------: | ------: | ----------- | --------: | -------: | -------: | -----------: | "
          "----------: | --------------------: | ----------: |\n"
          "| in place |     1000 |       1 | simd-v1-p   |       512 |        - |  0.00100 |         1.00 | "
          "          - |                  4.00 |        0.50 |\n"
          "| in place |     1000 |       1 | partial-sum |         - |        - |  0.00400 |        0.250 | "
          "          - |                  1.00 |        0.12 |\n"
          "| in place |     1000 |       1 | intrinsics  |         - |        - | 0.000500 |         2.00 | "
          "          - |                  8.00 |        1.00 |\n"
          "| in place |     1000 |       2 | simd1       |         - |        0 |  0.00100 |         1.00 | "
          "          - |                     - |        0.50 |\n"
          "| in place |     2000 |       1 | simd        |         - |        - |  0.00100 |         2.00 | "
          "          - |                     - |        0.50 |\n"
          "| apart    |     1000 |       1 | simd1       |         - |      0.4 |  0.00100 |         1.00 | "
          "          - |                     - |           - |\n"
          "| apart    |     1000 |       1 | copy        |         - |        - | 0.000250 |         4.00 | "
          "          - |                     - |           - |\n");
}

} // namespace scanline::systems::cpu_scan_summary_test
