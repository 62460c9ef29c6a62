#include "scan_cache.h"

#include "chart/well_formed.h"
#include "scanline/bench/report.h"
#include "scanline/systems/cpu_scan.h"
#include "support/csv_file.h"
#include "systems/find_experiment.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <csignal>
#include <fmt/format.h>

namespace bench_cpu_scan_test {

// scanline bench cpu-scan-fig7 and the like, which need no OpenGL.

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using data::test::get;
using data::test::names_in;

namespace fs = std::filesystem;

namespace {

const fs::path fakes = SCANLINE_FAKE_PEERS;

Arguments fig7(const Arguments& more) {
    Arguments arguments = bench_of("cpu-scan-fig7", {"--sizes", "4096", "--threads", "1", "--reps", "2"});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

} // namespace

TEST_CASE("Scans on the CPU are measured without OpenGL, and reported as text, CSV, JSON and figures") {
    const ScanCache cache;
    const TemporaryFolder folder;
    const fs::path output = folder / "new" / "results";
    const std::string text =
        run_well(bench_of("cpu-scan-fig7", {"--sizes", "4096,2^16", "--threads", "1,2", "--peer", "none",
                                            "--reps", "2", "-o", output.string()}),
                 cache.setting());
    CHECK_THAT(text, StartsWith("## cpu-scan-fig7: Prefix sums in place by several threads") &&
                         ContainsSubstring("Zhang, Wang, Ross") && ContainsSubstring("increment in place") &&
                         ContainsSubstring("over scalar") && ContainsSubstring("### Claims") &&
                         ContainsSubstring("Noise") && !ContainsSubstring("Overhead") &&
                         !ContainsSubstring("Incomplete"));
    std::vector<std::string> names = names_in(output);
    std::ranges::sort(names);
    CHECK(names == std::vector<std::string>{"cpu-scan-fig7-size.svg", "cpu-scan-fig7-threads.svg",
                                            "cpu-scan-fig7.csv", "cpu-scan-fig7.json", "cpu-scan-fig7.md"});
    CHECK(get(output / "cpu-scan-fig7.md") == text);

    const bench::Results results = bench::read_results(output / "cpu-scan-fig7.json");
    CHECK(results.complete);
    CHECK(results.environment.gpu == "");
    CHECK(results.environment.driver == "");
    CHECK(results.environment.timer == "wall-clock");
    CHECK_FALSE(results.environment.processor.empty());
    CHECK_THAT(text, ContainsSubstring(results.environment.processor));
    CHECK_THAT(results.environment.command, StartsWith("scanline bench cpu-scan-fig7 --sizes '4096,2^16' "));
    CHECK(results.rows.size() == 3 * 15);
    for (const bench::Row& row : results.rows) {
        INFO(row.axis("algorithm") << ": " << row.skipped);
        CHECK(row.repetitions.size() == 2);
        CHECK(row.roof_milliseconds.value_or(0) > 0);
        CHECK((row.items == 4096 || row.items == 65'536));
    }
    CHECK(results.where({{"elements", "4096"}, {"threads", "1"}}).empty());

    const scanline::test::CsvFile table = scanline::test::read_csv(output / "cpu-scan-fig7.csv");
    const std::size_t stage = table.column("stage");
    CHECK(static_cast<std::size_t>(std::ranges::count_if(table.rows, [&](const auto& row) {
              return row[stage] == "whole";
          })) == 2 * results.rows.size());
    for (const char* column : {"place", "elements", "threads", "by", "algorithm", "partition", "dilation"})
        CHECK_NOTHROW(table.column(column));
    for (const char* figure : {"cpu-scan-fig7-size.svg", "cpu-scan-fig7-threads.svg"}) {
        const std::string svg = get(output / figure);
        CHECK_NOTHROW(chart::count_elements(svg));
        CHECK_THAT(svg, ContainsSubstring("lookahead2-p") && ContainsSubstring("roof"));
    }
    CHECK(cache.is_empty());

    const std::string json = (output / "cpu-scan-fig7.json").string();
    const std::string compared = run_well({"compare", json, json}, cache.setting());
    CHECK_THAT(compared, ContainsSubstring("45 rows: 45 same"));
}

TEST_CASE("Scans on the CPU asked for what is wrong are refused with one line before they are measured") {
    const ScanCache cache;
    const auto refuse = [&](const Arguments& more, int exit_code, const std::vector<std::string>& parts) {
        check_refused(run(bench_of("cpu-scan-fig7", more), cache.setting()), exit_code, parts);
    };
    refuse({"--peer", "nonesuch"}, 1, {"scanline_peer_nonesuch.so", "SCANLINE_PEER_DIR"});
    refuse({"--peer", "../cpu"}, 2, {"../cpu"});
    refuse({"--peer", ""}, 2, {"--peer", "empty"});
    for (const char* threads : {"0", "5000", "1025", "-1", "1,0", "two", "1.5"})
        refuse({"--threads", threads}, 2, {"--threads"});
    for (const char* size : {"x", "0", "-5", "2^31", "2^", "4096,x", "4096,,1", "1e-6", "1073741825"})
        refuse({"--sizes", size}, 2, {"--sizes"});
    refuse({"--sizes", ""}, 2, {"--sizes", "empty"});
    refuse({"--reps", "0"}, 2, {"--reps"});
    refuse({"--format", "xml"}, 2, {"--format", "xml"});
    refuse({"--gl-device", "0"}, 2, {"--gl-device"});
    check_refused(run(bench_of("cpu-scan-dilation", {"--peer", "none"}), cache.setting()), 2, {"--peer"});
    check_refused(run(bench_of("cpu-scan-fig6", {"--threads", "2"}), cache.setting()), 2, {"--threads"});
    check_refused(run(bench_of("cpu-scan-fig9", {}), cache.setting()), 2, {"cpu-scan-fig9"});
    const TemporaryFolder folder;
    const fs::path file = data::test::put(folder / "file", "a file");
    refuse({"-o", file.string(), "--peer", "none"}, 1, {file.string(), "--output"});
    CHECK(get(file) == "a file");
    CHECK(cache.is_empty());
}

TEST_CASE("A peer whose sums are wrong is an error of its row, and of the run once all is reported") {
    const ScanCache cache;
    const TemporaryFolder folder;
    Setting setting = cache.setting();
    setting.environment["SCANLINE_PEER_DIR"] = fakes.string();
    const Outcome outcome = run(fig7({"--peer", "none,wrong_result", "-o", folder.path().string()}), setting);
    // "none" is not the name of a peer but means no peers.
    check_message(outcome, 4,
                  {"1 of 16 results are wrong", "cpu-scan-fig7 of 4096 by wrong_result", "sum 2048"});
    CHECK_THAT(outcome.out,
               ContainsSubstring("wrong result: sum 2048 is") && ContainsSubstring("### Claims"));
    const bench::Results results = bench::read_results(folder / "cpu-scan-fig7.json");
    CHECK(results.rows.size() == 16);
    CHECK(results.find({{"by", "wrong_result"}}) == nullptr);
    CHECK(results.find({{"by", "scanline"}}) != nullptr);
}

TEST_CASE("A usual peer of scans on the CPU that is not there is left out with a line of the report") {
    const ScanCache cache;
    const TemporaryFolder peers, folder;
    // All of them, so that those of the build are not used.
    for (const std::string_view peer : systems::find_experiment("cpu-scan-fig7").peers) {
        const std::string fake = peer == "openmp" ? "no_device" : "none";
        fs::copy_file(fakes / ("scanline_peer_" + fake + ".so"),
                      peers / ("scanline_peer_" + std::string(peer) + ".so"));
    }
    Setting setting = cache.setting();
    setting.environment["SCANLINE_PEER_DIR"] = peers.path().string();
    const std::string text = run_well(fig7({"-o", folder.path().string()}), setting);
    CHECK_THAT(text, ContainsSubstring("\nWithout openmp: ") && ContainsSubstring("the fake has no device") &&
                         !ContainsSubstring("Without tbb"));
    CHECK_THAT(get(folder / "cpu-scan-fig7.csv"),
               ContainsSubstring(",tbb,") && !ContainsSubstring(",openmp,"));
}

TEST_CASE("A measurement of scans that is interrupted reports what was finished") {
    const ScanCache cache;
    const TemporaryFolder folder;
    Setting setting = cache.setting();
    setting.output = Output::terminal;
    // Successive timeouts, together longer than this test waits for the end.
    std::string sizes = "1000";
    for (int size = 2000; size < 2700; ++size)
        sizes += fmt::format(",{}", size);
    Program program(bench_of("cpu-scan-fig7", {"--sizes", sizes, "--threads", "1", "--peer", "none", "--reps",
                                               "100000", "--timeout", "1", "-o", folder.path().string()}),
                    setting);
    program.wait_for("2000 elements");
    program.send(SIGINT);
    const Outcome outcome = program.finish();
    INFO(outcome.out);
    CHECK(outcome.exit_code == 128 + SIGINT);
    CHECK_THAT(outcome.out, ContainsSubstring("Incomplete") && ContainsSubstring("scanline: interrupted"));
    const bench::Results results = bench::read_results(folder / "cpu-scan-fig7.json");
    CHECK_FALSE(results.complete);
    CHECK(results.find({{"elements", "1000"}}) != nullptr);
}

TEST_CASE("A damaged model is reported only where auto takes part, and nothing is measured for it") {
    const ScanCache cache;
    cache.put(tuned_scans().name, "damaged");
    check_refused(run({"bench", "cpu-scan-fig7", "--peer", "nonesuch"}, cache.setting()), 1, {"nonesuch"});
    CHECK(get(cache.file()) == "damaged");
    run_well({"bench", "cpu-scan-fig6", "--sizes", "100", "--reps", "1", "--peer", "none"}, cache.setting());
    CHECK(get(cache.file()) == "damaged");
    check_message(
        run({"bench", "cpu-scan-fig7", "--sizes", "100", "--reps", "1", "--peer", "none"}, cache.setting()),
        0, {"it is no JSON", "what is usual", "scanline tune --cpu"});
    CHECK(get(cache.file()) == "damaged");
}

} // namespace bench_cpu_scan_test
