// The program with its window, started by a desktop and ended by a signal.
#include "program.h"

#include "data/files.h"
#include "shell/session_file.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

#include <csignal>
#include <cstdio>
#include <memory>

namespace view_window_gui_test {

using namespace scanline;
using namespace scanline::test;
using data::test::names_in;

namespace fs = std::filesystem;

namespace {

/// The number of the program's windows on the display.
int windows() {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(
        popen("xdotool search --onlyvisible --name '^Scanline$' 2>/dev/null", "r"), pclose);
    REQUIRE(pipe);
    int lines = 0;
    for (int c = std::fgetc(pipe.get()); c != EOF; c = std::fgetc(pipe.get()))
        lines += c == '\n';
    return lines;
}

void wait_for_windows(int count) {
    REQUIRE(eventually([count] { return windows() == count; }));
}

Setting at_home(const fs::path& home) {
    Setting setting;
    setting.environment = {{"XDG_CONFIG_HOME", home.string()}};
    setting.folder = home;
    return setting;
}

Arguments window_of(const std::string& scene) {
    return {"view", "--masks", SCANLINE_MASKS_DIR, "--scene", scene};
}

} // namespace

TEST_CASE("A signal closes the window as its button does: the session is kept") {
    const TemporaryFolder home;
    const int signal = GENERATE(SIGTERM, SIGINT);
    Program program(window_of("prefix-sum"), at_home(home.path()));
    wait_for_windows(1);
    program.send(signal);
    const Outcome outcome = program.finish();
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.out.empty());
    CHECK(outcome.err == "");
    const view::LoadedSession session = view::load_session(home / "scanline" / "session.json");
    CHECK(session.warning.empty());
    CHECK(session.state.scene == "prefix-sum");
}

TEST_CASE("Two windows that are closed at the same time leave the whole session of one of them") {
    const TemporaryFolder home;
    Program sums(window_of("prefix-sum"), at_home(home.path())),
        sweep(window_of("sweep"), at_home(home.path()));
    wait_for_windows(2);
    sums.send(SIGTERM);
    sweep.send(SIGTERM);
    for (Program* program : {&sums, &sweep}) {
        const Outcome outcome = program->finish();
        CHECK(outcome.exit_code == 0);
        CHECK(outcome.err == "");
    }
    CHECK(names_in(home / "scanline") == std::vector<std::string>{"session.json"});
    const view::LoadedSession session = view::load_session(home / "scanline" / "session.json");
    CHECK(session.warning.empty());
    CHECK((session.state.scene == "prefix-sum" || session.state.scene == "sweep"));
    for (const char* scene : {"compaction-small", "compaction-image", "prefix-sum", "kdtree", "explorer",
                              "skyline", "cube", "sweep"})
        CHECK(session.state.scenes.contains(scene));
}

} // namespace view_window_gui_test
