#include "shell/session_file.h"

#include "data/files.h"
#include "scanline/core/error.h"
#include "support/environment_variable.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>
#include <iterator>
#include <thread>
#include <vector>

namespace scanline::view::session_file_test {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using data::test::get;
using data::test::put;
using scanline::test::TemporaryFolder;

namespace {

SessionState example() {
    SessionState state;
    state.theme = Theme::light;
    state.scale = 1.5;
    state.width = 1600;
    state.height = 900;
    state.scene = "sweep";
    state.log_open = true;
    state.list = {.mode = PanelMode::closed, .width = 260};
    state.inspector = {.mode = PanelMode::open};
    state.tab = InspectorTab::numbers;
    state.closed_groups = {"Measuring", "Prefix sums"};
    state.recent = {"/b.png", "/a folder/a.csv"};
    state.folder = "/a folder";
    state.scenes = {{"sweep", {{"block", "32"}, {"size", "1000"}}}, {"prefix-sum", {{"lanes", "4"}}}};
    return state;
}

} // namespace

TEST_CASE("A session is remembered whole, in a folder that is made") {
    const TemporaryFolder folder;
    const fs::path path = folder / "new/scanline/session.json";
    save_session(path, example());
    const LoadedSession loaded = load_session(path);
    CHECK(loaded.state == example());
    CHECK(loaded.warning.empty());
}

TEST_CASE("Without a file there is a new session and no complaint") {
    const TemporaryFolder folder;
    const LoadedSession loaded = load_session(folder / "none.json");
    CHECK(loaded.state == SessionState{});
    CHECK(loaded.warning.empty());
}

TEST_CASE("A damaged session is reported, not used, and not touched") {
    const TemporaryFolder folder;
    const fs::path path = folder / "session.json";
    for (const char* text :
         {"", "{", "[]", "null", "{}", R"({"format": 99})", R"({"format": "1"})", "\xff\xfe"}) {
        INFO(text);
        put(path, text);
        const LoadedSession loaded = load_session(path);
        CHECK(loaded.state == SessionState{});
        CHECK_THAT(loaded.warning, ContainsSubstring(path.string()));
        CHECK(get(path) == text);
    }
    const LoadedSession loaded = load_session(folder.path());
    CHECK_FALSE(loaded.warning.empty());
}

TEST_CASE("Members of a wrong type are left out, numbers are brought within their limits") {
    const TemporaryFolder folder;
    const fs::path path = folder / "session.json";
    put(path,
        R"({"format": 1, "theme": 7, "scale": 1e300, "width": -5, "height": 1e9, "scene": [], "log_open": 1,
                  "list": {"mode": "wide", "width": -3}, "inspector": 5, "closed_groups": ["a", 7],
                  "recent": ["/0", 1, "/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8", "/9", "/10"],
                  "scenes": {"a": {"key": "value", "other": 3}, "b": 5}})");
    const SessionState state = load_session(path).state;
    CHECK(state.theme == Theme::dark);
    CHECK(state.scale == 8);
    CHECK(state.width == 320);
    CHECK(state.height == SessionState{}.height);
    CHECK(state.scene.empty());
    CHECK_FALSE(state.log_open);
    CHECK(state.list == SidePanel{});
    CHECK(state.inspector == SidePanel{});
    CHECK(state.closed_groups == std::set<std::string>{"a"});
    CHECK(state.recent.size() == 10);
    CHECK(state.recent.back() == "/9");
    CHECK(state.scenes ==
          std::map<std::string, std::map<std::string, std::string>>{{"a", {{"key", "value"}}}});
}

TEST_CASE("A scale at which nothing could be read is not taken up; none is that of the display") {
    const TemporaryFolder folder;
    const fs::path path = folder / "session.json";
    for (const auto& [kept, taken] : {std::pair{"0.001", 0.25}, {"-3", 0.0}, {"0", 0.0}, {"0.75", 0.75}}) {
        CAPTURE(kept);
        put(path, std::string(R"({"format": 1, "scale": )") + kept + "}");
        CHECK(load_session(path).state.scale == taken);
    }
}

TEST_CASE("Settings may be any bytes") {
    const TemporaryFolder folder;
    SessionState state;
    state.scenes["compaction-image"]["image"] = "/tmp/\xff\"\\\n.png";
    save_session(folder / "session.json", state);
    const SessionState loaded = load_session(folder / "session.json").state;
    CHECK_THAT(loaded.scenes.at("compaction-image").at("image"), ContainsSubstring("\"\\\n.png"));
}

TEST_CASE("Two programs that end at once leave the session of one of them") {
    const TemporaryFolder folder;
    const fs::path path = folder / "session.json";
    SessionState one = example(), other = example();
    other.scene = "prefix-sum";
    other.scenes.clear();
    std::vector<std::thread> programs;
    for (const SessionState* state : {&one, &other, &one, &other})
        programs.emplace_back([&path, state] {
            for (int i = 0; i < 25; ++i)
                save_session(path, *state);
        });
    for (std::thread& program : programs)
        program.join();
    const SessionState state = load_session(path).state;
    CHECK((state == one || state == other));
    // Nothing half-written is left beside it.
    CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("A session that cannot be kept is an error that names the place") {
    const TemporaryFolder folder;
    put(folder / "file", "a file");
    CHECK_THROWS_WITH(save_session(folder / "file/scanline/session.json", example()),
                      ContainsSubstring((folder / "file/scanline").string()));
    CHECK(get(folder / "file") == "a file");
}

TEST_CASE("The session lies in the user's config folder") {
    const scanline::test::EnvironmentVariable config("XDG_CONFIG_HOME", "/config");
    CHECK(session_path() == fs::path("/config/scanline/session.json"));
    const scanline::test::EnvironmentVariable none("XDG_CONFIG_HOME", ""), home("HOME", "");
    CHECK_FALSE(session_path());
}

} // namespace scanline::view::session_file_test
