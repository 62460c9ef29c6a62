// Tests everything that `scanline list` names with loops over the list, so new entries are tested once
// listed. The program has one more system than scanline, see further_system.
#include "outcome.h"

#include "chart/well_formed.h"
#include "data/files.h"
#include "scanline/bench/report.h"
#include "scanline/data/image.h"
#include "support/csv_file.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <regex>
#include <set>

namespace listed_gl_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Generators::from_range;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using data::test::get;
using nlohmann::json;

namespace {

Setting further(Setting setting = {}) {
    setting.program = SCANLINE_FURTHER_PROGRAM;
    return setting;
}

const json& listed_systems() {
    static const json list = run_for_json({"list", "--format", "json"}, further());
    return list["systems"];
}

// An entry of a system's list, with the name of the system.
struct Listed {
    std::string system;
    json thing;

    std::string name() const { return thing["name"]; }
};
std::vector<Listed> all_listed(const char* key) {
    std::vector<Listed> all;
    for (const json& system : listed_systems()) {
        for (const json& thing : system[key])
            all.push_back({system["name"], thing});
    }
    return all;
}

// The subcommands that a help text names.
std::vector<std::string> subcommands_in(const std::string& help) {
    std::vector<std::string> names;
    bool inside = false;
    for (const std::string& line : lines_of(help)) {
        std::smatch match;
        if (line == "Subcommands:")
            inside = true;
        else if (inside && std::regex_match(line, match, std::regex("  ([a-z0-9-]+)( .*)?")))
            names.push_back(match.str(1));
        else if (!line.starts_with(" "))
            inside = false;
    }
    return names;
}

// Runs the help of a command and of all below it.
std::vector<std::string> check_help(Arguments command) {
    Arguments asked = command;
    asked.emplace_back("--help");
    const std::string help = run_well(asked, further());
    CHECK_THAT(help, ContainsSubstring("Usage: scanline") && ContainsSubstring("--help"));
    std::vector<std::string> subcommands = subcommands_in(help);
    for (const std::string& name : subcommands) {
        Arguments below = command;
        below.push_back(name);
        check_help(below);
    }
    return subcommands;
}

// Fewer cases than --quick for experiments that take long without a GPU.
const std::map<std::string, Arguments> small_cases{
    {"compact", {"--size", "1000", "--density", "0.5", "--block", "64"}},
    {"kdtree", {"--sizes", "200", "--dimensions", "3", "--points", "uniform", "--k", "2", "--queries", "20"}},
    {"cube", {"--sizes", "200", "--dimensions", "3", "--cardinality", "4", "--zipf", "0", "--queries", "20"}},
    {"skyline", {"--sizes", "200", "--dimensions", "3", "--kind", "independent"}},
};

Arguments cheap_bench(const std::string& experiment, const std::string& help,
                      const std::filesystem::path& output) {
    const auto has = [&help](const std::string& option) {
        return help.find(option + " ") != std::string::npos;
    };
    Arguments arguments = bench_of(experiment, {"--reps", "1", "-o", output.string()});
    const auto add = [&arguments](const Arguments& more) {
        arguments.insert(arguments.end(), more.begin(), more.end());
    };
    if (const auto small = small_cases.find(experiment); small != small_cases.end())
        add(small->second);
    else if (has("--quick"))
        add({"--quick"});
    else
        add({"--sizes", "1000"});
    // Threads that wait for each other are slow next to other tests.
    if (has("--threads"))
        add({"--threads", "1"});
    if (has("--peer"))
        add({"--peer", "none"});
    if (has("--masks"))
        add({"--masks", SCANLINE_MASKS_DIR});
    return arguments;
}

} // namespace

TEST_CASE("Every command, subcommand and experiment has its help", "[repeat]") {
    const std::vector<std::string> commands = check_help({});
    CHECK(std::ranges::count(commands, "bench") == 1);
    std::vector<std::string> names;
    for (const Listed& experiment : all_listed("experiments"))
        names.push_back(experiment.name());
    const std::string help = run_well({"bench", "--help"}, further());
    CHECK(subcommands_in(help) == names);
    for (const Listed& experiment : all_listed("experiments"))
        CHECK_THAT(help, ContainsSubstring(experiment.thing["title"].get<std::string>()));
    const std::string verify = run_well({"verify", "--help"}, further());
    for (const Listed& check : all_listed("checks"))
        CHECK_THAT(verify, ContainsSubstring(check.system) && ContainsSubstring(check.name()));
}

