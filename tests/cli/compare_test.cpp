#include "outcome.h"

#include "scanline/bench/report.h"
#include "scanline/data/file.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

namespace compare_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using nlohmann::json;

namespace {

bench::Row row_of(const std::string& algorithm, const std::vector<double>& milliseconds) {
    bench::Row row;
    row.axes = {{"algorithm", algorithm}, {"block", "256"}};
    for (const double time : milliseconds)
        row.repetitions.push_back({{{"search", time}}, time});
    row.skipped = milliseconds.empty() ? "it cannot be" : "";
    return row;
}

bench::Results results_of(const std::vector<bench::Row>& rows) {
    bench::Results results;
    results.experiment = "fig8";
    results.title = "Time against density";
    results.environment = {"GPU",   "4.6 driver",           "CPU", "gl-query", "Release",
                           "0.1.0", "2026-11-20T12:00:00Z", ""};
    results.rows = rows;
    return results;
}

/// A folder with two reports.
class CompareTest {
protected:
    std::string put(const std::string& name, const bench::Results& results) const {
        const std::filesystem::path path = folder_ / name;
        data::write_file(path, bench::report_json(results));
        return path.string();
    }
    std::string path(const std::string& name) const { return (folder_ / name).string(); }

    /// bt is 10 % slower, horn faster, jj the same, rlz measured after alone.
    std::string before() const {
        return put("before.json", results_of({row_of("bt", {2, 2, 2}), row_of("horn", {0.0123}),
                                              row_of("jj", {1, 1}), row_of("rlz", {})}));
    }
    std::string after() const {
        return put("after.json", results_of({row_of("bt", {2.2, 2.2, 2.2}), row_of("horn", {0.00615}),
                                             row_of("jj", {1.01, 1.01}), row_of("rlz", {7})}));
    }

private:
    TemporaryFolder folder_;
};

} // namespace

TEST_CASE_METHOD(CompareTest, "A comparison shows both times of each row, and a regression is exit code 4") {
    const Outcome outcome = run({"compare", before(), after()}, without_opengl());
    CHECK(outcome.exit_code == 4);
    CHECK(outcome.err == "");
    CHECK(outcome.out == "fig8: Time against density\n"
                         "before  GPU, timer gl-query, 2026-11-20T12:00:00Z\n"
                         "after   GPU, timer gl-query, 2026-11-20T12:00:00Z\n"
                         "\n"
                         "algorithm  block  before ms  after ms  ratio  noise     verdict\n"
                         "bt         256         2.00      2.20  1.100  0.000      slower\n"
                         "horn       256       0.0123   0.00615  0.500  0.000      faster\n"
                         "jj         256         1.00      1.01  1.010  0.000        same\n"
                         "rlz        256            -      7.00      -  0.000  only after\n"
                         "\n"
                         "4 rows: 1 same, 1 faster, 1 slower, 1 only after (threshold 0.05)\n");
}

TEST_CASE_METHOD(CompareTest, "Without a regression the exit code is 0") {
    run_well({"compare", before(), before()});
    CHECK_THAT(run_well({"compare", before(), after(), "--threshold", "0.2"}),
               ContainsSubstring("4 rows: 2 same, 1 faster, 1 only after (threshold 0.2)"));
    CHECK(run({"compare", before(), after(), "--threshold", "0"}).exit_code == 4);
}

TEST_CASE_METHOD(CompareTest, "A change within the noise is none") {
    const std::string noisy = put("noisy.json", results_of({row_of("bt", {1.8, 1.8, 2, 2.2, 2.2})}));
    const std::string after = put("x.json", results_of({row_of("bt", {2.3})}));
    CHECK_THAT(run_well({"compare", noisy, after}), ContainsSubstring("1.150  0.200     same"));
}

TEST_CASE_METHOD(CompareTest, "Further reports of a side tell the noise between runs") {
    const std::string again = put("again.json", results_of({row_of("bt", {2.4})})),
                      later = put("later.json", results_of({row_of("bt", {2.6})}));
    const Arguments two{"compare", before(), after(), "--before", again, "--after", later};
    CHECK_THAT(run_well(two), ContainsSubstring("before  GPU, timer gl-query, 2026-11-20T12:00:00Z\n"
                                                "before  GPU") &&
                                  ContainsSubstring("2.20      2.40  1.091  0.247        same"));
    const json report =
        run_for_json({"compare", before(), after(), "--before", again, "--after", later, "--format", "json"});
    CHECK(report["before"]["path"] == path("before.json"));
    CHECK(report["before"]["further"][0]["path"] == again);
    CHECK(report["after"]["further"].size() == 1);
    check_refused(run({"compare", before(), after(), "--before", path("none.json")}), 1, {"none.json"});
}

