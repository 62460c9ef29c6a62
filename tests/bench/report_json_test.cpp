#include "example_results.h"
#include "scanline/bench/report.h"

#include <catch2/catch_all.hpp>
#include <nlohmann/json.hpp>

namespace scanline::bench::report_json_test {

using nlohmann::json;

TEST_CASE("The JSON has the context of Google Benchmark and our own") {
    const json context = json::parse(report_json(example_results()))["context"];
    CHECK(context["executable"] == "scanline");
    CHECK(context["num_cpus"].is_number_unsigned());
    CHECK(context["mhz_per_cpu"] == 0);
    CHECK(context["cpu_scaling_enabled"] == false);
    CHECK(context["library_build_type"] == "release");
    CHECK(context["date"] == "2026-11-20T12:00:00Z");
    CHECK(context["gpu"] == "GPU & Co");
    CHECK(context["complete"] == false);
}

TEST_CASE("Every repetition is an iteration of Google Benchmark") {
    const json entry = json::parse(report_json(example_results()))["benchmarks"][1];
    CHECK(entry["name"] == "fig8/algorithm:bt/image:a|b, \"c\".png");
    CHECK(entry["run_name"] == entry["name"]);
    CHECK(entry["run_type"] == "iteration");
    CHECK(entry["repetitions"] == 2);
    CHECK(entry["repetition_index"] == 1);
    CHECK(entry["threads"] == 1);
    CHECK(entry["iterations"] == 1);
    CHECK(entry["real_time"] == 1.0);
    CHECK(entry["cpu_time"] == 1.0);
    CHECK(entry["time_unit"] == "ms");
    CHECK(entry["items_per_second"].get<double>() == Catch::Approx(1e9));
    CHECK(entry["bytes_per_second"].get<double>() == Catch::Approx(4e9));
    CHECK(entry["axes"] == json{{"algorithm", "bt"}, {"image", "a|b, \"c\".png"}});
    CHECK(entry["stages"][1] == json{{"name", "search"}, {"ms", 0.75}});
    CHECK(entry["counts"][1] == json{{"name", "fetches"}, {"value", 7}, {"stage", "search"}});
    CHECK(entry["roof_ms"] == 0.5);
    CHECK(entry["overhead"] == -0.03);
}

TEST_CASE("Every measured row ends with its aggregates, and one that was skipped is an error") {
    const json entries = json::parse(report_json(example_results()))["benchmarks"];
    REQUIRE(entries.size() == 2 + 3 + 3 + 3 + 1);
    const auto check = [&entries](std::size_t index, const std::string& aggregate, double milliseconds) {
        const json& entry = entries[index];
        INFO(entry.dump());
        CHECK(entry["run_type"] == "aggregate");
        CHECK(entry["aggregate_name"] == aggregate);
        CHECK(entry["name"] == entry["run_name"].get<std::string>() + "_" + aggregate);
        CHECK(entry["real_time"].get<double>() == Catch::Approx(milliseconds));
        CHECK(entry["cpu_time"] == entry["real_time"]);
        CHECK_FALSE(entry.contains("repetition_index"));
    };
    check(2, "median", 1.5);
    check(3, "q25", 1.25);
    check(4, "q75", 1.75);
    check(8, "median", 0.1);
    const json& skipped = entries[11];
    CHECK(skipped["name"] == "fig8/algorithm:jj/image:b.png");
    CHECK(skipped["error_occurred"] == true);
    CHECK(skipped["error_message"] == "blocks of 4096\nare over the limit");
    CHECK(skipped["real_time"] == 0);
    CHECK_FALSE(skipped.contains("items_per_second"));
    for (std::size_t i = 0; i + 1 < entries.size(); ++i)
        CHECK_FALSE(entries[i].contains("error_occurred"));
}

TEST_CASE("A number that JSON does not have is left out") {
    Results results = example_results();
    results.rows.resize(1);
    results.rows[0].repetitions = {{{}, 0}};
    results.rows[0].overhead = std::numeric_limits<double>::infinity();
    results.rows[0].roof_milliseconds = std::numeric_limits<double>::quiet_NaN();
    const std::string text = report_json(results);
    CHECK(text.find("null") == std::string::npos);
    for (const char* name : {"items_per_second", "overhead", "roof_ms"})
        CHECK_FALSE(json::parse(text)["benchmarks"][0].contains(name));
}

TEST_CASE("The axes are in their order in the JSON") {
    Results results = example_results();
    results.rows.resize(1);
    results.rows[0].axes = {{"z", 1}, {"a", 0.5}, {"k", std::optional<int>()}, {"name", "x/1"}, {"on", true}};
    results.rows[0].repetitions.resize(1);
    const std::string text = report_json(results);
    // As in every result file that there is: all values are texts.
    CHECK_THAT(text, Catch::Matchers::ContainsSubstring(R"(  "benchmarks": [
    {
      "name": "fig8/z:1/a:0.5/k:-/name:x/1/on:true",
      "family_index": 0,
      "per_family_instance_index": 0,
      "run_name": "fig8/z:1/a:0.5/k:-/name:x/1/on:true",
      "run_type": "iteration",
      "repetitions": 1,
      "repetition_index": 0,
      "threads": 1,
      "iterations": 1,
      "real_time": 2.0,
      "cpu_time": 2.0,
      "time_unit": "ms",
      "items_per_second": 500000000.0,
      "bytes_per_second": 2000000000.0,
      "axes": {
        "z": "1",
        "a": "0.5",
        "k": "-",
        "name": "x/1",
        "on": "true"
      },
      "seed": 18446744073709551615,
)"));
}

} // namespace scanline::bench::report_json_test
