#include "outcome.h"

#include "chart/well_formed.h"
#include "data/files.h"
#include "scanline/bench/report.h"
#include "support/csv_file.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

namespace bench_cube_test {

// scanline bench cube and cube-paper without OpenGL.

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

TEST_CASE("Cubes are measured without OpenGL, and reported as text, CSV, JSON and figures") {
    const TemporaryFolder folder;
    const std::string text =
        run_well(bench_of("cube", {"--quick", "--threads", "1,2", "--peer", "none", "--variant", "cpu",
                                   "--reps", "2", "-o", folder.path().string()}),
                 without_opengl());
    CHECK_THAT(text, StartsWith("## cube: Data cubes by rows") && ContainsSubstring("figures 1 to 6") &&
                         ContainsSubstring("of full levels") && ContainsSubstring("### Claims"));
    std::size_t figures = 0;
    for (const std::string& name : data::test::names_in(folder.path())) {
        if (name.ends_with(".svg")) {
            CHECK_NOTHROW(chart::count_elements(data::test::get(folder / name)));
            ++figures;
        }
    }
    CHECK(figures == 7 * 4 + 1);

    const bench::Results results = bench::read_results(folder / "cube.json");
    CHECK(results.complete);
    CHECK(results.rows.size() == 5 * 7 * 2);
    for (const bench::Row& row : results.rows) {
        INFO(row.axis("operation") << ": " << row.skipped);
        CHECK(row.repetitions.size() == 2);
    }
    const CsvFile table = read_csv(folder / "cube.csv");
    const std::size_t nodes = table.column("nodes"), stage = table.column("stage"),
                      operation = table.column("operation");
    const auto makes_tree = [](const std::string& name) {
        return name == "build" || name == "update" || name == "append";
    };
    for (const auto& row : table.rows)
        CHECK(row[nodes].empty() == (row[stage] != "total" || !makes_tree(row[operation])));
}

TEST_CASE("Cubes asked for what is wrong are refused with one line before they are measured") {
    const auto refuse = [](const Arguments& more, int exit_code, const std::vector<std::string>& parts) {
        check_refused(run(bench_of("cube", more), without_opengl()), exit_code, parts);
    };
    refuse({"--operation", "drill"}, 2, {"--operation", "drill", "off-path"});
    refuse({"--dimensions", "33"}, 2, {"--dimensions", "33", "32"});
    refuse({"--zipf", "8.5"}, 2, {"--zipf", "8.5"});
    refuse({"--cardinality", "0"}, 2, {"--cardinality", "'0'"});
    refuse({"--variant", "compute"}, 3, {});
    check_refused(run(bench_of("cube-paper", {"--sizes", "10"}), without_opengl()), 2, {"--sizes"});
}

TEST_CASE("Another program computes cubes beside ours, and a wrong one is an error once all is reported") {
    Setting setting = without_opengl();
    setting.environment["SCANLINE_PEER_DIR"] = SCANLINE_FAKE_PEERS;
    const auto by = [](const char* peer) {
        return bench_of("cube", {"--sizes", "100", "--dimensions", "3", "--cardinality", "3", "--zipf", "1",
                                 "--operation", "build", "--threads", "1", "--variant", "cpu", "--reps", "1",
                                 "--peer", peer});
    };
    // The word for no peer is the name of the right one.
    const TemporaryFolder folder;
    std::filesystem::copy_file(std::filesystem::path(SCANLINE_FAKE_PEERS) / "scanline_peer_none.so",
                               folder / "scanline_peer_rollup.so");
    Setting found = setting;
    found.environment["SCANLINE_PEER_DIR"] = folder.path().string();
    CHECK_THAT(run_well(by("rollup"), found), ContainsSubstring("| Fake 1.0, made up |"));
    const Outcome outcome = run(by("wrong_result"), setting);
    check_message(outcome, 4, {"1 of ", "results are wrong", "cell "});
    CHECK_THAT(outcome.out, ContainsSubstring("wrong result: ") && ContainsSubstring("### Claims"));
}

} // namespace bench_cube_test
