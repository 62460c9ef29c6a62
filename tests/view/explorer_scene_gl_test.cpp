// The scene of the explorer with ImGui and without OpenGL on its thread; the worker makes cubes.
#include "scanline/core/random.h"
#include "scanline/view/view_request.h"
#include "scene_driver.h"
#include "scenes/explorer/choice.h"
#include "scenes/scenes.h"
#include "shell/undo.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <set>

namespace scanline::view::explorer::scene_gl_test {

using Catch::Matchers::ContainsSubstring;
using scanline::test::TemporaryFolder;

namespace {

/// A table of rooms, and the numbers of its rows for each city and number of beds.
struct Rooms {
    Rooms(const std::filesystem::path& path, std::uint64_t seed) : file(path.string()) {
        std::ofstream out(path);
        out << "city,beds,rent\n";
        Random random(seed);
        for (int i = 0; i < 400; ++i) {
            const std::string city(1, static_cast<char>('A' + random.below(4)));
            const int beds = random.between(1, 3);
            ++count[city][beds];
            out << city << ',' << beds << ',' << random.between(300, 900) << '\n';
        }
    }
    std::string file;
    std::map<std::string, std::map<int, int>> count;
};

/// The scene's picture. Not beside another ImGui.
std::string svg(std::vector<std::pair<std::string, std::string>> settings,
                const std::filesystem::path& file = {}) {
    ViewRequest request{
        .scene = "explorer", .settings = std::move(settings), .width = 1280, .systems = systems::all()};
    if (!file.empty())
        request.file = file;
    return render_svg(request);
}

class SceneTest : protected test::SceneDriver {
protected:
    SceneTest() : SceneDriver(make_scene) { set("count", "2000"); }

    const std::vector<std::string>& errors() { return log.pending_errors(); }

