#include "algorithms.h"
#include "outcome.h"
#include "scanline/bench/experiment.h"

#include <catch2/catch_all.hpp>

namespace list_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using nlohmann::json;

TEST_CASE("The list as JSON has every algorithm with its limits") {
    const json list = run_for_json({"list", "--format", "json"})["compaction"];
    REQUIRE(list.is_array());
    std::vector<std::string> names;
    for (const json& entry : list) {
        INFO(entry.dump());
        names.push_back(entry["name"]);
        for (const std::string key : {"alias", "title", "idea", "source", "backend", "order"})
            CHECK_FALSE(entry[key].get<std::string>().empty());
        CHECK(entry["opengl"] == "2.1");
        const AlgorithmFacts& facts = facts_of(names.back());
        CHECK(entry["alias"] == facts.alias);
        CHECK(entry["monotonic"] == facts.keeps_order);
        CHECK((entry["order"] == "the stream's") == facts.keeps_order);
        CHECK(entry["blockwise"] == facts.blockwise);
        if (!facts.blockwise) {
            for (const std::string key : {"min_block", "max_block", "default_block", "era_max_block"})
                CHECK(entry[key].is_null());
            continue;
        }
        CHECK(entry["min_block"] == 2);
        CHECK(entry["max_block"] == 4096);
        CHECK(entry["default_block"].is_number_integer());
        CHECK(entry["era_max_block"].is_number_integer());
    }
    CHECK(names == algorithm_names());
}

TEST_CASE("The list as text has every algorithm and every parameter") {
    const std::string text = run_well({"list"});
    const json list = run_for_json({"list", "--format", "json"})["compaction"];
    for (const json& entry : list)
        CHECK_THAT(text, ContainsSubstring(entry["name"].get<std::string>()) &&
                             ContainsSubstring(entry["title"].get<std::string>()));
    for (const std::string name :
         {"--block", "--prefix-sum", "--run-lengths", "--concatenate", "--threshold", "--era-limits"})
        CHECK_THAT(text, ContainsSubstring(name));
}

TEST_CASE("The list has the methods and orders of scans, compactions and the sort by compute shaders") {
    const json list = run_for_json({"list", "--format", "json"})["compute"];
    const std::string text = run_well({"list"});
    std::vector<std::string> names;
    for (const json& entry : list) {
        INFO(entry.dump());
        names.push_back(entry["primitive"].get<std::string>() + " " + entry["part"].get<std::string>() + " " +
                        entry["name"].get<std::string>());
        CHECK(entry["opengl"] == "4.3");
        CHECK(entry["needs"].is_string());
        for (const std::string key : {"title", "idea", "source"}) {
            CHECK_FALSE(entry[key].get<std::string>().empty());
            CHECK_THAT(text, ContainsSubstring(entry[key].get<std::string>()));
        }
    }
    CHECK(names == std::vector<std::string>{"scan method horizontal", "scan method tree",
                                            "scan method vertical", "scan order scan-then-add",
                                            "scan order reduce-then-scan", "scan order chained",
                                            "compact algorithm compact", "sort algorithm radix"});
}

TEST_CASE("The list has the experiments that bench takes") {
    const json list = run_for_json({"list", "--format", "json"})["experiments"];
    std::vector<std::string> names;
    for (const json& experiment : list) {
        names.push_back(experiment["name"]);
        CHECK_FALSE(experiment["title"].get<std::string>().empty());
        CHECK_THAT(run_well({"list"}), ContainsSubstring(names.back()));
        const std::string help = run_well({"bench", names.back(), "--help"});
        for (const bench::Axis& axis : bench::find_experiment(names.back()).axes)
            CHECK_THAT(help, ContainsSubstring(axis.option));
    }
    std::vector<std::string> all;
    for (const bench::Experiment& experiment : bench::experiments())
        all.emplace_back(experiment.name);
    CHECK(names == all);
}

TEST_CASE("The list has the primitives that bench takes, with their variants") {
    const json list = run_for_json({"list", "--format", "json"})["primitives"];
    std::vector<std::string> names;
    for (const json& primitive : list) {
        names.push_back(primitive["name"]);
        CHECK_FALSE(primitive["title"].get<std::string>().empty());
        const std::string help = run_well({"bench", names.back(), "--help"});
        CHECK_THAT(help, ContainsSubstring(primitive["title"].get<std::string>()));
        for (const json& variant : primitive["variants"]) {
            CHECK_THAT(run_well({"list"}), ContainsSubstring(variant.get<std::string>()));
            CHECK_THAT(help, ContainsSubstring(variant.get<std::string>()));
        }
    }
    CHECK(names == std::vector<std::string>{"copy", "scan", "compact-flagged", "reduce", "sort", "sort-pairs",
                                            "segmented-sort", "histogram"});
}

TEST_CASE("The list needs no OpenGL") {
    CHECK(run_well({"list"}, without_opengl()) == run_well({"list"}));
}

TEST_CASE("A list that cannot be written is a failure") {
    Setting setting;
    setting.output = GENERATE(Output::full, Output::closed);
    for (const std::string format : {"text", "json"})
        check_message(run({"list", "--format", format}, setting), 1, {"standard output"});
}

TEST_CASE("A list in no known format is refused with those that there are") {
    check_refused(run({"list", "--format", "csv"}), 2, {"--format", "csv", "text", "json"});
}

} // namespace list_test
