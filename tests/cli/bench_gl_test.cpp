#include "algorithms.h"
#include "mask_file.h"
#include "outcome.h"

#include "data/files.h"
#include "scanline/data/csv.h"
#include "support/temporary_folder.h"

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

TEST_CASE("The benchmark as text has the copy, every algorithm and how many copies it takes") {
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(200, 100, 1)).string();
    const std::vector<std::string> lines =
        lines_of(run_well({"bench", "compact", image, "--reps", "1", "--block", "256"}));
    REQUIRE(lines.size() == 4);
    CHECK_THAT(lines[0], Contains("median of 1") && Contains("copy passes"));
    CHECK_THAT(lines[2], StartsWith("image") && Contains("block") && Contains("copy ms"));
    std::size_t at = 0;
    for (const std::string& algorithm : algorithm_names()) {
        at = lines[2].find(algorithm + " ms  copies", at);
        INFO(lines[2] << ": " << algorithm);
        CHECK(at != std::string::npos);
    }
    CHECK_THAT(lines[3], StartsWith(image + "  ") && Contains(" 256  "));
}

TEST_CASE("The benchmark as CSV has a row for each image, block and algorithm, in copies of its own run") {
    const TemporaryFolder folder;
    const std::string first = put_pgm(folder / "a, first.pgm", noise(200, 100, 2)).string();
    const std::string second = put_pgm(folder / "second.pgm", noise(64, 64, 3)).string();
    const data::CsvTable table = data::read_csv(
        data::test::put(folder / "bench.csv", run_well({"bench", "compact", first, second, "--reps", "3",
                                                        "--block", "16,256", "--format", "csv"})));
    CHECK(table.header == std::vector<std::string>{"image", "negated", "block", "algorithm", "ms", "copy_ms",
                                                   "copies", "repetitions", "timer", "gl_renderer"});
    const std::vector<std::string> algorithms = algorithm_names();
    const std::size_t columns = algorithms.size();
    REQUIRE(table.rows.size() == 4 * columns);
    const std::vector<double> times = table.numbers("ms"), copy = table.numbers("copy_ms"),
                              copies = table.numbers("copies");
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        CHECK(table.rows[i][table.column("image")] == (i < 2 * columns ? first : second));
        CHECK(table.rows[i][table.column("negated")] == "false");
        CHECK(table.rows[i][table.column("block")] == (i / columns % 2 == 0 ? "16" : "256"));
        CHECK(table.rows[i][table.column("algorithm")] == algorithms[i % columns]);
        CHECK(table.rows[i][table.column("repetitions")] == "3");
        CHECK(times[i] > 0);
        CHECK(copy[i] > 0);
        // Both times were rounded to a millionth.
        CHECK(copies[i] == Approx(times[i] / copy[i]).epsilon(1e-3));
    }
}

TEST_CASE("The benchmark of one negated algorithm says so") {
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(64, 64, 4)).string();
    const Arguments arguments{"bench",    "compact", image, "--algorithm", "jumping-jack",
                              "--negate", "--reps",  "1",   "--block",     "32"};
    const std::string text = run_well(arguments);
    CHECK_THAT(text, Contains("negated") && Contains("jj ms") && !Contains("bt ms"));
    Arguments as_csv = arguments;
    as_csv.insert(as_csv.end(), {"--format", "csv"});
    const data::CsvTable table = data::read_csv(data::test::put(folder / "bench.csv", run_well(as_csv)));
    REQUIRE(table.rows.size() == 1);
    CHECK(table.rows[0][table.column("negated")] == "true");
    CHECK(table.rows[0][table.column("algorithm")] == "jj");
}

TEST_CASE("A benchmark of what is wrong is refused before anything is measured") {
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(8, 8, 5)).string();
    check_refused(run({"bench", "compact", image, "--block", "16,3"}, without_opengl()), 2,
                  {"block size 3", "2 to 4096"});
    check_refused(run({"bench", "compact", image, "--block", "16,abc"}, without_opengl()), 2,
                  {"--block", "abc"});
    check_refused(run({"bench", "compact", image, "--algorithm", "quicksort"}, without_opengl()), 2,
                  {"quicksort", "horn, jj, rlz, bt"});
    check_refused(run({"bench", "compact", image, "--format", "json"}, without_opengl()), 2,
                  {"--format", "json", "text", "csv"});
    check_refused(run({"bench", "compact", image, "--reps", "0"}, without_opengl()), 2, {"--reps", "0"});
    check_refused(run({"bench", "compact", image, (folder / "missing.pgm").string()}, without_opengl()), 1,
                  {"missing.pgm", "there is no such file"});
}
