#include "cache_folder.h"
#include "mask_file.h"

#include "data/files.h"
#include "support/temporary_folder.h"

#include <algorithm>
#include <csignal>

namespace tune_gl_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using data::test::get;
using data::test::names_in;
using data::test::put;
using nlohmann::json;

namespace fs = std::filesystem;

namespace {

class Cache : public CacheFolder {
public:
    std::string model_in_use() const {
        return run_for_json({"info", "--format", "json"}, setting())["auto_model"];
    }
};

/// The result of tuning, made once for all tests because it takes seconds.
struct Tuned {
    std::string name, text;
};
const Tuned& tuned() {
    static const Tuned left = [] {
        const Cache cache;
        run_well({"tune", "--quick"}, cache.setting());
        return Tuned{cache.file().filename().string(), get(cache.file())};
    }();
    return left;
}

void put_model(const Cache& cache, const std::string& text) {
    cache.put(tuned().name, text);
}

} // namespace

TEST_CASE("Tuning shows what every choice costs and writes it where info finds it", "[repeat]") {
    const Cache cache;
    CHECK_THAT(cache.model_in_use(), StartsWith("shipped"));
    const std::string text = run_well({"tune", "--quick"}, cache.setting());
    const json info = run_for_json({"info", "--format", "json"}, cache.setting());
    CHECK_THAT(text, StartsWith(info["gl_renderer"].get<std::string>()) && ContainsSubstring("256K 5 %") &&
                         ContainsSubstring("4M 95 %") && ContainsSubstring("worst") &&
                         ContainsSubstring("auto chooses") &&
                         ContainsSubstring("A survey of the stream takes") &&
                         ContainsSubstring("Written to " + cache.file().string() + "\n"));
    const std::vector<std::string> lines = lines_of(text);
    for (const std::string choice : {"horn 32 ", "jj 128 ", "rlz 512 ", "bt 32 ", "packed ", "histopyramid "})
        CHECK(std::ranges::count_if(
                  lines, [&choice](const std::string& line) { return line.starts_with(choice); }) == 1);

    const json model = json::parse(get(cache.file()));
    CHECK(model["gpu"] == info["gl_renderer"]);
    CHECK(model["driver"] == info["gl_version"]);
    CHECK(model["timer"] == info["timer"]);
    CHECK(model["version"] == info["version"]);
    CHECK(model["costs"].size() == 14);
    CHECK(info["auto_model"] == cache.file().string() + " of " + model["date"].get<std::string>());

    const std::string before = get(cache.file());
    const std::string printed = run_well({"tune", "--print"}, cache.setting());
    CHECK_THAT(printed, ContainsSubstring(cache.file().string()) && ContainsSubstring("auto chooses") &&
                            !ContainsSubstring("worst"));
    CHECK(get(cache.file()) == before);
}

TEST_CASE("Without a file the costs that are printed are the shipped ones, and none is written") {
    const Cache cache;
    CHECK_THAT(run_well({"tune", "--print"}, cache.setting()),
               ContainsSubstring("shipped") && ContainsSubstring("packed"));
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(100, 100, 1)).string();
    run_well({"compact", image, "--algorithm", "auto", "--reps", "1"}, cache.setting());
    run_well({"bench", "compact", image, "--algorithm", "auto", "--reps", "1"}, cache.setting());
    CHECK_FALSE(fs::exists(cache.folder()));
}

TEST_CASE("A file that was tuned here is used as it is", "[repeat]") {
    const Cache cache;
    put_model(cache, tuned().text);
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(100, 100, 1)).string();
    for (const std::string adaption : {"global", "regional", "temporal"}) {
        run_well({"compact", image, "--algorithm", "auto", "--adapt", adaption, "--reps", "1"},
                 cache.setting());
        run_well({"bench", "compact", image, "--algorithm", "auto,bt", "--adapt", adaption, "--reps", "1"},
                 cache.setting());
    }
    CHECK(get(cache.file()) == tuned().text);
}

