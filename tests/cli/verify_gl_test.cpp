#include "outcome.h"

#include "data/files.h"
#include "support/temporary_folder.h"

#include <algorithm>
#include <csignal>
#include <fmt/format.h>
#include <regex>
#include <sstream>

namespace verify_gl_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace fs = std::filesystem;

namespace {

struct Counts {
    int passed = 0, failed = 0;
};

Counts closing_line(const std::string& out) {
    const std::string line = lines_of(out).back();
    std::smatch match;
    INFO(out);
    REQUIRE(std::regex_match(line, match, std::regex("(\\d+) passed, (\\d+) failed")));
    return {std::stoi(match.str(1)), std::stoi(match.str(2))};
}

// The printed commands that reproduce the failures, without the program's name.
std::vector<Arguments> reproductions(const std::string& out) {
    std::vector<Arguments> commands;
    const std::string before = "  again: scanline ";
    for (const std::string& line : lines_of(out)) {
        if (!line.starts_with(before))
            continue;
        std::istringstream words(line.substr(before.size()));
        Arguments& arguments = commands.emplace_back();
        for (std::string word; words >> word;)
            arguments.push_back(word);
    }
    return commands;
}

// Makes the search of the binary tree wrong, but compilable.
Setting with_wrong_shader(const TemporaryFolder& folder) {
    fs::create_directories(folder / "raster");
    data::test::put(folder / "raster" / "bt_search.frag",
                    "#version 120\nvoid main() {\n    gl_FragColor = vec4(3.0);\n}\n");
    Setting setting;
    setting.environment = {{"SCANLINE_SHADER_DIR", folder.path().string()}};
    return setting;
}

} // namespace

TEST_CASE("Verifying a number of cases ends with what passed and failed", "[repeat]") {
    const std::string out = run_well({"verify", "--cases", "50", "--seed", "7"});
    CHECK(lines_of(out).back() == "50 passed, 0 failed");
    CHECK_THAT(out, ContainsSubstring("OpenGL"));
    CHECK(out == run_well({"verify", "--cases", "50", "--seed", "7"}));
}

TEST_CASE("Verify does only what is asked for, and names what there is") {
    const std::string out = run_well({"verify", "--cases", "10", "--only", "kdtree,cpu-scan"});
    CHECK_THAT(out, ContainsSubstring("kdtree: sort-all 2, "));
    CHECK_THAT(out, !ContainsSubstring("packed"));
    CHECK(lines_of(run_well({"verify", "--cases", "6", "--system", "kdtree"})).size() == 3);
    const Outcome wrong = run({"verify", "--only", "trees"});
    CHECK(wrong.exit_code == 2);
    CHECK_THAT(wrong.err,
               ContainsSubstring("--only trees is none of compaction, primitive, words, cpu-scan, kdtree"));
}

TEST_CASE("A short run says which entries it did not try, and what does") {
    const std::string out = run_well({"verify", "--cases", "2", "--only", "cpu-scan"});
    CHECK_THAT(out, ContainsSubstring("Not tried: cpu-scan ") && ContainsSubstring("--seconds 10"));
    CHECK_THAT(run_well({"verify", "--cases", "1", "--only", "kdtree"}),
               !ContainsSubstring("Not tried: kdtree sort-all"));
}

TEST_CASE("Verifying for a time tries cases and ends", "[repeat]") {
    const Counts counts = closing_line(run_well({"verify", "--seconds", "1"}));
    CHECK(counts.passed > 0);
    CHECK(counts.failed == 0);
}

TEST_CASE("However short the time, every check is tried") {
    const std::string out = run_well({"verify", "--seconds", "0.000001"});
    CHECK(closing_line(out).passed > 1);
    for (const std::string& line : lines_of(out)) {
        INFO(line);
        if (line.find(": ") != std::string::npos) // "kdtree: sort-all 1, verify 1"
            CHECK(std::regex_search(line, std::regex(" [1-9]")));
    }
}