    /// The middle of one of so many rows of the icicle.
    static float row(int place, int rows) {
        return 110 + 345 * (static_cast<float>(place) + 0.5f) / static_cast<float>(rows);
    }
};

} // namespace

TEST_CASE("The badge of the explorer says that the GPU agrees, whatever is selected") {
    for (const auto& [measure, select] : {std::pair{"count", ""},
                                          {"price:sum", "city=Oslo, when.hour=9..17"},
                                          {"price:max", "channel=phone"}}) {
        INFO(measure << ", " << select);
        const std::string picture = svg({{"count", "3000"}, {"measure", measure}, {"select", select}});
        CHECK_THAT(picture, ContainsSubstring(">GPU agrees</text>"));
        CHECK_THAT(picture, ContainsSubstring("scanline cube query sales.cube"));
    }
}

TEST_CASE("A group without values shows a dash, and the GPU agrees on those that are missing") {
    const TemporaryFolder folder;
    std::ofstream(folder / "rooms.csv") << "city,rent\nA,NA\nB,7.5\nA,\nC,9\n";
    const std::string picture = svg({{"path", "city"}, {"measure", "rent:avg"}}, folder / "rooms.csv");
    CHECK_THAT(picture, ContainsSubstring(">GPU agrees</text>"));
    CHECK_THAT(picture, ContainsSubstring(">-</text>") && ContainsSubstring(">7.5</text>"));
}

TEST_CASE("The GPU's cell and bars are compared with the CPU's, and the first difference is named") {
    machine::Machine machine;
    Setup setup;
    setup.count = 700;
    setup.measure = "price:sum";
    setup.select = "city={Oslo,Bergen}, when.month=3..9";
    setup.drill = "when.year=2025, channel=web";
    const auto data = make_explorer(setup, nullptr, [](double, const std::string&) {}, {});
    const Choice choice = parse_choice(*data, setup);
    const std::vector<Selected> selected = selected_in_node(*data, choice);
    for (std::size_t d = 0; d < selected.size(); ++d)
        data->histograms->select(static_cast<int>(d), selected[d]);
    std::vector<cube::Histogram> bars = data->histograms->current();
    const Check same = check_choice(machine, *data, choice, bars, {});
    REQUIRE(same.ran());
    CHECK(same.difference.empty());
    ++bars[2].count[1];
    CHECK_THAT(check_choice(machine, *data, choice, bars, {}).difference,
               ContainsSubstring("channel " + data->value(2, 1) + " has "));
    CHECK_THROWS_AS(check_choice(machine, *data, choice, bars, [] { return true; }), Cancelled);
}

TEST_CASE_METHOD(SceneTest,
                 "A block under the mouse tells its rows, and its measure if that is another one") {
    for (const char* measure : {"count", "price:sum"}) {
        set("measure", measure);
        driver.move({250, row(1, 4)});
        const std::string text = middle_text();
        CAPTURE(text);
        CHECK_THAT(text, ContainsSubstring(" % of all"));
        CHECK((text.find("sum of price ") != std::string::npos) == (setting("measure") == "price:sum"));
    }
}

TEST_CASE_METHOD(SceneTest,
                 "The explorer opens a table of one's own; those that it cannot show change nothing") {
    const TemporaryFolder folder;
    const Rooms rooms(folder / "rooms.csv", 1);
    std::ofstream(folder / "ragged.csv") << "a,b\n1,2\n3\n";
    std::ofstream(folder / "empty.csv") << "a,b\n";
    set("select", "city=Oslo");
    set("drill", "when.year=2024");
    scene->open(rooms.file);
    finish();
    CHECK(setting("table") == rooms.file);
    CHECK(setting("select").empty());
    CHECK(setting("drill").empty());
    set("select", "city=A, beds=2..3");
    for (const auto& [name, part] :
         {std::pair{"ragged.csv", "line 3"}, {"empty.csv", "has no rows"}, {"gone.csv", "no such file"}}) {
        log.dismiss_errors();
        scene->open(folder / name);
        finish();
        REQUIRE(errors().size() == 1);
        CHECK_THAT(errors().front(), ContainsSubstring(name) && ContainsSubstring(part));
        CHECK(setting("table") == rooms.file);
    }
}

TEST_CASE_METHOD(SceneTest, "The log says which column is text though it looks like numbers") {
    const TemporaryFolder folder;
    std::ofstream(folder / "rooms.csv") << "city,rent\nA,\"2,590\"\nB,3\n";
    scene->open(folder / "rooms.csv");
    finish();
    CHECK(std::ranges::count(log.entries(), "rent is text, since '2,590' is not a number", &LogEntry::text) ==
          1);
}

TEST_CASE_METHOD(SceneTest, "A file that was refused is opened again as it has been set since") {
    CHECK(std::ranges::equal(scene->file_endings(), data::table_endings));
    const TemporaryFolder folder;
    std::ofstream(folder / "years.csv") << "city,2023\nOslo,5\n";
    std::ofstream(folder / "other.csv") << "city,n\nOslo,5\nBergen,3\n";
    scene->open(folder / "years.csv");
    finish();
    CHECK(errors().size() == 1);
    CHECK(setting("table") == "sales");
    log.dismiss_errors();
    set("header", "yes");
    scene->open(folder / "years.csv");
    finish();
    CHECK(errors().empty());
    CHECK(setting("table") == (folder / "years.csv").string());
    CHECK(setting("header") == "yes");
    scene->open(folder / "other.csv");
    finish();
    CHECK(setting("header") == "auto");
}

TEST_CASE_METHOD(SceneTest, "What cannot be is refused with what could be, and changes nothing") {
    for (const auto& [key, value, part] : {std::tuple{"select", "city=Atlantis", "Atlantis"},
                                           {"select", "town=Oslo", "city"},
                                           {"select", "city=*", "conditions"},
                                           {"drill", "city=Oslo", "when.year first"},
                                           {"count", "0", "1000000"}}) {
        INFO(key << "=" << value);
        try {
            scene->set(key, value);
            FAIL("was taken");
        } catch (const Error& error) {
            CHECK_THAT(error.what(), ContainsSubstring(part));
        }
        CHECK(setting("select").empty());
    }
    for (const auto& [key, value] : {std::pair{"path", "city, colour"}, {"measure", "city:sum"}}) {
        log.dismiss_errors();
        const std::string before = setting(key);
        set(key, value);
        INFO(key << "=" << value);
        CHECK(errors().size() == 1);
        CHECK(setting(key) == before);
    }
}

TEST_CASE_METHOD(SceneTest, "A click drills down; crumbs, a right click, Backspace and Escape go up") {
    set("path", "channel, city, product");
    driver.click({250, row(1, 4)});
    finish();
    CHECK(setting("drill").starts_with("channel="));
    driver.click({250, row(1, 3)});
    finish();
    CHECK(setting("drill").find("city=") != std::string::npos);
    REQUIRE(actions.run("scene.up"));
    finish();
    CHECK(setting("drill").find("city=") == std::string::npos);
    scene->unpin();
    finish();
    CHECK(setting("drill").empty());
    set("drill", "channel=web, city=Oslo");
    driver.click({250, 300}, 1);
    finish();
    CHECK(setting("drill") == "channel=web");
    for (float x = 12; x < 60 && !setting("drill").empty(); x += 6)
        driver.click({x, 88});
    finish();
    CHECK(setting("drill").empty());
    CHECK(errors().empty());
}

TEST_CASE_METHOD(SceneTest, "A drag over bars selects a range, a click toggles, a double click takes all") {
    set("path", "when.month, city");
    // Twelve columns from the left of the charts to their right.
    driver.drag({470, 140}, {540, 140});
    finish();
    const std::string range = setting("select");
    CHECK_THAT(range, Catch::Matchers::Matches("when\\.month=[1-9]\\.\\.[0-9]+"));
    driver.click({650, 140});
    finish();
    CHECK(setting("select") != range);
    driver.click({650, 300});
    driver.click({470, 140});
    driver.click({470, 140});
    finish();
    CHECK(setting("select").find("when.month") == std::string::npos);
    // Undo takes back the last change.
    set("select", "");
    Undo undo;
    undo.record(*scene);
    set("select", range);
    undo.record(*scene);
    undo.undo(*scene);
    finish();
    CHECK(setting("select").empty());
}

TEST_CASE_METHOD(SceneTest, "A click on a row of a chart toggles the value that stands there") {
    set("path", "city, channel");
    for (const auto& [y, selected] :
         {std::pair{112.0f, "city=Oslo"}, {112.0f, ""}, {172.0f, "city=Helsinki"}}) {
        driver.click({600, y});
        finish();
        CHECK(setting("select") == selected);
    }
}

TEST_CASE("A brush changes bars and rows to what a loop over the rows counts") {
    const TemporaryFolder folder;
    for (const std::uint64_t seed : {2u, 3u}) {
        CAPTURE(seed);
        Rooms rooms(folder / "rooms.csv", seed);
        const std::string picture =
            svg({{"path", "beds, city"}, {"select", "beds=2..3, city={A,B}"}}, rooms.file);
        for (auto& [city, beds] : rooms.count)
            CHECK_THAT(picture, ContainsSubstring(fmt::format(">{}</text>", beds[2] + beds[3])));
        auto &a = rooms.count["A"], &b = rooms.count["B"];
        CHECK_THAT(picture, ContainsSubstring(fmt::format(">{} of 400 rows", a[2] + a[3] + b[2] + b[3])));
    }
}

TEST_CASE_METHOD(SceneTest, "A level that is dragged to another one rebuilds the tree by that path") {
    set("path", "channel, city, product");
    driver.drag({40, row(1, 4)}, {40, row(3, 4)});
    finish();
    CHECK(setting("path") == "city, product, channel");
    REQUIRE_FALSE(log.entries().empty());
    CHECK_THAT(log.entries().back().text, ContainsSubstring("2,000 rows by city, product, channel in "));
}

TEST_CASE_METHOD(SceneTest, "Making a cube is stopped by going back to what is shown") {
    scene->set("count", "900000");
    CHECK(scene->busy());
    scene->set("count", "2000");
    finish();
    CHECK(setting("count") == "2000");
    CHECK(errors().empty());
}

TEST_CASE("A table of the last session that is gone is a warning, and the explorer shows sales") {
    test::GuiDriver driver{[] {}};
    Log log;
    Actions actions;
    Worker worker{{.on_error = [&log](const std::string& error) { log.error(error); }}};
    Host host{worker, log, actions, driver.gui.look(), {}, systems::all(), nullptr, [] {}};
    const std::unique_ptr<Scene> scene = make_scene(host);
    scene->set("table", "/nowhere/gone.csv");
    scene->set("select", "town=Oslo");
    scene->enter();
    do {
        REQUIRE(worker.finish(scanline::test::patience));
        scene->update();
    } while (scene->busy());
    CHECK(log.pending_errors().empty());
    CHECK(log.entries().front().severity == Severity::warning);
    CHECK(log.entries().front().text.find("/nowhere/gone.csv") != std::string::npos);
    CHECK(scene->settings().front().value == "sales");
}

} // namespace scanline::view::explorer::scene_gl_test