TEST_CASE("Every entry, check and experiment is whole, has a name of its own, and is in the text of the list",
          "[repeat]") {
    const std::string text = run_well({"list"}, further());
    for (const json& system : listed_systems()) {
        for (const char* key : {"name", "title", "source"})
            CHECK_THAT(text, ContainsSubstring(system[key].get<std::string>()));
        // Whole commands have neither.
        CHECK(system["entries"].empty() == (system["name"] == "commands"));
        CHECK(system["checks"].empty() == (system["name"] == "commands"));
    }
    const auto check = [&text](const char* list, const std::vector<const char*>& members) {
        std::set<std::string> names;
        for (const Listed& one : all_listed(list)) {
            INFO(one.thing.dump());
            CHECK(names.insert(one.name()).second);
            for (const char* member : members) {
                CHECK_FALSE(one.thing[member].get<std::string>().empty());
                CHECK_THAT(text, ContainsSubstring(one.thing[member].get<std::string>()));
            }
        }
    };
    check("entries", {"name", "kind", "title", "idea", "source", "backend"});
    check("checks", {"name"});
    check("experiments", {"name", "title"});
}

TEST_CASE("Every check passes a few cases by itself, and tells how often each entry ran", "[repeat]") {
    const Listed check = GENERATE(from_range(all_listed("checks")));
    constexpr int cases = 6;
    INFO(check.name());
    const std::string out =
        run_well({"verify", "--only", check.name(), "--cases", std::to_string(cases)}, further());
    const std::vector<std::string> lines = lines_of(out);
    CHECK(lines.back() == fmt::format("{} passed, 0 failed", cases));
    const auto line = std::ranges::find_if(
        lines, [&](const std::string& one) { return one.starts_with(check.system + ": "); });
    REQUIRE(line != lines.end());
    // "kdtree: sort-all 6, knn 6"
    std::vector<std::string> entries;
    int runs = 0;
    const std::regex entry("[ ,]+([^ ,]+) (\\d+)");
    const std::string told = line->substr(check.system.size() + 1);
    for (std::sregex_iterator at(told.begin(), told.end(), entry), end; at != end; ++at) {
        entries.push_back(at->str(1));
        runs += std::stoi(at->str(2));
    }
    CHECK(entries == check.thing["covers"].get<std::vector<std::string>>());
    CHECK(runs >= cases);
}

TEST_CASE("Every experiment is measured, and its files are read, compared and shown", "[repeat]") {
    const Listed experiment = GENERATE(from_range(all_listed("experiments")));
    const std::string name = experiment.name(), title = experiment.thing["title"];
    INFO(name);
    const std::string help = run_well({"bench", name, "--help"}, further());
    const bool needs_opengl = help.find("--gl-device") != std::string::npos;
    const TemporaryFolder folder;
    const std::string text = run_well(cheap_bench(name, help, folder.path()),
                                      further(needs_opengl ? Setting{} : without_opengl()));
    CHECK_THAT(text, StartsWith("## " + name + ": " + title));
    CHECK(get(folder / (name + ".md")) == text);
    CHECK_FALSE(test::read_csv(folder / (name + ".csv")).rows.empty());
    const bench::Results results = bench::read_results(folder / (name + ".json"));
    CHECK(results.experiment == name);
    CHECK(results.complete);
    CHECK(std::ranges::any_of(results.rows, &bench::Row::measured));
    for (const std::string& file : data::test::names_in(folder.path())) {
        INFO(file);
        CHECK(file.starts_with(name));
        if (file.ends_with(".svg"))
            CHECK_NOTHROW(chart::count_elements(get(folder / file)));
    }

    const std::string report = (folder / (name + ".json")).string();
    CHECK_THAT(run_well({"compare", report, report}, further()),
               StartsWith(name + ": " + title) && ContainsSubstring(" rows: "));
    const std::string picture = (folder / "picture.png").string();
    CHECK(run_well({"view", "--scene", "sweep", "--set", "experiment=" + name, "--set", "open=" + report,
                    "--size", "640x400", "--screenshot", picture},
                   further(without_display())) == "");
    CHECK(data::read_image(picture).width == 640);
}

} // namespace listed_gl_test