TEST_CASE("A number of cases is tried to the end however long it takes, unless a time is given too",
          "[repeat]") {
    const Counts counts =
        closing_line(run_well({"verify", "--seconds", "0.5", "--cases", "1000000000000000"}));
    CHECK(counts.passed > 0);
    CHECK(counts.failed == 0);
}

TEST_CASE("A time or number that means nothing is refused, not passed with nothing tried") {
    for (const std::string seconds : {"0", "-1", "nan", "inf", "1e300", "abc"}) {
        INFO(seconds);
        check_refused(run({"verify", "--seconds", seconds}), 2, {"--seconds", seconds});
    }
    for (const std::string cases : {"0", "-1", "abc"}) {
        INFO(cases);
        check_refused(run({"verify", "--cases", cases}), 2, {"--cases", cases});
    }
    for (const std::string seed : {"-1", "abc", "", "18446744073709551616"}) {
        INFO(seed);
        check_refused(run({"verify", "--seed", seed, "--cases", "1"}), 2, {"--seed", seed});
    }
}

TEST_CASE("A wrong shader is found, and every failure comes back with the command that is printed",
          "[repeat]") {
    const TemporaryFolder folder;
    const Setting wrong = with_wrong_shader(folder);
    const Outcome outcome = run({"verify", "--cases", "60", "--seed", "7", "--only", "compaction"}, wrong);
    CHECK(outcome.exit_code == 4);
    CHECK(outcome.err == "");
    const Counts counts = closing_line(outcome.out);
    CHECK(counts.passed + counts.failed == 60);
    CHECK(counts.failed > 0);
    CHECK(counts.passed > 0);

    const std::vector<std::string> lines = lines_of(outcome.out);
    // Auto may have chosen the binary tree.
    const auto is_failure = [](const std::string& line) {
        return line.starts_with("FAILED bt, block ") || line.starts_with("FAILED auto (");
    };
    const auto shown = std::ranges::count_if(lines, is_failure);
    CHECK(shown == std::min(counts.failed, 10));
    if (counts.failed > 10)
        CHECK_THAT(outcome.out, ContainsSubstring(fmt::format("{} more failures", counts.failed - 10)));

    const std::vector<Arguments> commands = reproductions(outcome.out);
    REQUIRE(commands.size() == static_cast<std::size_t>(shown));
    for (const Arguments& command : commands) {
        const Outcome again = run(command, wrong);
        CHECK(again.exit_code == 4);
        const std::vector<std::string> again_lines = lines_of(again.out);
        CHECK(again_lines.back() == "0 passed, 1 failed");
        // The same failure, not another one.
        const auto failure = std::ranges::find_if(again_lines, is_failure);
        REQUIRE(failure != again_lines.end());
        CHECK(std::ranges::count(lines, *failure) == 1);
        CHECK(lines_of(run_well(command)).back() == "1 passed, 0 failed");
    }
}

TEST_CASE("Rewritten shaders pass, and the report counts what was rewritten") {
    const std::string out = run_well({"verify", "--metamorphic", "--cases", "6", "--seed", "7"});
    CHECK(lines_of(out).back() == "6 passed, 0 failed");
    CHECK(std::regex_search(
        out,
        std::regex("\nShaders rewritten: [1-9]\\d* branches, [1-9]\\d* dead branches, [1-9]\\d* exchanges, "
                   "[1-9]\\d* identities, [1-9]\\d* loops\n")));
    const TemporaryFolder folder;
    const Outcome wrong =
        run({"verify", "--metamorphic", "--cases", "12", "--seed", "7", "--only", "compaction"},
            with_wrong_shader(folder));
    CHECK(wrong.exit_code == 4);
    CHECK_THAT(wrong.out, ContainsSubstring("; also if not rewritten\n  again: scanline verify --seed ") &&
                              ContainsSubstring(" --cases 1 --metamorphic --only compaction\n"));
}