TEST_CASE_METHOD(CompareTest, "A comparison as CSV has a row for each row") {
    const Outcome outcome = run({"compare", before(), after(), "--format", "csv"});
    CHECK(outcome.exit_code == 4);
    CHECK(outcome.out == "algorithm,block,before_ms,after_ms,ratio,noise,verdict\n"
                         "bt,256,2.000000,2.200000,1.100000,0.000000,slower\n"
                         "horn,256,0.012300,0.006150,0.500000,0.000000,faster\n"
                         "jj,256,1.000000,1.010000,1.010000,0.000000,same\n"
                         "rlz,256,,7.000000,,0.000000,only after\n");
}

TEST_CASE_METHOD(CompareTest, "A comparison as JSON has both sides and every row") {
    const Outcome outcome = run({"compare", before(), after(), "--format", "json"});
    CHECK(outcome.exit_code == 4);
    const json report = json::parse(outcome.out);
    CHECK(report["experiment"] == "fig8");
    CHECK(report["threshold"] == 0.05);
    CHECK(report["before"]["path"] == path("before.json"));
    CHECK(report["after"]["gpu"] == "GPU");
    REQUIRE(report["rows"].size() == 4);
    CHECK(report["rows"][0]["axes"] == json{{"algorithm", "bt"}, {"block", "256"}});
    CHECK(report["rows"][0]["ratio"].get<double>() == Catch::Approx(1.1));
    CHECK(report["rows"][0]["verdict"] == "slower");
    CHECK_FALSE(report["rows"][3].contains("before_ms"));
    CHECK(report["rows"][3]["after_ms"] == 7.0);
}

TEST_CASE_METHOD(CompareTest, "What makes two reports hard to compare is a note beside the data") {
    bench::Results other = results_of({row_of("bt", {2})});
    other.environment.gpu = "another";
    other.environment.timer = "wall-clock";
    other.complete = false;
    const Outcome outcome = run({"compare", before(), put("other.json", other)});
    CHECK(outcome.exit_code == 0);
    CHECK(lines_of(outcome.err) ==
          std::vector<std::string>{"scanline: note: another GPU: 'GPU' before and 'another' after",
                                   "scanline: note: another timer: 'gl-query' before and 'wall-clock' after",
                                   "scanline: note: the run after was interrupted"});
    CHECK_THAT(outcome.out, ContainsSubstring("1 same, 2 only before"));
}

TEST_CASE_METHOD(CompareTest, "What cannot be compared is refused") {
    check_refused(run({"compare"}), 2, {"BEFORE"});
    check_refused(run({"compare", before()}), 2, {"AFTER"});
    for (const std::string threshold : {"-0.1", "11", "x", "5%", "nan"})
        check_refused(run({"compare", before(), after(), "--threshold", threshold}), 2,
                      {"--threshold", threshold});
    check_refused(run({"compare", before(), after(), "--format", "xml"}), 2, {"--format", "xml"});
    bench::Results other = results_of({});
    other.experiment = "fig9";
    check_refused(run({"compare", before(), put("fig9.json", other)}), 2, {"fig8", "fig9"});
}

TEST_CASE_METHOD(CompareTest, "A file that is no report is a failure that says what was expected") {
    data::write_file(path("x.csv"), "image,ms\n");
    data::write_file(path("x.json"), R"({"context": {"date": "2026"}, "benchmarks": []})");
    check_refused(run({"compare", before(), path("none.json")}), 1, {"none.json", "no such file"});
    check_refused(run({"compare", path("x.csv"), after()}), 1,
                  {"x.csv", "no JSON", "a report of scanline bench --output"});
    check_refused(run({"compare", before(), path("x.json")}), 1,
                  {"x.json", "context.experiment", "a report of scanline bench --output"});
}

TEST_CASE_METHOD(CompareTest, "A comparison that cannot be written is a failure") {
    Setting setting;
    setting.output = GENERATE(Output::full, Output::closed);
    for (const std::string format : {"text", "csv", "json"})
        check_message(run({"compare", before(), after(), "--format", format}, setting), 1,
                      {"standard output"});
}

} // namespace compare_test
