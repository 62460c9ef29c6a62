#include "algorithms.h"
#include "mask_file.h"
#include "outcome.h"

#include "data/files.h"
#include "scanline/data/generators.h"
#include "scanline/data/image.h"
#include "support/csv_file.h"
#include "support/temporary_folder.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace compact_report_gl_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::Matches;
using Catch::Matchers::StartsWith;
using nlohmann::json;

namespace {

const std::vector<std::string> algorithms = algorithm_names();

std::set<std::string> keys_of(const json& object) {
    std::set<std::string> keys;
    for (const auto& [key, value] : object.items())
        keys.insert(key);
    return keys;
}

std::vector<std::string> stages_of(const json& run) {
    std::vector<std::string> names;
    for (const json& stage : run["stages"])
        names.push_back(stage["name"]);
    return names;
}

scanline::test::CsvFile parse_csv(const TemporaryFolder& folder, const std::string& text) {
    return scanline::test::read_csv(data::test::put(folder / "report.csv", text));
}

} // namespace

TEST_CASE("The JSON report has every image with every algorithm, in the order asked") {
    const TemporaryFolder folder;
    const data::Image first = noise(37, 23, 1), second = data::checkerboard_mask(64, 10, 3);
    put_pgm(folder / "first.pgm", first);
    data::write_png(folder / "second.png", second);
    Setting setting;
    setting.folder = folder.path();
    const json report = run_for_json({"compact", "second.png", "first.pgm", "second.png", "--algorithm",
                                      "all", "--reps", "2", "--format", "json"},
                                     setting);
    const std::string renderer = run_for_json({"info", "--format", "json"})["gl_renderer"];
    const json list = entries_of("compaction");

    REQUIRE(report.is_array());
    REQUIRE(report.size() == 3 * algorithms.size());
    for (std::size_t i = 0; i < report.size(); ++i) {
        const json& one = report[i];
        const bool is_first = i / algorithms.size() == 1;
        const std::string& algorithm = algorithms[i % algorithms.size()];
        const data::Image& image = is_first ? first : second;
        INFO(one.dump());
        CHECK(keys_of(one) == std::set<std::string>{"image", "width", "height", "total", "valid", "backend",
                                                    "algorithm", "choice", "block", "monotonic", "timer",
                                                    "gl_renderer", "stages", "ms"});
        CHECK(one["image"] == (is_first ? "first.pgm" : "second.png"));
        CHECK(one["width"] == image.width);
        CHECK(one["height"] == image.height);
        CHECK(one["total"] == image.pixels.size());
        CHECK(one["valid"] == survivors(image).size());
        CHECK(one["backend"] == "raster");
        CHECK(one["algorithm"] == algorithm);
        CHECK(one["choice"].is_null() == (algorithm != "auto"));
        const json& properties = list[i % algorithms.size()]["properties"];
        CHECK(one["block"].is_null() == !facts_of(algorithm).blockwise);
        if (facts_of(algorithm).blockwise)
            CHECK(one["block"].dump() == properties["default block"].get<std::string>());
        CHECK(one["monotonic"] == facts_of(algorithm).keeps_order);
        CHECK(one["timer"].is_string());
        CHECK(one["gl_renderer"] == renderer);
    }
}