TEST_CASE("A wrong compute shader is found too, and comes back with the command that is printed") {
    if (run_for_json({"info", "--format", "json"})["compute"] != "ready") {
        WARN("this OpenGL has no compute shaders: this is not tried");
        return;
    }
    const TemporaryFolder folder;
    fs::create_directories(folder / "compute");
    data::test::put(folder / "compute" / "radix.glsl", "not the language\n");
    Setting wrong;
    wrong.environment = {{"SCANLINE_SHADER_DIR", folder.path().string()}};
    const Outcome outcome = run({"verify", "--cases", "60", "--seed", "7"}, wrong);
    CHECK(outcome.exit_code == 4);
    const Counts counts = closing_line(outcome.out);
    CHECK(counts.passed + counts.failed == 60);
    CHECK(counts.failed > 0);
    CHECK_THAT(outcome.out, ContainsSubstring("FAILED sort of ") && ContainsSubstring("radix.glsl:1"));
    const std::vector<Arguments> commands = reproductions(outcome.out);
    REQUIRE_FALSE(commands.empty());
    CHECK(lines_of(run(commands.front(), wrong).out).back() == "0 passed, 1 failed");
    CHECK(lines_of(run_well(commands.front())).back() == "1 passed, 0 failed");
}

TEST_CASE("Below OpenGL 4.3 verify says that compute shaders are not checked") {
    Setting old;
    old.environment = {{"MESA_GL_VERSION_OVERRIDE", "2.1"}, {"MESA_GLSL_VERSION_OVERRIDE", "120"}};
    const bool ready = run_for_json({"info", "--format", "json"}, old)["compute"] == "ready";
    const std::string out = run_well({"verify", "--cases", "8"}, old);
    CHECK((out.find("Compute primitives and k-d trees were not checked: they need") == std::string::npos) ==
          ready);
    CHECK(lines_of(out).back() == "8 passed, 0 failed");
    if (ready)
        WARN("this driver cannot pretend to be OpenGL 2.1");
}

TEST_CASE("The printed command keeps the device", "[repeat]") {
    const std::string window_system = run_for_json({"info", "--format", "json"})["window_system"];
    const std::string prefix = "EGL device ";
    if (!window_system.starts_with(prefix)) {
        WARN("OpenGL comes from " + window_system + ", which has no number: this is not tried");
        return;
    }
    const TemporaryFolder folder;
    const std::string device = window_system.substr(prefix.size());
    const Outcome outcome =
        run({"verify", "--cases", "100", "--gl-device", device}, with_wrong_shader(folder));
    CHECK(outcome.exit_code == 4);
    CHECK_THAT(outcome.out, ContainsSubstring("--cases 1 --gl-device " + device + "\n"));
}

TEST_CASE("A shader that does not compile is no silent pass of verify") {
    const TemporaryFolder folder;
    const Setting wrong = with_wrong_shader(folder);
    data::test::put(folder / "raster" / "bt_search.frag", "#version 120\nvoid main() {\n    broken\n}\n");
    const Outcome outcome = run({"verify", "--cases", "20", "--seed", "7", "--only", "compaction"}, wrong);
    CHECK(outcome.exit_code != 0);
    CHECK_THAT(outcome.out + outcome.err, ContainsSubstring("bt_search.frag:"));
}

TEST_CASE("A signal ends verify before its time is over, with a closing line") {
    const int signal = GENERATE(SIGINT, SIGTERM);
    Setting setting;
    setting.output = Output::terminal;
    Program program({"verify", "--seconds", "1000000"}, setting); // longer than this test waits
    program.wait_for(" cases");
    program.send(signal);
    const Outcome outcome = program.finish();
    CHECK(outcome.exit_code == 128 + signal);
    INFO(outcome.out);
    CHECK(std::regex_search(outcome.out, std::regex("[1-9]\\d* passed, 0 failed\\r\\n")));
    CHECK_THAT(outcome.out + outcome.err, ContainsSubstring("interrupted"));
}

} // namespace verify_gl_test
