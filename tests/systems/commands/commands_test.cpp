#include "scanline/systems/commands.h"

#include "program_run.h"
#include "scanline/core/error.h"
#include "support/temporary_folder.h"
#include "systems/made_up_results.h"

#include <catch2/catch_all.hpp>

#include <filesystem>
#include <fstream>

namespace scanline::systems::commands_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;
using scanline::test::TemporaryFolder;

namespace {

// A program of the shell in place of scanline.
std::filesystem::path fake_program(const TemporaryFolder& folder, const std::string& script) {
    const std::filesystem::path path = folder / "fake";
    std::ofstream(path) << "#!/bin/sh\n" << script;
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
}

Results measured(const TemporaryFolder& folder, const std::string& script,
                 const std::map<std::string, std::vector<std::string>, std::less<>>& values) {
    Request request{.values = values};
    request.context.lend<Program>([=, path = fake_program(folder, script)] { return Program{path}; });
    const Experiment& experiment = find_experiment("commands");
    return bench::measure(make_plan(experiment, request), {.repetitions = 2}, {});
}

constexpr const char* sorts = R"(
echo "$*" >> "$0.log"
[ "$*" = info ] && echo "software_renderer  true"
[ "$1" = sort ] && cp "$2" "$4"
echo "time: 0.030 s: start 0.010, OpenGL 0.020" >&2
)";

void add_commands(Results& results, const std::string& command, std::int64_t size, double cpu, double compute,
                  double by_auto) {
    for (const auto& [by, time] : {std::pair{"cpu", cpu}, {"compute", compute}, {"auto", by_auto}}) {
        add_row(results, {{"command", command}, {"elements", size}, {"by", by}},
                std::vector<Stage>{{"work", time * 0.98}, {"system", time * 0.02}});
        results.rows.back().items = size;
    }
}

} // namespace

TEST_CASE("The phases of a command are read from what it says") {
    CHECK(phases_of(
              "warning: hot\ntime: 0.411 s: start 0.014, OpenGL 0.071; 2 programs compiled, 1 loaded\n") ==
          std::vector<Stage>{{"start", 14}, {"OpenGL", 71}});
    CHECK(phases_of("time: 0.9 s: start 0.1 0.2 0.3, read 0.01 0.02 0.04; min, mean and max of 3 ranks\n") ==
          std::vector<Stage>{{"start", 200}, {"read", 20}});
    for (const char* none : {"", "time: 0.000 s\n", "time: later\n", "time: 1 s: start soon\n"})
        CHECK(phases_of(none).empty());
}

TEST_CASE(
    "A command is run by each backend on the same files, and takes its phases and those of the system") {
    const TemporaryFolder folder;
    const Results results = measured(folder, sorts, {{"--command", {"sort"}}, {"--sizes", {"1000"}}});
    CHECK(results.complete);
    REQUIRE(results.rows.size() == 3);
    for (const Row& row : results.rows) {
        INFO(row.skipped);
        REQUIRE(row.repetitions.size() == 2);
        const Repetition& one = row.repetitions.front();
        REQUIRE(one.stages.size() == 3);
        CHECK(one.stages[0] == Stage{"start", 10});
        CHECK(one.stages[1] == Stage{"OpenGL", 20});
        CHECK(one.stages[2].name == system_stage);
    }
    CHECK(results.rows[1].axis("by") == "compute");
    std::ifstream log(folder / "fake.log");
    std::string first;
    std::getline(log, first);
    CHECK(first == "sort keys.npy -o result.npy --backend cpu --stats");
    CHECK_THAT(find_experiment("commands").summary(results),
               ContainsSubstring("| sort    |     1000 | auto"));
}

TEST_CASE("Backends that fail, differ, or take a software renderer too long are skipped with the reason") {
    const TemporaryFolder folder;
    const std::string reads_backend = std::string(sorts) + R"(
[ "$6" = compute ] && echo "scanline: there is no OpenGL" >&2 && exit 3
[ "$6" = auto ] && echo more >> result.npy
true
)";
    const Results results = measured(folder, reads_backend, {{"--command", {"sort"}}, {"--sizes", {"10"}}});
    REQUIRE(results.rows.size() == 3);
    CHECK(results.rows[0].measured());
    CHECK_THAT(results.rows[1].skipped, ContainsSubstring("there is no OpenGL"));
    CHECK_THAT(results.rows[2].skipped, ContainsSubstring("wrong result: result.npy differs"));

    const TemporaryFolder other;
    const Results large =
        measured(other, sorts, {{"--command", {"sort"}}, {"--sizes", {"2^17"}}, {"--backend", {}}});
    CHECK_THAT(large.rows[1].skipped, ContainsSubstring("65536") && ContainsSubstring("--backend names"));
    CHECK(large.rows[2].measured());
}

TEST_CASE("Commands are measured by the program that a caller lends, with as many elements as they take") {
    CHECK_THROWS_WITH(make_plan(find_experiment("commands"), {}), ContainsSubstring("only the program"));
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(measured(folder, sorts, {{"--sizes", {"2^27"}}}), ContainsSubstring("up to 64M"));
}

TEST_CASE("Claims about commands compare auto with the better backend, and say what is not measured") {
    Results results = made_up("commands");
    add_commands(results, "sort", 1 << 26, 400, 200, 215);
    add_commands(results, "scan", 1 << 10, 2, 80, 45);
    CHECK(claim(results, "auto is never").holds == true);
    CHECK(claim(results, "--stats says").holds == true);
    CHECK(claim(results, "sort of 64M").holds == true);
    CHECK_FALSE(claim(results, "scan of 64M").holds.has_value());
    set_time(results, {{"command", "scan"}, {"by", "auto"}}, 60);
    const Claim lost = claim(results, "auto is never");
    CHECK(lost.holds == false);
    CHECK_THAT(lost.evidence, ContainsSubstring("scan of 1K: 60.0 ms where 2.00 would do"));
    set_time(results, {{"command", "sort"}, {"by", "auto"}}, 310);
    CHECK(claim(results, "sort of 64M").holds == false);
    add_row(results, {{"command", "sort"}, {"elements", 1 << 20}, {"by", "cpu"}},
            std::vector<Stage>{{"work", 200}, {"system", 20}});
    CHECK(claim(results, "--stats says").holds == false);

    Results alone = made_up("commands");
    add_row(alone, {{"command", "sort"}, {"elements", 1 << 20}, {"by", "auto"}},
            std::vector<Stage>{{"work", 1}});
    CHECK_FALSE(claim(alone, "auto is never").holds.has_value());
}

} // namespace scanline::systems::commands_test
