#include "algorithms.h"
#include "outcome.h"
#include "scanline/bench/experiment.h"
#include "systems/find_experiment.h"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace list_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using nlohmann::json;

TEST_CASE("The list has every entry, check and experiment of every system, and the help each axis") {
    const json list = run_for_json({"list", "--format", "json"})["systems"];
    REQUIRE(list.size() == systems::all().size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const systems::System& system = systems::all()[i];
        INFO(system.name);
        CHECK(list[i]["name"] == system.name);
        REQUIRE(list[i]["entries"].size() == system.entries.size());
        for (std::size_t k = 0; k < system.entries.size(); ++k) {
            const json& entry = list[i]["entries"][k];
            INFO(entry.dump());
            CHECK(entry["name"] == system.entries[k].name);
            CHECK(entry["opengl"].is_null() == !system.entries[k].opengl);
            CHECK(entry["parameters"].size() == system.entries[k].parameters.size());
        }
        CHECK(list[i]["checks"].size() == system.checks.size());
        REQUIRE(list[i]["experiments"].size() == system.experiments.size());
        for (std::size_t k = 0; k < system.experiments.size(); ++k) {
            const bench::Experiment& experiment = system.experiments[k];
            CHECK(list[i]["experiments"][k]["name"] == experiment.name);
            const std::string help = run_well({"bench", std::string(experiment.name), "--help"});
            for (const bench::Axis& axis : experiment.axes)
                CHECK_THAT(help, ContainsSubstring(axis.option));
        }
    }
}

TEST_CASE("The list has every compaction with its limits and parameters") {
    std::vector<std::string> names;
    for (const json& entry : entries_of("compaction")) {
        INFO(entry.dump());
        names.push_back(entry["name"]);
        const AlgorithmFacts& facts = facts_of(names.back());
        CHECK(entry["alias"] == facts.alias);
        CHECK((entry["properties"]["order of survivors"] == "the stream's") == facts.keeps_order);
        CHECK(entry["properties"]["blocks"].get<std::string>().starts_with("2 to 4096") == facts.blockwise);
        const json& parameters = entry["parameters"];
        CHECK(std::ranges::any_of(parameters, [](const json& one) { return one["name"] == "--block"; }) ==
              facts.blockwise);
    }
    CHECK(names == algorithm_names());
    const std::string text = run_well({"list"});
    for (const std::string name :
         {"--block", "--prefix-sum", "--run-lengths", "--concatenate", "--threshold", "--era-limits"})
        CHECK_THAT(text, ContainsSubstring(name));
}

TEST_CASE("The list has the methods and orders of scans, and k-d trees") {
    std::vector<std::string> names;
    for (const std::string system : {"primitives", "kdtree"}) {
        for (const json& entry : entries_of(system))
            names.push_back(entry["name"]);
    }
    for (const std::string name :
         {"horizontal", "tree", "vertical", "scan-then-add", "reduce-then-scan", "chained", "compact", "sort",
          "segmented-sort", "split-first", "knn", "radius", "box"})
        CHECK(std::ranges::find(names, name) != names.end());
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
