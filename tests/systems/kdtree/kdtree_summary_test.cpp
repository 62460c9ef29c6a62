#include "systems/kdtree/kdtree_results.h"

#include <catch2/catch_all.hpp>

#include <algorithm>

namespace scanline::systems::kdtree_summary_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("The summary of k-d trees has each row beside others of the same work") {
    Results results = made_up_kdtrees("kdtree");
    add_kdtree(results, {.task = "knn", .threads = 2, .k = "10"}, 10);
    add_kdtree(results, {.task = "knn", .by = "nanoflann", .threads = 2, .k = "10"}, 25);
    // Other work, all of it.
    add_kdtree(results, {.task = "knn", .by = "nanoflann", .threads = 1, .k = "10"}, 1);
    add_kdtree(results, {.task = "knn", .by = "nanoflann", .threads = 2, .k = "1"}, 1);
    add_kdtree(results, {.task = "radius", .by = "nanoflann", .threads = 2}, 1);
    add_kdtree(results, {.task = "knn", .by = "nanoflann", .threads = 2, .dimensions = 2, .k = "10"}, 1);
    add_kdtree(results, {.task = "knn", .by = "nanoflann", .threads = 2, .k = "10", .queries = 1}, 1);
    add_kdtree(results, {.task = "build"}, 100);
    CHECK(kdtree_summary(results) == "| task  | points  | elements | dimensions | queries |    k | threads | "
                                     "by           |   ms | ns each "
                                     "| beside                | its ms | its over ours |\n"
                                     "| ----- | ------- | -------: | ---------: | ------: | ---: | ------: | "
                                     "------------ | ---: | ------: "
                                     "| --------------------- | -----: | ------------: |\n"
                                     "| knn   | uniform |  1048576 |          3 |    1000 |   10 |       2 | "
                                     "scanline-cpu | 10.0 |   10000 "
                                     "| nanoflann, threads: 2 |   25.0 |          2.50 |\n"
                                     "| build | uniform |  1048576 |          3 |       - |    - |       1 | "
                                     "scanline-cpu |  100 |    95.4 "
                                     "| -                     |      - |             - |\n");
}

TEST_CASE("What has no threads stands beside others by any number of them") {
    Results results = made_up_kdtrees("kdtree");
    add_kdtree(results, {.task = "knn", .by = "scanline-compute", .threads = 0, .k = "10"}, 1);
    for (const int threads : {1, 2})
        add_kdtree(results, {.task = "knn", .by = "nanoflann", .threads = threads, .k = "10"},
                   30.0 / threads);
    add_kdtree(results, {.task = "knn", .by = "nanoflann", .k = "10", .queries = 1}, 7);
    const std::string summary = kdtree_summary(results);
    CHECK(std::ranges::count(summary, '\n') == 2 + 2);
    CHECK_THAT(summary, ContainsSubstring("| nanoflann, threads: 1 |   30.0 |         30.00 |\n") &&
                            ContainsSubstring("| nanoflann, threads: 2 |   15.0 |         15.00 |\n"));
}

TEST_CASE("What was skipped is left out of the summary of k-d trees") {
    Results results = made_up_kdtrees("kdtree");
    for (const char* by : {"scanline-cpu", "nanoflann"}) {
        add_kdtree(results, {.task = "build", .by = by}, 10);
        results.rows.back().repetitions.clear();
        results.rows.back().skipped = "no";
    }
    CHECK_THAT(kdtree_summary(results), !ContainsSubstring("build"));
}

TEST_CASE("The paper's times stand beside those measured, stage by stage") {
    Results results = made_up_kdtrees("kdtree-paper");
    add_kdtree(results, {.task = "build", .threads = 2, .elements = 1 << 24, .dimensions = 4}, 0);
    const std::vector<Stage> stages{
        {"check", 10}, {"sort", 2000}, {"remove-duplicates", 30}, {"build", 4000}, {"other", 5}};
    results.rows.back().repetitions.assign(3, {stages, 6045});
    add_kdtree(results, {.task = "verify", .threads = 2, .elements = 1 << 24, .dimensions = 4}, 500);
    add_kdtree(results, {.task = "verify", .threads = 1, .elements = 1 << 24, .dimensions = 4}, 7000);
    add_kdtree(results, {.task = "build", .by = "nth-element", .elements = 1 << 24, .dimensions = 4}, 9000);
    add_kdtree(
        results,
        {.task = "build", .by = "scanline-compute", .threads = 0, .elements = 1 << 24, .dimensions = 4}, 0);
    results.rows.back().repetitions.assign(
        3, {{{"sort", 1}, {"remove-duplicates", 2}, {"sort-others", 6}, {"build", 22}}, 31});
    const std::string summary = kdtree_experiment("kdtree-paper").summary(results);
    for (const char* row : {"| published: 8 threads, MacBook Pro, 4 cores of 2.2 GHz i7 |    16M | 11.880 |  "
                            "       0.120 | 5.140 |  0.420 |           5.560 | 5.970 |  0.220 |\n",
                            "| published: GPU, NVIDIA Titan Black                       |    16M |  1.437 |  "
                            "       0.048 |     - |      - |           0.388 | 0.920 |  0.080 |\n",
                            "| here: scanline-cpu, threads: 2                           |    16M |  6.545 |  "
                            "       0.010 | 2.000 |  0.030 |           2.030 | 4.005 |  0.500 |\n",
                            "| here: scanline-compute                                   |    16M |      - |  "
                            "       0.000 | 0.007 |  0.002 |           0.009 | 0.022 |      - |\n",
                            "| here: nth-element, threads: 1                            |    16M |      - |  "
                            "           - |     - |      - |               - | 9.000 |      - |\n"})
        CHECK_THAT(summary, ContainsSubstring(row));
}

} // namespace scanline::systems::kdtree_summary_test
