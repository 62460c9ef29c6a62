#include "outcome.h"

#include "scanline/bench/report.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

namespace bench_kdtree_gl_test {

// scanline bench kdtree with OpenGL.

using namespace scanline;
using namespace scanline::test;

namespace {

bench::Results small_trees(Arguments more) {
    const TemporaryFolder folder;
    Arguments arguments{
        "--sizes", "500",       "--dimensions", "3",      "--points", "grid", "--k",
        "4",       "--queries", "30",           "--peer", "none",     "-o",   folder.path().string(),
        "--reps",  "2"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const std::string text = run_well(bench_of("kdtree", arguments));
    bench::Results results = bench::read_results(folder / "kdtree.json");
    CHECK((text.find("On OpenGL with tier ") != std::string::npos) ==
          (results.find({{"by", "scanline-compute"}}) != nullptr));
    return results;
}

} // namespace

TEST_CASE("K-d trees are measured on OpenGL too where it is there") {
    const bench::Results results = small_trees({"--threads", "1"});
    CHECK(results.environment.gpu != "");
    CHECK(results.rows.size() == 4 + 4);
    for (const char* task : {"build", "knn", "radius", "box"}) {
        for (const char* by : {"scanline-cpu", "scanline-compute"})
            CHECK(results.find({{"task", task}, {"by", by}}) != nullptr);
    }
    CHECK(results.overhead());
}

TEST_CASE("Of k-d trees the variants and the tier are measured that are asked for") {
    const bench::Results on_cpu = small_trees({"--variant", "cpu", "--threads", "1"});
    CHECK(on_cpu.rows.size() == 4);
    CHECK(on_cpu.environment.gpu == "");
    const bench::Results results = small_trees({"--variant", "compute", "--tier", "shared-memory"});
    CHECK(results.where({{"by", "scanline-compute"}}).size() == 4);
    CHECK(results.rows.size() == 4);
}

} // namespace bench_kdtree_gl_test
