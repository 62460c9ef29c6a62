#include "algorithms.h"
#include "mask_file.h"
#include "outcome.h"

#include "data/files.h"
#include "scanline/bench/report.h"
#include "scanline/core/text.h"
#include "support/csv_file.h"
#include "support/temporary_folder.h"

#include <algorithm>
#include <csignal>
#include <fmt/format.h>

namespace bench_gl_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace fs = std::filesystem;

namespace {

std::size_t count_algorithms(bool blockwise) {
    return static_cast<std::size_t>(
        std::ranges::count(algorithm_facts, blockwise, &AlgorithmFacts::blockwise));
}

scanline::test::CsvFile csv_of(const TemporaryFolder& folder, Arguments arguments) {
    arguments.insert(arguments.end(), {"--format", "csv"});
    return scanline::test::read_csv(data::test::put(folder / "bench.csv", run_well(arguments)));
}

// The rows of one stage; "total" has one for each repetition of each variant.
std::vector<std::vector<std::string>> rows_of(const scanline::test::CsvFile& table,
                                              const std::string& stage) {
    std::vector<std::vector<std::string>> rows;
    for (const auto& row : table.rows) {
        if (row[table.column("stage")] == stage)
            rows.push_back(row);
    }
    return rows;
}

} // namespace

TEST_CASE("A sweep as text says what it was measured with and has a row for each variant") {
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(200, 100, 1)).string();
    const std::string text = run_well({"bench", "compact", image, "--reps", "2", "--block", "256"});
    const std::string renderer = run_for_json({"info", "--format", "json"})["gl_renderer"];
    CHECK_THAT(text, StartsWith("## compact") && ContainsSubstring(renderer) && ContainsSubstring("timer") &&
                         ContainsSubstring("full-screen copy pass") &&
                         ContainsSubstring("Overhead of measuring") && ContainsSubstring("Noise") &&
                         ContainsSubstring("scanline bench compact " + shell_word(image)));
    const std::vector<std::string> lines = lines_of(text);
    const auto header =
        std::ranges::find_if(lines, [](const std::string& line) { return line.starts_with("| image "); });
    REQUIRE(header != lines.end());
    // Parameters also have values named auto.
    const std::size_t column = header->find("algorithm");
    for (const std::string& name : algorithm_names()) {
        INFO(name);
        CHECK(std::ranges::count_if(lines, [&](const std::string& line) {
                  return line.starts_with("| " + image) && line.substr(column).starts_with(name + " ");
              }) == 1);
    }
}

TEST_CASE("A sweep as CSV has a row for each image, block, algorithm, repetition and stage") {
    const TemporaryFolder folder;
    const std::string first = put_pgm(folder / "a, first.pgm", noise(200, 100, 2)).string();
    const std::string second = put_pgm(folder / "second.pgm", noise(64, 64, 3)).string();
    const scanline::test::CsvFile table =
        csv_of(folder, bench_of("compact", {first, second, "--reps", "3", "--block", "16,256"}));
    for (const char* column : {"experiment", "image", "elements", "negated", "block", "algorithm",
                               "prefix-sum", "run-lengths", "concatenate", "ms", "roof_ms", "gpu", "timer"})
        CHECK_NOTHROW(table.column(column));
    const auto totals = rows_of(table, "total");
    CHECK(totals.size() == 2 * 3 * (2 * count_algorithms(true) + count_algorithms(false)));
    for (const auto& row : totals) {
        CHECK((row[table.column("image")] == first || row[table.column("image")] == second));
        CHECK(row[table.column("items")] == (row[table.column("image")] == first ? "20000" : "4096"));
        CHECK(row[table.column("negated")] == "false");
        CHECK(std::stod(row[table.column("ms")]) > 0);
        CHECK(std::stod(row[table.column("roof_ms")]) > 0);
    }
    // Only blockwise algorithms have this stage.
    CHECK(rows_of(table, "concatenation").size() == 2 * 3 * 2 * count_algorithms(true));
}

TEST_CASE("A sweep of one negated algorithm says so") {
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(64, 64, 4)).string();
    const scanline::test::CsvFile table =
        csv_of(folder, {"bench", "compact", image, "--algorithm", "jumping-jack", "--negate", "--reps", "1",
                        "--block", "32"});
    const auto totals = rows_of(table, "total");
    REQUIRE(totals.size() == 1);
    CHECK(totals[0][table.column("negated")] == "true");
    CHECK(totals[0][table.column("algorithm")] == "jj");
    CHECK(totals[0][table.column("block")] == "32");
}

