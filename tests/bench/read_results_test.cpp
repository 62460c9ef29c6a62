#include "example_results.h"
#include "scanline/bench/report.h"
#include "scanline/core/error.h"
#include "scanline/core/random.h"
#include "scanline/data/file.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>
#include <functional>
#include <nlohmann/json.hpp>

namespace scanline::bench::read_results_test {

namespace {

using nlohmann::ordered_json;

Results through_a_file(const std::string& text) {
    const scanline::test::TemporaryFolder folder;
    data::write_file(folder / "x.json", text);
    return read_results(folder / "x.json");
}

/// The message that such a file is refused with; the path is in it, and what was expected.
std::string refusal(const std::string& text) {
    const scanline::test::TemporaryFolder folder;
    const std::filesystem::path path = folder / "foreign.json";
    data::write_file(path, text);
    try {
        read_results(path);
    } catch (const Error& error) {
        const std::string message = error.what();
        CHECK(error.kind() == ErrorKind::failure);
        CHECK(message.find('\n') == std::string::npos);
        CHECK_THAT(message,
                   Catch::Matchers::ContainsSubstring(path.string()) &&
                       Catch::Matchers::ContainsSubstring("expected a report of scanline bench --output"));
        return message;
    }
    FAIL("the file was taken");
    return {};
}

/// The message with which the example is refused after a change.
std::string refusal(const std::function<void(ordered_json&)>& change) {
    ordered_json report = ordered_json::parse(report_json(example_results()));
    change(report);
    return refusal(report.dump());
}

} // namespace

TEST_CASE("Results that were written as JSON are read back as they were") {
    const Results results = example_results();
    CHECK(through_a_file(report_json(results)) == results);
    Results typed = results;
    for (Row& row : typed.rows)
        row.axes = {{"block", 256}, {"density", 0.25}, {"image", "2048"}, {"k", "-"}, {"zipf", 2.0}};
    CHECK(through_a_file(report_json(typed)) == typed);
    CHECK(report_json(through_a_file(report_json(typed))) == report_json(typed));
    Results complete;
    complete.experiment = "empty";
    CHECK(through_a_file(report_json(complete)) == complete);
}

TEST_CASE("Every time is read back to the last bit") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        Results results = example_results();
        for (Row& row : results.rows) {
            for (Repetition& repetition : row.repetitions)
                repetition.milliseconds = random.unit() / static_cast<double>(1 + random.below(1'000'000));
        }
        CHECK(through_a_file(report_json(results)) == results);
    }
}

TEST_CASE("What is no UTF-8 in a name is replaced, and the rest is read back") {
    Results results = example_results();
    results.title = "half \xe2\x82 of a character";
    results.rows[0].axes[1].value = "\xff.png";
    const Results back = through_a_file(report_json(results));
    CHECK(back.title == "half \xEF\xBF\xBD of a character");
    CHECK(back.rows[0].axes[1].value == "\xEF\xBF\xBD.png");
    CHECK(back.rows[1] == results.rows[1]);
}

TEST_CASE("A file that cannot be read is named") {
    const scanline::test::TemporaryFolder folder;
    CHECK_THROWS_WITH(read_results(folder / "none.json"),
                      Catch::Matchers::ContainsSubstring("none.json") &&
                          Catch::Matchers::ContainsSubstring("no such file"));
    CHECK_THROWS_WITH(read_results(folder.path()), Catch::Matchers::ContainsSubstring("folder"));
    CHECK_THROWS_WITH(read_results("/dev/zero"),
                      Catch::Matchers::ContainsSubstring("more than the 268435456 bytes"));
}

TEST_CASE("A file that is no JSON is refused") {
    CHECK_THAT(refusal(""), Catch::Matchers::ContainsSubstring("it is no JSON"));
    CHECK_THAT(refusal("image,ms\nhand,1\n"), Catch::Matchers::ContainsSubstring("it is no JSON"));
    CHECK_THAT(refusal("{\"context\": {"), Catch::Matchers::ContainsSubstring("it is no JSON"));
    CHECK_THAT(refusal("\x89PNG\r\n\x1a\n"), Catch::Matchers::ContainsSubstring("it is no JSON"));
    CHECK_THAT(refusal("[1e999]"), Catch::Matchers::ContainsSubstring("out of range"));
}

TEST_CASE("JSON that is no report is refused with the first member that is missing") {
    CHECK_THAT(refusal("3"), Catch::Matchers::ContainsSubstring("it has no context"));
    CHECK_THAT(refusal("[]"), Catch::Matchers::ContainsSubstring("it has no context"));
    CHECK_THAT(refusal("{}"), Catch::Matchers::ContainsSubstring("it has no context"));
    CHECK_THAT(refusal(R"({"context": {"date": "", "num_cpus": 2}, "benchmarks": []})"),
               Catch::Matchers::ContainsSubstring("it has no context.experiment"));
    CHECK_THAT(refusal(R"({"context": 1, "benchmarks": []})"),
               Catch::Matchers::ContainsSubstring("context is a number, not an object"));
}

