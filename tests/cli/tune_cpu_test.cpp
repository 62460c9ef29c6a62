#include "scan_cache.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <csignal>

namespace tune_cpu_test {

// scanline tune --cpu, which needs no OpenGL.

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;
using data::test::get;
using data::test::put;
using nlohmann::json;

namespace fs = std::filesystem;

TEST_CASE("Tuning the CPU shows what auto chooses and writes it where info finds it") {
    const ScanCache cache;
    CHECK_THAT(cache.model_in_use(), StartsWith("usual"));
    const TunedScans& tuned = tuned_scans();
    cache.put(tuned.name, tuned.text);
    const json model = json::parse(tuned.text);
    const json info = json::parse(run({"info", "--format", "json"}, cache.setting()).out);
    CHECK(info["cpu_scan_model"] == cache.file().string() + " of " + model["date"].get<std::string>());
    CHECK(model["version"] == info["version"]);
    const std::string processor = model["processor"];
    CHECK_THAT(processor, StartsWith(info["cpu"].get<std::string>() + ", " +
                                     std::to_string(info["cpu_processors"].get<int>()) + " usable"));
    CHECK_THAT(tuned.name, StartsWith("scan-") && EndsWith(".json"));
    CHECK_THAT(tuned.printed, StartsWith(processor + "\n") && ContainsSubstring("auto chooses") &&
                                  ContainsSubstring("/" + tuned.name + "\n") &&
                                  ContainsSubstring("Written to "));

    // A line for each step, and no more steps than sizes.
    const std::vector<std::string> lines = lines_of(tuned.printed);
    for (const auto& [place, shown] : {std::pair{"in_place", "in place "}, {"apart", "apart "}}) {
        const json& steps = model[place];
        CHECK(steps.size() >= 1);
        CHECK(steps.size() <= 6);
        CHECK(steps[0]["from_bytes"] == 0);
        CHECK(static_cast<std::size_t>(std::ranges::count_if(
                  lines, [&](const std::string& line) { return line.starts_with(shown); })) == steps.size());
        for (const json& step : steps)
            CHECK_THAT(tuned.printed, ContainsSubstring(" " + step["algorithm"].get<std::string>() + " "));
    }
}

TEST_CASE("What was tuned for the CPU is printed without measuring, and stays as it is") {
    const ScanCache cache;
    const TunedScans& tuned = tuned_scans();
    cache.put(tuned.name, tuned.text);
    const std::string printed = run_well({"tune", "--cpu", "--print"}, cache.setting());
    CHECK_THAT(printed, ContainsSubstring(cache.file().string()) && ContainsSubstring("auto chooses") &&
                            !ContainsSubstring("Written"));
    // The same table.
    const std::string table = tuned.printed.substr(tuned.printed.find("scans "));
    CHECK_THAT(printed, EndsWith(table.substr(0, table.find("Written to "))));
    CHECK(get(cache.file()) == tuned.text);
}

TEST_CASE("Tuning the CPU takes no device of OpenGL") {
    for (const std::vector<std::string>& order : {std::vector<std::string>{"--cpu", "--gl-device", "0"},
                                                  std::vector<std::string>{"--gl-device", "0", "--cpu"}}) {
        std::vector<std::string> arguments{"tune", "--print"};
        arguments.insert(arguments.end(), order.begin(), order.end());
        check_refused(run(arguments, without_opengl()), 2, {"--gl-device", "--cpu"});
    }
}

TEST_CASE("Without a file what is printed for the CPU is the usual, and none is written") {
    const ScanCache cache;
    CHECK_THAT(run_well({"tune", "--cpu", "--print"}, cache.setting()),
               ContainsSubstring("scans: usual (scanline tune --cpu measures this machine)") &&
                   ContainsSubstring("lookahead"));
    CHECK(cache.is_empty());
}

TEST_CASE("A damaged or stale model of the CPU is reported by info and by --print, which leave it as it is") {
    json stale = json::parse(tuned_scans().text);
    stale["processor"] = "an older one";
    for (const auto& [text, reason] : {std::pair<std::string, std::string>{"{\"format\": 1", "no JSON"},
                                       {stale.dump(), "its processor is \"an older one\""}}) {
        const ScanCache cache;
        cache.put(tuned_scans().name, text);
        CHECK_THAT(cache.model_in_use(), StartsWith("usual (") && ContainsSubstring(reason));
        CHECK_THAT(run_well({"tune", "--cpu", "--print"}, cache.setting()),
                   ContainsSubstring("usual (") && ContainsSubstring(reason) &&
                       ContainsSubstring("scanline tune --cpu measures this machine") &&
                       ContainsSubstring("lookahead"));
        CHECK(get(cache.file()) == text);
    }
}

TEST_CASE("Without a place for it, tuning the CPU ends before it measures") {
    Setting setting = without_opengl();
    setting.environment["XDG_CACHE_HOME"] = "";
    setting.environment["HOME"] = std::nullopt;
    check_refused(run({"tune", "--cpu"}, setting), 1, {"HOME", "XDG_CACHE_HOME"});
    CHECK_THAT(run_well({"tune", "--cpu", "--print"}, setting),
               ContainsSubstring("usual") && ContainsSubstring("HOME"));
}

TEST_CASE("A place that cannot be made ends tuning the CPU before it measures") {
    const TemporaryFolder folder;
    Setting setting = without_opengl();
    setting.environment["XDG_CACHE_HOME"] = put(folder / "file", "").string();
    check_refused(run({"tune", "--cpu"}, setting), 1, {(folder / "file").string(), "XDG_CACHE_HOME"});
}

TEST_CASE("Tuning roughly is refused where nothing is measured") {
    check_refused(run({"tune", "--cpu", "--quick", "--print"}, without_opengl()), 2, {"--quick", "--print"});
}

TEST_CASE("An interrupt while tuning the CPU keeps the old model") {
    const ScanCache cache;
    cache.put(tuned_scans().name, "the old one");
    Setting setting = cache.setting();
    setting.output = Output::terminal;
    Program program({"tune", "--cpu"}, setting);
    program.wait_for("elements in place");
    program.send(SIGINT);
    const Outcome outcome = program.finish();
    INFO(outcome.out);
    CHECK(outcome.exit_code == 128 + SIGINT);
    CHECK_THAT(outcome.out, ContainsSubstring("scanline: interrupted") && !ContainsSubstring("auto chooses"));
    CHECK(get(cache.file()) == "the old one");
}

} // namespace tune_cpu_test
