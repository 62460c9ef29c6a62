#include "outcome.h"

#include "chart/well_formed.h"
#include "data/files.h"
#include "scanline/bench/report.h"
#include "support/csv_file.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

#include <algorithm>

namespace bench_kdtree_test {

// scanline bench kdtree and kdtree-paper without OpenGL.

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using data::test::get;
using data::test::names_in;

namespace fs = std::filesystem;

namespace {

const fs::path fakes = SCANLINE_FAKE_PEERS;

} // namespace

TEST_CASE("K-d trees are measured without OpenGL, and reported as text, CSV, JSON and figures") {
    const TemporaryFolder folder;
    const fs::path output = folder / "new" / "results";
    const std::string text = run_well(
        bench_of("kdtree", {"--sizes", "500,2^7", "--dimensions", "3,2",          "--points",  "grid,line",
                            "--type",  "int32",   "--threads",    "1,2",          "--queries", "30",
                            "--k",     "4",       "--peer",       "none",         "--variant", "cpu",
                            "--reps",  "2",       "-o",           output.string()}),
        without_opengl());
    CHECK_THAT(text, StartsWith("## kdtree: Balanced k-d trees") && ContainsSubstring("Brown") &&
                         ContainsSubstring("its over ours") && ContainsSubstring("### Claims") &&
                         ContainsSubstring("Noise") && !ContainsSubstring("Overhead") &&
                         !ContainsSubstring("Incomplete"));
    std::vector<std::string> names = names_in(output);
    std::ranges::sort(names);
    CHECK(names == std::vector<std::string>{"kdtree-build-size.svg", "kdtree-query-dimensions.svg",
                                            "kdtree-query-points.svg", "kdtree-query-size.svg",
                                            "kdtree-stages.svg", "kdtree.csv", "kdtree.json", "kdtree.md"});
    CHECK(get(output / "kdtree.md") == text);
    for (const std::string& name : names) {
        if (name.ends_with(".svg"))
            CHECK_NOTHROW(chart::count_elements(get(output / name)));
    }

    const bench::Results results = bench::read_results(output / "kdtree.json");
    CHECK(results.complete);
    CHECK(results.environment.gpu == "");
    CHECK(results.rows.size() == 4 * 4 * 2);
    for (const bench::Row& row : results.rows) {
        INFO(row.axis("task") << ": " << row.skipped);
        CHECK(row.repetitions.size() == 2);
        CHECK(row.axis("type") == "int32");
    }
    CHECK(results.where({{"task", "knn"}, {"k", "4"}, {"queries", "30"}}).size() == 8);
    CHECK(results.where({{"points", "line"}, {"elements", "500"}, {"dimensions", "3"}}).size() == 8);
    CHECK(results.where({{"points", "line"}, {"elements", "128"}}).empty());
    const scanline::test::CsvFile table = scanline::test::read_csv(output / "kdtree.csv");
    const std::size_t stage = table.column("stage");
    CHECK(std::ranges::count_if(
              table.rows, [&](const auto& row) { return row[stage] == "remove-duplicates"; }) == 4 * 2 * 2);
}

TEST_CASE("The paper's k-d tree is measured without OpenGL, beside the published times") {
    const std::string text = run_well(bench_of("kdtree-paper", {"--quick", "--threads", "1", "--peer", "none",
                                                                "--variant", "cpu", "--reps", "1"}),
                                      without_opengl());
    CHECK_THAT(text, StartsWith("## kdtree-paper: ") &&
                         ContainsSubstring("published: GPU, NVIDIA Titan Black") &&
                         ContainsSubstring("here: scanline-cpu, threads: 1"));
}

TEST_CASE("Without OpenGL k-d trees are measured on the CPU, with a line that says why") {
    const Arguments small{"--sizes", "50", "--dimensions", "2",  "--points", "uniform", "--threads", "1",
                          "--k",     "1",  "--queries",    "10", "--peer",   "none",    "--reps",    "1"};
    const Outcome outcome = run(bench_of("kdtree", small), without_opengl());
    CHECK(outcome.exit_code == 0);
    REQUIRE(lines_of(outcome.err).size() == 1);
    CHECK_THAT(outcome.err, StartsWith("scanline: continuing without compute: "));
    CHECK_THAT(outcome.out, ContainsSubstring("scanline-cpu") && !ContainsSubstring("scanline-compute"));
    // Requested features must exist.
    for (const Arguments& asked : {Arguments{"--variant", "cpu,compute"}, Arguments{"--tier", "subgroup"},
                                   Arguments{"--gl-device", "0"}})
        check_refused(run(bench_of("kdtree-paper", asked), without_opengl()), 3, {});
}

TEST_CASE("K-d trees asked for what is wrong are refused with one line before they are measured") {
    const auto refuse = [](const Arguments& more, int exit_code, const std::vector<std::string>& parts) {
        check_refused(run(bench_of("kdtree", more), without_opengl()), exit_code, parts);
    };
    refuse({"--points", "round"}, 2, {"--points", "round", "all-equal"});
    refuse({"--points", ""}, 2, {"--points", "empty"});
    refuse({"--type", "double"}, 2, {"--type", "double", "int32"});
    for (const char* size : {"x", "0", "2^31"})
        refuse({"--sizes", size}, 2, {"--sizes"});
    for (const char* dimensions : {"0", "33", "two", "3,0"})
        refuse({"--dimensions", dimensions}, 2, {"--dimensions"});
    for (const char* k : {"0", "65", "1,65"})
        refuse({"--k", k}, 2, {"--k"});
    for (const char* queries : {"0", "-1", "many"})
        refuse({"--queries", queries}, 2, {"--queries"});
    refuse({"--threads", "0"}, 2, {"--threads"});
    refuse({"--peer", "nonesuch"}, 1, {"scanline_peer_nonesuch.so", "SCANLINE_PEER_DIR"});
    refuse({"--variant", "raster"}, 2, {"--variant", "raster", "cpu", "compute"});
    refuse({"--variant", ""}, 2, {"--variant", "empty"});
    refuse({"--tier", "T2"}, 2, {"--tier", "T2", "subgroup"});
    for (const char* option : {"--tier", "--gl-device"})
        refuse({"--variant", "cpu", option, option == std::string("--tier") ? "ballot" : "0"}, 2,
               {option, "--variant"});
    // The paper's example is fixed.
    for (const char* option : {"--sizes", "--dimensions", "--points", "--type", "--k", "--queries"})
        check_refused(run(bench_of("kdtree-paper", {option, "3"}), without_opengl()), 2, {option});
}

TEST_CASE("A peer whose neighbors are wrong is an error of its rows, and of the run once all is reported") {
    Setting setting = without_opengl();
    setting.environment["SCANLINE_PEER_DIR"] = fakes.string();
    const Outcome outcome =
        run(bench_of("kdtree", {"--sizes", "100", "--dimensions", "2", "--points", "uniform", "--threads",
                                "1", "--queries", "10", "--k", "2", "--peer", "wrong_result", "--variant",
                                "cpu", "--reps", "1"}),
            setting);
    check_message(outcome, 4,
                  {"2 of 8 results are wrong", "kdtree of 100 by wrong_result", "a node is point"});
    CHECK_THAT(outcome.out, ContainsSubstring("wrong result: ") && ContainsSubstring("### Claims"));
}

} // namespace bench_kdtree_test