TEST_CASE("A sweep over densities, sizes and methods has every combination, and the seed of its data") {
    const TemporaryFolder folder;
    const scanline::test::CsvFile table =
        csv_of(folder, {"bench", "compact", "--density", "0,0.25,1", "--size", "100,5000", "--algorithm",
                        "horn,bt", "--prefix-sum", "hillis-steele,blelloch", "--concatenate", "lines,quads",
                        "--block", "64", "--seed", "7", "--reps", "1"});
    // Horn has two prefix sums and two concatenations, the tree two concatenations.
    const auto totals = rows_of(table, "total");
    CHECK(totals.size() == 3 * 2 * (2 * 2 + 2));
    for (const auto& row : totals) {
        CHECK(row[table.column("seed")] == "7");
        CHECK(row[table.column("items")] == row[table.column("elements")]);
        const int items = std::stoi(row[table.column("items")]),
                  bytes = std::stoi(row[table.column("bytes")]);
        if (row[table.column("density")] == "0")
            CHECK(bytes == 4 * items);
        if (row[table.column("density")] == "1")
            CHECK(bytes == 8 * items);
    }
}

TEST_CASE("Era limits leave out what they do not allow, with the reason in its row") {
    const TemporaryFolder folder;
    const scanline::test::CsvFile table =
        csv_of(folder, {"bench", "compact", "--density", "0.5", "--size", "5000", "--algorithm", "jj",
                        "--block", "256,512", "--era-limits", "--reps", "1"});
    CHECK(rows_of(table, "total").size() == 1);
    const auto skipped = rows_of(table, "");
    REQUIRE(skipped.size() == 1);
    CHECK(skipped[0][table.column("block")] == "512");
    CHECK_THAT(skipped[0][table.column("skipped")], ContainsSubstring("256"));
}

TEST_CASE("An experiment prints its claims and writes its rows, report and figure into a new folder") {
    const TemporaryFolder folder;
    const fs::path output = folder / "new" / "results";
    const std::string text = run_well(bench_of("fig7", {"--quick", "--reps", "2", "-o", output.string()}));
    CHECK_THAT(text, StartsWith("## fig7: Stage times") && ContainsSubstring("GRAPP 2009, figure 7") &&
                         ContainsSubstring("| holds here | claim") &&
                         ContainsSubstring("the binary search dominates Horn's time"));
    CHECK(data::test::get(output / "fig7.md") == text);
    CHECK(data::test::names_in(output).size() == 4);

    const bench::Results results = bench::read_results(output / "fig7.json");
    CHECK(results.experiment == "fig7");
    CHECK(results.complete);
    const auto fixed =
        std::ranges::count_if(algorithm_names(), [](const auto& name) { return name != "auto"; });
    CHECK(results.rows.size() == 3 * static_cast<std::size_t>(fixed));
    for (const bench::Row& row : results.rows) {
        INFO(row.axis("algorithm") << ": " << row.skipped);
        CHECK(row.repetitions.size() == 2);
        CHECK(row.items == 512 * 512);
    }
    CHECK_THAT(results.environment.command, StartsWith("scanline bench fig7 --quick --reps 2"));
    const scanline::test::CsvFile table = scanline::test::read_csv(output / "fig7.csv");
    CHECK(rows_of(table, "total").size() == 2 * results.rows.size());
    CHECK(rows_of(table, "search").size() >= 2 * 3 * 4);
    const std::string svg = data::test::get(output / "fig7.svg");
    CHECK_THAT(svg, StartsWith("<") && ContainsSubstring("<svg ") && ContainsSubstring("90 % invalid") &&
                        ContainsSubstring("run-extraction"));
}

TEST_CASE("An experiment as JSON is what its file holds") {
    const TemporaryFolder folder;
    const std::string json = run_well({"bench", "prefix-crossover", "--quick", "--reps", "1", "-o",
                                       folder.path().string(), "--format", "json"});
    CHECK(data::test::get(folder / "prefix-crossover.json") == json);
    const bench::Results results = bench::read_results(folder / "prefix-crossover.json");
    REQUIRE(results.rows.size() == 24);
    CHECK(results.find({{"block", "4096"}, {"prefix-sum", "blelloch"}}) != nullptr);
    CHECK(fs::exists(folder / "prefix-crossover.svg"));
}