TEST_CASE("The stages of a report are the algorithm's own and add up to its time", "[repeat]") {
    const TemporaryFolder folder;
    const auto path = put_pgm(folder / "noise.pgm", noise(200, 100, 2));
    const json report = run_for_json(
        {"compact", path.string(), "--algorithm", "all", "--block", "64", "--reps", "3", "--format", "json"});
    using Names = std::vector<std::string>;
    const std::vector<Names> expected{{"discriminate", "prefix-sum", "search", "block-scan", "concatenation"},
                                      {"discriminate", "prefix-sum", "search", "block-scan", "concatenation"},
                                      {"discriminate", "run-lengths", "run-extraction", "prefix-sum",
                                       "search", "block-scan", "concatenation"},
                                      {"discriminate", "reduction", "search", "block-scan", "concatenation"},
                                      {"discriminate", "prefix-sum", "search"},
                                      {"discriminate", "reduction", "search"},
                                      {"pack", "reduction", "prefix-sum", "lookup", "search"}};
    const auto same_stages = [](Names names, Names wanted) {
        const bool same_ends = names.front() == wanted.front() && names.back() == wanted.back();
        std::ranges::sort(names);
        std::ranges::sort(wanted);
        return same_ends && names == wanted;
    };
    REQUIRE(report.size() == expected.size() + 1);
    for (std::size_t i = 0; i < report.size(); ++i) {
        INFO(report[i].dump());
        Names names = stages_of(report[i]);
        if (i < expected.size()) {
            CHECK(same_stages(names, expected[i]));
        } else {
            // The choice of auto, and whether it surveys first, depends on this machine.
            if (names.front() == "survey")
                names.erase(names.begin());
            CHECK(std::ranges::any_of(expected,
                                      [&](const Names& wanted) { return same_stages(names, wanted); }));
        }
        double sum = 0;
        for (const json& stage : report[i]["stages"]) {
            CHECK(keys_of(stage) == std::set<std::string>{"name", "ms"});
            CHECK(stage["ms"].get<double>() >= 0);
            sum += stage["ms"].get<double>();
        }
        CHECK(sum > 0);
        CHECK(report[i]["ms"].get<double>() == Catch::Approx(sum).epsilon(1e-9));
        CHECK(report[i]["block"] == (facts_of(algorithms[i]).blockwise ? json(64) : json()));
    }
}

TEST_CASE("The report and the file come from the same run") {
    const TemporaryFolder folder;
    const data::Image image = noise(37, 23, 3);
    const auto path = put_pgm(folder / "noise.pgm", image);
    const json report = run_for_json({"compact", path.string(), "--threshold", "200", "--negate", "--format",
                                      "json", "--reps", "1", "-o", (folder / "out.npy").string()});
    REQUIRE(report.size() == 1);
    CHECK(report[0]["valid"] == survivors(image, 200, true).size());
    CHECK(read_emitted("indices", folder / "out.npy") == survivors(image, 200, true));
}

TEST_CASE("The CSV report has a row for each stage and one for their sum") {
    const TemporaryFolder folder;
    // A name that needs quoting in CSV.
    const auto path = put_pgm(folder / "a, \"b\".pgm", noise(37, 23, 4));
    const scanline::test::CsvFile table = parse_csv(
        folder, run_well({"compact", path.string(), "--algorithm", "all", "--reps", "1", "--format", "csv"}));
    CHECK(table.header == std::vector<std::string>{"image", "width", "height", "total", "valid", "backend",
                                                   "algorithm", "block", "monotonic", "timer", "gl_renderer",
                                                   "repetition", "stage", "ms"});
    const std::size_t algorithm = table.column("algorithm"), stage = table.column("stage");
    const std::vector<double> times = table.numbers("ms");
    std::vector<std::string> totals;
    double sum = 0;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        CHECK(table.rows[i][table.column("image")] == path.string());
        CHECK(table.rows[i][table.column("monotonic")] ==
              (facts_of(table.rows[i][algorithm]).keeps_order ? "true" : "false"));
        CHECK(table.rows[i][table.column("block")].empty() == !facts_of(table.rows[i][algorithm]).blockwise);
        if (table.rows[i][stage] != "total") {
            sum += times[i];
            continue;
        }
        totals.push_back(table.rows[i][algorithm]);
        CHECK(times[i] == Catch::Approx(sum).margin(1e-5));
        sum = 0;
    }
    CHECK(totals == algorithms);
    CHECK(table.rows.back()[stage] == "total");
}

TEST_CASE("The CSV report has every repetition") {
    const TemporaryFolder folder;
    const auto path = put_pgm(folder / "noise.pgm", noise(37, 23, 5));
    const scanline::test::CsvFile table = parse_csv(
        folder, run_well({"compact", path.string(), "--algorithm", "bt", "--reps", "3", "--format", "csv"}));
    std::vector<std::string> totals;
    for (const auto& row : table.rows)
        if (row[table.column("stage")] == "total")
            totals.push_back(row[table.column("repetition")]);
    CHECK(totals == std::vector<std::string>{"1", "2", "3"});
}

TEST_CASE("Without --reps an image is compacted once, by every backend") {
    const TemporaryFolder folder;
    const auto path = put_pgm(folder / "noise.pgm", noise(37, 23, 7));
    for (const Arguments& backend : {Arguments{}, {"--backend", "raster"}, {"--backend", "cpu"}}) {
        Arguments arguments{"compact", path.string(), "--format", "csv"};
        arguments.insert(arguments.end(), backend.begin(), backend.end());
        const scanline::test::CsvFile table = parse_csv(folder, run_well(arguments));
        for (const auto& row : table.rows)
            CHECK(row[table.column("repetition")] == "1");
    }
}

