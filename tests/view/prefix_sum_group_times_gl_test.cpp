#include "gui_driver.h"
#include "scenes/prefix_sum/group_times.h"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace scanline::view::prefix_sum::group_times_gl_test {

TEST_CASE("What groups do is watched in scans and compactions, or there is a reason") {
    machine::Machine machine;
    for (const Watched watched : {Watched::chained, Watched::packed, Watched::sort}) {
        CAPTURE(std::string(to_string(watched)));
        const WatchedGroups groups = watch_groups(machine, watched, 20'000);
        CHECK(groups.not_run.empty() == !groups.tiles.empty());
        if (groups.tiles.empty()) {
            WARN("not watched: " << groups.not_run);
            continue;
        }
        CHECK(groups.what.find("20,000 elements") != std::string::npos);
        CHECK(std::ranges::min(groups.tiles, {}, &compute::GroupTimes::begins).begins == 0);
    }
    CHECK(!machine.compute().watch());
}

TEST_CASE("A row stands for each tile, and the mouse on it tells its times and for whom it waited") {
    WatchedGroups groups{.what = "a scan of 4 tiles"};
    for (int tile = 0; tile < 4; ++tile)
        groups.tiles.push_back({.tile = tile,
                                .processor = tile,
                                .begins = tile * 1.0,
                                .publishes = tile + 2.0,
                                .knows = tile == 0 ? 2.0 : tile + 3.0,
                                .ends = tile + 5.0});
    groups.tiles[3].waits = 7;
    groups.tiles[3].waited_for = 2;
    CHECK(headline_of(groups) == "Measured: 4 tiles in 8.00 µs; tile 1 looked back for 1.00 µs");
    const std::string details = details_of(groups.tiles[3]);
    CHECK(details.find("Tile 3, multiprocessor 3\nbegins at 3.00 µs") == 0);
    CHECK(details.find("7 looks in vain, last for tile 2") != std::string::npos);

    test::GuiDriver driver{[&] {
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({800, 300});
        ImGui::Begin("groups", nullptr, ImGuiWindowFlags_NoDecoration);
        draw_groups(driver.gui.look(), groups, {0, 0, 800, 300});
        ImGui::End();
    }};
    driver.frames(2);
    const auto windows = [] { return ImGui::GetDrawData()->CmdListsCount; };
    const int without = windows();
    driver.move({400, 250});
    driver.frames(2);
    CHECK(windows() == without + 1);
    groups = {.not_run = "shaders have no clock here"};
    driver.frame();
    CHECK(windows() == without);
}

} // namespace scanline::view::prefix_sum::group_times_gl_test
