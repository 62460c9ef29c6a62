#include "systems/kdtree/kdtree_results.h"

#include <catch2/catch_all.hpp>

// Judges the claims about k-d trees by made-up results.

namespace scanline::systems::kdtree_claims_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;

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

// Of a GPU that told its times: what is claimed of it is there too.
Results on_a_gpu(Results results) {
    results.environment.gpu = "NVIDIA H200";
    results.environment.timer = "gl-query";
    return results;
}

Results good_gpu_sweep() {
    Results results = on_a_gpu(good_sweep());
    const std::string by = "scanline-compute";
    add_kdtree(results, {.task = "build", .by = by, .threads = 0, .elements = 1 << 24}, 59);
    for (const int threads : {1, 2})
        add_kdtree(results,
                   {.task = "knn", .by = "nanoflann", .threads = threads, .k = "10", .queries = 1 << 20},
                   900.0 / threads);
    add_kdtree(results, {.task = "knn", .by = by, .threads = 0, .k = "10", .queries = 1 << 20}, 22);
    return results;
}

Results good_gpu_paper() {
    Results results = on_a_gpu(good_paper());
    add_kdtree(
        results,
        {.task = "build", .by = "scanline-compute", .threads = 0, .elements = 1 << 24, .dimensions = 4}, 34);
    return results;
}

Results good_llvmpipe_sweep() {
    Results results = good_sweep();
    results.environment.gpu = "llvmpipe (LLVM 15.0.6, 256 bits)";
    results.environment.timer = "wall-clock";
    add_kdtree(results, {.task = "build"}, 400);
    add_kdtree(results, {.task = "build", .by = "scanline-compute", .threads = 0}, 3900);
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
    check_good_claims(good_gpu_sweep(), kdtree_experiment("kdtree").claims);
    check_good_claims(good_gpu_paper(), kdtree_experiment("kdtree-paper").claims);
    check_good_claims(good_llvmpipe_sweep(), kdtree_experiment("kdtree").claims);
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
    CHECK_THAT(claim.evidence, ContainsSubstring("1.190 (1.19 to 1.19), threads: 1; 1.190") &&
                                   ContainsSubstring("threads: 2"));
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

TEST_CASE("Of GPUs and of llvmpipe something is claimed where they are") {
    const auto claims = [](const Results& results) {
        return kdtree_experiment(results.experiment).claims(results).size();
    };
    CHECK(claims(good_sweep()) == 2);
    CHECK(claims(good_gpu_sweep()) == 4);
    CHECK(claims(good_llvmpipe_sweep()) == 3);
    CHECK(claims(good_paper()) == 1);
    CHECK(claims(good_gpu_paper()) == 2);
    // A GPU without a timer that can be trusted.
    Results untimed = good_gpu_sweep();
    untimed.environment.timer = "wall-clock";
    CHECK(claims(untimed) == 2);
    for (const char* claim : {"built on the GPU", "found for 1M queries"})
        CHECK_FALSE(holds(without(good_gpu_sweep(), {{"by", "scanline-compute"}}), claim).has_value());
}

TEST_CASE("A GPU builds trees of 16M points in the milliseconds that are claimed") {
    const AxisValues ours{{"task", "build"}, {"by", "scanline-compute"}};
    CHECK(holds(with_time(good_gpu_sweep(), ours, 60), "built on the GPU") == true);
    CHECK(holds(with_time(good_gpu_sweep(), ours, 60.1), "built on the GPU") == false);
    CHECK(holds(with_time(good_gpu_paper(), ours, 35), "built on the GPU") == true);
    CHECK(holds(with_time(good_gpu_paper(), ours, 35.1), "built on the GPU") == false);
    const Claim claim = the_one(kdtree_experiment("kdtree").claims(good_gpu_sweep()), "built on the GPU");
    CHECK(claim.evidence == "59.00 ms (59.00 to 59.00)");
}

TEST_CASE("A GPU finds neighbors 20 times as fast as nanoflann by the most threads") {
    const AxisValues ours{{"task", "knn"}, {"by", "scanline-compute"}};
    CHECK(holds(with_time(good_gpu_sweep(), ours, 22.5), "found for 1M queries") == true);
    CHECK(holds(with_time(good_gpu_sweep(), ours, 22.6), "found for 1M queries") == false);
    // Fewer queries are another claim.
    CHECK_FALSE(
        holds(without(good_gpu_sweep(), {{"queries", "1048576"}}), "found for 1M queries").has_value());
    Results noisy = with_time(good_gpu_sweep(), ours, 22);
    for (Row& row : noisy.rows) {
        if (stands_at(row, ours))
            row.repetitions.front().milliseconds = 23;
    }
    CHECK_FALSE(holds(noisy, "found for 1M queries").has_value());
}

TEST_CASE("llvmpipe takes ten times as long as a thread for the tree of 1M points") {
    const AxisValues ours{{"task", "build"}, {"by", "scanline-compute"}};
    CHECK(holds(with_time(good_llvmpipe_sweep(), ours, 4000), "llvmpipe") == true);
    CHECK(holds(with_time(good_llvmpipe_sweep(), ours, 4001), "llvmpipe") == false);
    CHECK_FALSE(
        holds(without(good_llvmpipe_sweep(), {{"task", "build"}, {"threads", "1"}}), "llvmpipe").has_value());
}

} // namespace scanline::systems::kdtree_claims_test