TEST_CASE("Auto among the algorithms of raster says what it took", "[repeat]") {
    const TemporaryFolder folder;
    const auto path = put_pgm(folder / "noise.pgm", noise(200, 100, 8));
    for (const std::string among : {"packed", "horn"}) {
        const json report = run_for_json(
            {"compact", path.string(), "--algorithm", "auto", "--among", among, "--format", "json"});
        CHECK(report[0]["algorithm"] == "auto");
        CHECK_THAT(report[0]["choice"].get<std::string>(), StartsWith(among));
    }
    CHECK_THAT(run_well({"compact", path.string(), "--among", "packed"}),
               ContainsSubstring("  auto (packed)  "));
}

TEST_CASE("Under era limits all algorithms means those that the limit allows") {
    const TemporaryFolder folder;
    const auto path = put_pgm(folder / "noise.pgm", noise(64, 64, 6));
    const Outcome outcome = run({"compact", path.string(), "--algorithm", "all", "--block", "512", "--reps",
                                 "1", "--era-limits", "--format", "csv"});
    CHECK(outcome.exit_code == 0);
    CHECK_THAT(outcome.err, Catch::Matchers::ContainsSubstring("jj is left out"));
    for (const std::string algorithm : {"horn", "rlz", "bt"})
        CHECK_THAT(outcome.out, Catch::Matchers::ContainsSubstring("," + algorithm + ",512,"));
    for (const std::string algorithm : {"horn-unblocked", "histopyramid", "packed"})
        CHECK_THAT(outcome.out, Catch::Matchers::ContainsSubstring("," + algorithm + ",,"));
    CHECK_THAT(outcome.out, !Catch::Matchers::ContainsSubstring(",jj,"));
    check_refused(run({"compact", path.string(), "--algorithm", "jj", "--block", "512", "--era-limits"}), 2,
                  {"jj", "512", "256"});
}

TEST_CASE("The text report has a heading for each image and a line for each algorithm") {
    const TemporaryFolder folder;
    put_pgm(folder / "all.pgm", data::constant_image(100, 50, 255));
    put_pgm(folder / "none.pgm", data::constant_image(7, 3, 0));
    Setting setting;
    setting.folder = folder.path();
    const std::string text =
        run_well({"compact", "all.pgm", "none.pgm", "--algorithm", "all", "--reps", "1"}, setting);
    const std::vector<std::string> lines = lines_of(text);
    const std::size_t rows = algorithms.size();
    REQUIRE(lines.size() == 2 * rows + 7);
    CHECK_THAT(lines[0], ContainsSubstring("times in ms"));
    CHECK(lines[1].empty());
    CHECK(lines[2] == "all.pgm  100 x 50, 5,000 of 5,000 valid (100.00 %)");
    CHECK_THAT(lines[3], StartsWith("  algorithm") && ContainsSubstring("block") &&
                             ContainsSubstring("discriminate") && ContainsSubstring("run-extraction") &&
                             ContainsSubstring("concatenation") && ContainsSubstring("total ms"));
    CHECK(lines[4 + rows].empty());
    CHECK(lines[5 + rows] == "none.pgm  7 x 3, 0 of 21 valid (0.00 %)");
    for (std::size_t i = 0; i < rows; ++i) {
        for (const std::string& line : {lines[4 + i], lines[7 + rows + i]}) {
            const std::string block = facts_of(algorithms[i]).blockwise ? "[0-9]+" : "-";
            const std::string choice = algorithms[i] == "auto" ? " \\([a-z-]+[ 0-9]*\\)" : "";
            CHECK_THAT(line, Matches("  " + algorithms[i] + choice + " +" + block + "  .*"));
        }
    }
}

TEST_CASE("A name that is not UTF-8 does not spoil the JSON report") {
    const TemporaryFolder folder;
    put_pgm(folder / "\xff.pgm", noise(5, 5, 5));
    Setting setting;
    setting.folder = folder.path();
    const json report = run_for_json({"compact", "\xff.pgm", "--reps", "1", "--format", "json"}, setting);
    REQUIRE(report.size() == 1);
    CHECK(report[0]["image"] == "\xef\xbf\xbd.pgm");
}

} // namespace compact_report_gl_test