TEST_CASE("An interrupted measurement prints and writes what was finished") {
    const TemporaryFolder folder;
    const fs::path output = folder / "results";
    Setting setting;
    setting.output = Output::terminal;
    // Successive timeouts, together longer than this test waits for the end.
    std::string densities = "0.5";
    for (int i = 1; i <= 400; ++i)
        densities += fmt::format(",{}", i / 1000.0);
    Program program({"bench", "compact", "--density", densities, "--size", "1000", "--algorithm", "bt",
                     "--block", "16,64", "--reps", "100000", "--timeout", "1", "-o", output.string()},
                    setting);
    program.wait_for("block 64");
    program.send(SIGINT);
    const Outcome outcome = program.finish();
    INFO(outcome.out);
    CHECK(outcome.exit_code == 128 + SIGINT);
    CHECK_THAT(outcome.out, ContainsSubstring("## compact") && ContainsSubstring("Incomplete") &&
                                ContainsSubstring("scanline: interrupted"));
    const bench::Results results = bench::read_results(output / "compact.json");
    CHECK_FALSE(results.complete);
    CHECK(results.find({{"block", "16"}}) != nullptr);
    CHECK_FALSE(rows_of(scanline::test::read_csv(output / "compact.csv"), "total").empty());
}

TEST_CASE("A benchmark of what is wrong is refused before anything is measured") {
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(8, 8, 5)).string();
    const auto refuse = [&image](Arguments more, const std::vector<std::string>& parts) {
        Arguments arguments{"bench", "compact", image};
        arguments.insert(arguments.end(), more.begin(), more.end());
        check_refused(run(arguments, without_opengl()), 2, parts);
    };
    refuse({"--block", "16,3"}, {"block size 3", "2 to 4096"});
    refuse({"--block", "16,abc"}, {"--block", "abc"});
    for (const char* axis :
         {"--density", "--size", "--algorithm", "--block", "--prefix-sum", "--run-lengths", "--concatenate"})
        refuse({axis, ""}, {axis, "empty"});
    refuse({"--algorithm", "bt,quicksort"}, {"quicksort", "horn, jj, rlz, bt"});
    refuse({"--prefix-sum", "sideways"}, {"--prefix-sum", "sideways", "hillis-steele"});
    refuse({"--run-lengths", "sideways"}, {"--run-lengths", "sideways", "balanced-tree"});
    refuse({"--concatenate", "triangles"}, {"--concatenate", "triangles", "quads"});
    refuse({"--density", "0.5"}, {"images", "--density"});
    refuse({"--density", "1.5"}, {"--density", "1.5"});
    refuse({"--size", "16777217"}, {"--size", "16777217", "16777216"});
    refuse({"--size", "0"}, {"--size", "0"});
    refuse({"--format", "xml"}, {"--format", "xml", "text", "csv", "json"});
    refuse({"--reps", "0"}, {"--reps", "0"});
    refuse({"--timeout", "0"}, {"--timeout", "0"});
    refuse({"--max-noise", "-1"}, {"--max-noise", "-1"});
    check_refused(run({"bench", "compact", image, (folder / "missing.pgm").string()}, without_opengl()), 1,
                  {"missing.pgm", "there is no such file"});
    check_refused(run({"bench", "fig6"}, without_opengl()), 2,
                  {"fig6", "compact, fig7, fig8, fig9, fig10, table1", "scaling", "--help"});
    check_refused(run({"bench", "fig8", "--block", "2"}, without_opengl()), 2, {"--block"});
}

TEST_CASE("A folder that cannot be written to is found before anything is measured") {
    const TemporaryFolder folder;
    const fs::path file = data::test::put(folder / "file", "a file");
    for (const fs::path& output : {file, file / "results"})
        check_refused(run({"bench", "fig8", "-o", output.string()}, without_opengl()), 1,
                      {output.string(), "--output"});
    CHECK(data::test::get(file) == "a file");
}

TEST_CASE("Table 1 without its masks is refused with where it looked") {
    const TemporaryFolder folder;
    check_refused(run({"bench", "table1", "--quick", "--masks", folder.path().string()}), 1,
                  {(folder / "hand.png").string(), "--masks"});
}

} // namespace bench_gl_test