TEST_CASE("A damaged or stale file is reported once and left alone, and nothing is measured", "[repeat]") {
    json stale = json::parse(tuned().text);
    stale["driver"] = "an older one";
    const std::vector<std::pair<std::string, std::string>> files{
        {"{\"format\": 1", "no JSON"}, {stale.dump(), "its driver is \"an older one\""}};
    const TemporaryFolder folder;
    const data::Image picture = noise(100, 100, 1);
    const std::string image = put_pgm(folder / "noise.pgm", picture).string();
    const std::vector<Arguments> commands{
        {"compact", image, image, "--algorithm", "all", "--reps", "1", "--format", "csv"},
        {"bench", "compact", image, "--algorithm", "auto", "--reps", "1", "--format", "csv"}};
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto& [text, reason] = files[i];
        const Cache cache;
        put_model(cache, text);
        CHECK_THAT(cache.model_in_use(), StartsWith("shipped (") && ContainsSubstring(reason) &&
                                             ContainsSubstring("scanline tune measures this machine"));
        check_message(run(commands[i], cache.setting()), 0,
                      {reason, cache.file().string(), "the shipped costs", "scanline tune"});
        CHECK(get(cache.file()) == text);
    }
}

TEST_CASE("A damaged file does not matter where auto takes no part", "[repeat]") {
    const Cache cache;
    put_model(cache, "damaged");
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(100, 100, 1)).string();
    run_well({"compact", image, "--algorithm", "bt", "--reps", "1"}, cache.setting());
    run_well({"bench", "compact", image, "--algorithm", "bt", "--reps", "1"}, cache.setting());
    CHECK(get(cache.file()) == "damaged");
}

TEST_CASE("What is allowed to auto decides what it chooses from") {
    const Cache cache;
    put_model(cache, tuned().text);
    const TemporaryFolder folder;
    const data::Image picture = noise(100, 100, 1);
    const std::string image = put_pgm(folder / "noise.pgm", picture).string();
    const json runs = run_for_json(
        {"compact", image, "--algorithm", "auto", "--among", "rlz,horn", "--reps", "1", "--format", "json"},
        cache.setting());
    CHECK(runs[0]["valid"] == survivors(picture).size());
    CHECK(std::ranges::any_of(runs[0]["stages"],
                              [](const json& stage) { return stage["name"] == "prefix-sum"; }));
    check_refused(
        run({"compact", image, "--algorithm", "auto", "--among", "horn-unblocked"}, cache.setting()), 2,
        {"no cost model", "scanline tune"});
}

TEST_CASE("Wrong ways to choose are refused before OpenGL is started") {
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(8, 8, 5)).string();
    for (const Arguments& command :
         {Arguments{"compact", image, "--algorithm", "auto"}, {"bench", "compact", image}}) {
        const auto refuse = [&command](const Arguments& more, const std::vector<std::string>& parts) {
            Arguments arguments = command;
            arguments.insert(arguments.end(), more.begin(), more.end());
            check_refused(run(arguments, without_opengl()), 2, parts);
        };
        refuse({"--adapt", "sideways"}, {"--adapt", "sideways", "global, regional, temporal"});
        refuse({"--among", "bt,quicksort"}, {"quicksort", "horn, jj, rlz, bt"});
        refuse({"--among", "bt,auto"}, {"--among auto"});
        refuse({"--among", ""}, {"--among", "empty"});
    }
}

TEST_CASE("Without a place for it, tuning ends before it measures") {
    Setting setting;
    setting.environment = {
        {"XDG_CACHE_HOME", ""}, {"HOME", std::nullopt}, {"MESA_SHADER_CACHE_DISABLE", "true"}};
    check_refused(run({"tune"}, setting), 1, {"HOME", "XDG_CACHE_HOME"});
    CHECK_THAT(run_well({"tune", "--print"}, setting),
               ContainsSubstring("shipped") && ContainsSubstring("HOME"));
}

TEST_CASE("A place that cannot be made ends tuning before it measures") {
    const TemporaryFolder folder;
    Setting setting;
    setting.environment = {{"XDG_CACHE_HOME", put(folder / "file", "").string()},
                           {"MESA_SHADER_CACHE_DISABLE", "true"}};
    check_refused(run({"tune"}, setting), 1, {(folder / "file").string(), "XDG_CACHE_HOME"});
}

TEST_CASE("An interrupt while tuning keeps the old file") {
    const Cache cache;
    put_model(cache, "the old one");
    Setting setting = cache.setting();
    setting.output = Output::terminal;
    Program program({"tune"}, setting);
    program.wait_for("s left");
    program.send(SIGINT);
    const Outcome outcome = program.finish();
    INFO(outcome.out);
    CHECK(outcome.exit_code == 128 + SIGINT);
    CHECK_THAT(outcome.out, ContainsSubstring("scanline: interrupted") && !ContainsSubstring("auto chooses"));
    CHECK(get(cache.file()) == "the old one");
}

} // namespace tune_gl_test