TEST_CASE("A report without one of our members is refused, and so is one where it is of another type") {
    const ordered_json report = ordered_json::parse(report_json(example_results()));
    for (const char* name : {"experiment", "title", "roof", "complete", "gpu", "driver", "timer",
                             "build_type", "version", "date", "command"}) {
        CHECK_THAT(refusal([name](ordered_json& json) { json["context"].erase(name); }),
                   Catch::Matchers::ContainsSubstring(std::string("it has no context.") + name));
        CHECK_THAT(refusal([name](ordered_json& json) { json["context"][name] = 7; }),
                   Catch::Matchers::ContainsSubstring(std::string("context.") + name + " is a number"));
    }
    for (const char* name : {"../compact", "/tmp/compact", "a/b"})
        CHECK_THAT(refusal([name](ordered_json& json) { json["context"]["experiment"] = name; }),
                   Catch::Matchers::ContainsSubstring("context.experiment is no name"));
    for (const char* name : {"run_type", "repetition_index", "real_time", "time_unit", "axes", "seed",
                             "items", "bytes", "stages"}) {
        CHECK_THAT(refusal([name](ordered_json& json) { json["benchmarks"][1].erase(name); }),
                   Catch::Matchers::ContainsSubstring(std::string("it has no benchmarks[1].") + name));
        CHECK_THAT(refusal([name](ordered_json& json) { json["benchmarks"][1][name] = nullptr; }),
                   Catch::Matchers::ContainsSubstring(std::string("benchmarks[1].") + name + " is a null"));
    }
    for (const char* name : {"roof_ms", "overhead"})
        CHECK_THAT(refusal([name](ordered_json& json) { json["benchmarks"][0][name] = "1"; }),
                   Catch::Matchers::ContainsSubstring(std::string("benchmarks[0].") + name + " is a string"));
}

TEST_CASE("Values that no report has are refused") {
    const auto set = [](std::size_t entry, const std::string& name, const ordered_json& value) {
        return refusal([&](ordered_json& json) { json["benchmarks"][entry][name] = value; });
    };
    CHECK_THAT(set(0, "real_time", -1), Catch::Matchers::ContainsSubstring("benchmarks[0].real_time"));
    CHECK_THAT(set(0, "items", -1), Catch::Matchers::ContainsSubstring("benchmarks[0].items"));
    CHECK_THAT(set(0, "items", 9'223'372'036'854'775'808U),
               Catch::Matchers::ContainsSubstring("benchmarks[0].items"));
    CHECK_THAT(set(0, "seed", 0.5), Catch::Matchers::ContainsSubstring("benchmarks[0].seed"));
    CHECK_THAT(set(0, "time_unit", "ns"), Catch::Matchers::ContainsSubstring("time_unit is not ms"));
    CHECK_THAT(set(0, "run_type", "other"), Catch::Matchers::ContainsSubstring("run_type"));
    CHECK_THAT(set(0, "repetition_index", 1),
               Catch::Matchers::ContainsSubstring("repetition_index does not follow"));
    CHECK_THAT(set(1, "repetition_index", 5),
               Catch::Matchers::ContainsSubstring("repetition_index does not follow"));
    CHECK_THAT(set(1, "axes", {{"algorithm", "jj"}, {"image", "a"}}),
               Catch::Matchers::ContainsSubstring("repetition_index does not follow"));
    CHECK_THAT(set(5, "axes", {{"other", "jj"}}), Catch::Matchers::ContainsSubstring("axes has other names"));
    CHECK_THAT(set(0, "axes", {{"algorithm", 1}}),
               Catch::Matchers::ContainsSubstring("benchmarks[0].axes.algorithm is a number"));
    CHECK_THAT(set(0, "stages", {1}), Catch::Matchers::ContainsSubstring("benchmarks[0].stages[0].name"));
    CHECK_THAT(set(0, "counts", {{{"name", "x"}, {"value", -1}, {"stage", ""}}}),
               Catch::Matchers::ContainsSubstring("benchmarks[0].counts[0].value"));
    CHECK_THAT(set(11, "error_occurred", "yes"),
               Catch::Matchers::ContainsSubstring("error_occurred is a string"));
    CHECK_THAT(refusal([](ordered_json& json) { json["benchmarks"][3] = 3; }),
               Catch::Matchers::ContainsSubstring("benchmarks[3].run_type"));
}

TEST_CASE("Deep nesting is refused before it costs memory") {
    const std::string deep(1'000'000, '[');
    CHECK_THAT(refusal(deep), Catch::Matchers::ContainsSubstring("nested"));
    CHECK_THAT(refusal("{\"context\": " + deep), Catch::Matchers::ContainsSubstring("nested"));
}

TEST_CASE("A report that was cut or damaged anywhere is refused or read, never worse") {
    const std::string text = report_json(example_results());
    const scanline::test::TemporaryFolder folder;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        std::string damaged = text;
        if (seed % 3 == 0)
            damaged.resize(random.below(damaged.size()));
        else
            damaged[random.below(damaged.size())] = static_cast<char>(random.below(256));
        data::write_file(folder / "x.json", damaged);
        try {
            read_results(folder / "x.json");
        } catch (const Error& error) {
            CHECK_THAT(error.what(), Catch::Matchers::StartsWith("cannot read "));
        }
    }
}

} // namespace scanline::bench::read_results_test
