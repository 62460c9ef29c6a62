#include "outcome.h"

#include "chart/well_formed.h"
#include "data/files.h"
#include "scanline/bench/report.h"
#include "support/csv_file.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

#include <algorithm>

namespace bench_skyline_test {

// scanline bench skyline and skyline-levels without OpenGL.

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

TEST_CASE("Skylines are measured without OpenGL, and reported as text, CSV, JSON and figures") {
    const TemporaryFolder folder;
    const std::string text =
        run_well(bench_of("skyline", {"--sizes", "500,200", "--dimensions", "3,5", "--kind",
                                      "independent,correlated", "--threads", "1,2", "--peer", "none",
                                      "--variant", "cpu", "--reps", "2", "-o", folder.path().string()}),
                 without_opengl());
    CHECK_THAT(text, StartsWith("## skyline: Skylines by size") && ContainsSubstring("figures 6 to 9") &&
                         ContainsSubstring("dominance tests of a row") && ContainsSubstring("### Claims"));
    std::size_t figures = 0;
    for (const std::string& name : data::test::names_in(folder.path())) {
        if (name.ends_with(".svg")) {
            CHECK_NOTHROW(chart::count_elements(data::test::get(folder / name)));
            ++figures;
        }
    }
    CHECK(figures == 2 * 3 * 2);

    const bench::Results results = bench::read_results(folder / "skyline.json");
    CHECK(results.complete);
    // Tables of 3 columns: box-tree and sweep by one and two threads, sky-align, sfs, bnl. Of 5: no sweep.
    CHECK(results.rows.size() == 2 * (2 * (4 + 3) + 2 + 3));
    for (const bench::Row& row : results.rows) {
        INFO(row.axis("algorithm") << ": " << row.skipped);
        CHECK(row.repetitions.size() == 2);
        CHECK(row.count("skyline_rows").value_or(0) > 0);
    }
    const CsvFile table = read_csv(folder / "skyline.csv");
    const std::size_t tests = table.column("dominance_tests"), stage = table.column("stage");
    for (const auto& row : table.rows)
        CHECK(row[tests].empty() == (row[stage] != "total"));
}

TEST_CASE("Skylines asked for what is wrong are refused with one line before they are measured") {
    const auto refuse = [](const Arguments& more, int exit_code, const std::vector<std::string>& parts) {
        check_refused(run(bench_of("skyline", more), without_opengl()), exit_code, parts);
    };
    refuse({"--kind", "round"}, 2, {"--kind", "round", "anticorrelated"});
    refuse({"--dimensions", "32"}, 2, {"--dimensions", "32"});
    refuse({"--algorithm", "quick"}, 2, {"--algorithm", "quick", "sky-cells", "box-tree"});
    refuse({"--variant", "cpu", "--algorithm", "sfs,sky-cells"}, 2, {"sky-cells", "OpenGL 4.3"});
    refuse({"--variant", "compute"}, 3, {});
    check_refused(run(bench_of("skyline-levels", {"--algorithm", "sky-align"}), without_opengl()), 2,
                  {"--algorithm"});
    check_refused(run(bench_of("skyline-levels", {"--quick"}), without_opengl()), 3, {});
}

TEST_CASE("Another program finds skylines beside ours, and a wrong one is an error once all is reported") {
    Setting setting = without_opengl();
    setting.environment["SCANLINE_PEER_DIR"] = SCANLINE_FAKE_PEERS;
    const Arguments small{"--sizes",   "100", "--dimensions", "2",   "--kind", "anticorrelated",
                          "--threads", "1",   "--variant",    "cpu", "--reps", "1",
                          "--peer"};
    const auto by = [&small](const char* peer) {
        Arguments arguments = small;
        arguments.emplace_back(peer);
        return bench_of("skyline", arguments);
    };
    // The word for no peer is the name of the right one.
    const TemporaryFolder folder;
    std::filesystem::copy_file(std::filesystem::path(SCANLINE_FAKE_PEERS) / "scanline_peer_none.so",
                               folder / "scanline_peer_skybench.so");
    Setting found = setting;
    found.environment["SCANLINE_PEER_DIR"] = folder.path().string();
    CHECK_THAT(run_well(by("skybench"), found), ContainsSubstring("| Fake 1.0, made up |"));
    const Outcome outcome = run(by("wrong_result"), setting);
    check_message(outcome, 4, {"1 of ", "results are wrong", "skyline of 100 by wrong_result", "row 0"});
    CHECK_THAT(outcome.out, ContainsSubstring("wrong result: ") && ContainsSubstring("### Claims"));
}

} // namespace bench_skyline_test
