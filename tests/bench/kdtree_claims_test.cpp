#include "kdtree_results.h"

#include <catch2/catch.hpp>

// What results that nobody measured make of the claims about k-d trees.

namespace scanline::bench {

using namespace test;
using Catch::Matchers::Contains;

namespace {

Results good_sweep() {
    Results results = made_up_kdtrees("kdtree");
    for (const int threads : {1, 2}) {
        add_kdtree(results, {.task = "knn", .threads = threads, .k = "10"}, 119);
        add_kdtree(results, {.task = "knn", .by = "nanoflann", .threads = threads, .k = "10"}, 100);
        // Others, of which nothing is claimed.
        add_kdtree(results, {.task = "knn", .threads = threads, .k = "1"}, 900);
        add_kdtree(results, {.task = "knn", .by = "nanoflann", .threads = threads, .k = "1"}, 10);
        add_kdtree(results, {.task = "knn", .threads = threads, .points = "line", .k = "10"}, 900);
        add_kdtree(results, {.task = "knn", .threads = threads, .dimensions = 2, .k = "10"}, 900);
        add_kdtree(results, {.task = "knn", .threads = threads, .type = "int32", .k = "10"}, 900);
    }
    for (const char* by : {"scanline-cpu", "nanoflann"})
        add_kdtree(results, {.task = "build", .by = by, .elements = 1 << 22}, 3000);
    add_kdtree(results, {.task = "build", .threads = 2}, 5000);
    add_kdtree(results, {.task = "build", .threads = 2, .elements = 1 << 22}, 1999);
    return results;
}

Results good_paper() {
    Results results = made_up_kdtrees("kdtree-paper");
    for (const int threads : {1, 2}) {
        add_kdtree(results, {.task = "build", .threads = threads, .elements = 1 << 24, .dimensions = 4},
                   11'000);
        add_kdtree(results, {.task = "verify", .threads = threads, .elements = 1 << 24, .dimensions = 4},
                   870);
    }
    return results;
}

std::optional<bool> holds(const Results& results, const std::string& part) {
    const Claim claim = the_one(kdtree_experiment(results.experiment).claims(results), part);
    INFO(claim.claim << ": " << claim.evidence);
    CHECK_FALSE(claim.evidence.empty());
    return claim.holds;
}

Results with_time(Results results, const AxisValues& values, double milliseconds) {
    set_time(results, values, milliseconds);
    return results;
}

} // namespace

TEST_CASE("Where k-d trees are as they should be, every claim holds, and without its rows none") {
    check_good_claims(good_sweep(), kdtree_experiment("kdtree").claims);
    check_good_claims(good_paper(), kdtree_experiment("kdtree-paper").claims);
    CHECK_FALSE(holds(without(good_sweep(), {{"by", "nanoflann"}, {"task", "knn"}}), "nearest").has_value());
    CHECK_FALSE(holds(without(good_sweep(), {{"elements", "4194304"}}), "is built").has_value());
    CHECK_FALSE(holds(without(good_paper(), {{"task", "verify"}}), "published").has_value());
}

TEST_CASE("Neighbors take at most 1.2 times as long as by nanoflann, by each number of threads") {
    for (const char* threads : {"1", "2"}) {
        const AxisValues ours{{"task", "knn"},       {"k", "10"},         {"threads", threads},
                              {"points", "uniform"}, {"dimensions", "3"}, {"type", "float"},
                              {"by", "scanline-cpu"}};
        CHECK(holds(with_time(good_sweep(), ours, 121), "nearest") == false);
        CHECK(holds(with_time(good_sweep(), ours, 50), "nearest") == true);
        // Between the bounds of the interval.
        Results noisy = good_sweep();
        for (Row& row : noisy.rows) {
            if (stands_at(row, ours))
                row.repetitions.front().milliseconds = 200;
        }
        CHECK_FALSE(holds(noisy, "nearest").has_value());
    }
    const Claim claim = the_one(kdtree_experiment("kdtree").claims(good_sweep()), "nearest");
    CHECK_THAT(claim.evidence, Contains("1.190 (1.19 to 1.19), threads: 1; 1.190") && Contains("threads: 2"));
}

TEST_CASE("The tree of 4M points is built by two threads in two seconds") {
    const AxisValues ours{{"task", "build"}, {"threads", "2"}, {"elements", "4194304"}};
    CHECK(holds(with_time(good_sweep(), ours, 2000), "is built by 2 threads") == true);
    CHECK(holds(with_time(good_sweep(), ours, 2001), "is built by 2 threads") == false);
    Results noisy = good_sweep();
    for (Row& row : noisy.rows) {
        if (stands_at(row, ours))
            row.repetitions.back().milliseconds = 2500;
    }
    CHECK_FALSE(holds(noisy, "is built").has_value());
    for (Row& row : noisy.rows)
        row.repetitions.resize(1);
    for (const char* claim : {"is built", "nearest"})
        CHECK_FALSE(holds(noisy, claim).has_value());
}

TEST_CASE("The paper's tree takes less than on the fastest published processor, by the most threads") {
    const AxisValues build{{"task", "build"}, {"threads", "2"}}, verify{{"task", "verify"}, {"threads", "2"}};
    CHECK(holds(with_time(good_paper(), build, 11'011), "published") == false);
    CHECK(holds(with_time(good_paper(), verify, 881), "published") == false);
    CHECK(holds(with_time(good_paper(), {{"task", "build"}, {"threads", "1"}}, 30'000), "published") == true);
    // Fewer points are another example.
    Results quick = made_up_kdtrees("kdtree-paper");
    for (const char* task : {"build", "verify"})
        add_kdtree(quick, {.task = task, .threads = 2, .elements = 1 << 16, .dimensions = 4}, 1);
    CHECK_FALSE(holds(quick, "published").has_value());
}

} // namespace scanline::bench
