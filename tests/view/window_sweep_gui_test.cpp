// Measuring in the real window: started and cancelled with the mouse, exported, and what can go wrong.
#include "../chart/well_formed.h"
#include "data/files.h"
#include "scanline/bench/report.h"
#include "scanline/data/image.h"
#include "support/csv_file.h"
#include "support/fake_clock.h"
#include "view_script.h"
#include "window_desk.h"

#include <catch2/catch_all.hpp>

#include <string>
#include <utility>
#include <vector>

namespace scanline::view::window_sweep_gui_test {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using data::test::get;
using data::test::names_in;
using data::test::put;
using test::Desk;
using test::setting_of;

namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

// The button "Run" of the inspector; the menu "Scene" and its second command.
constexpr const char* click_run = "mousemove 1110 176 click 1";
constexpr const char* open_scene_menu = "mousemove 201 14 click 1";
constexpr const char* click_cancel = "mousemove 236 66 click 1";

ViewRequest small_sweep(const fs::path& folder, const Settings& more = {}) {
    ViewRequest request = Desk::request("sweep");
    request.settings = {{"algorithm", "bt, packed"},
                        {"block", "16"},
                        {"density", "0.2, 0.8"},
                        {"size", "1000"},
                        {"reps", "2"},
                        {"folder", folder.string()}};
    request.settings.insert(request.settings.end(), more.begin(), more.end());
    return request;
}

bool enabled(Workbench& workbench, const std::string& action) {
    const Action* found = workbench.actions().find(action);
    return found && is_enabled(*found);
}

void run_by_mouse(test::ViewScript& script) {
    script.input(click_run);
    script.wait_until("there are rows, and no more to come", [](Workbench& workbench) {
        return enabled(workbench, "scene.export-csv") && !workbench.scene().busy();
    });
}

void export_as(test::ViewScript& script, const std::string& format) {
    script.act([format](Workbench& workbench) { CHECK(workbench.actions().run("scene.export-" + format)); });
}

void wait_for_file(test::ViewScript& script, const fs::path& path) {
    script.wait_until(path.string(), [path](Workbench&) { return fs::exists(path); });
}

/// An error whose text contains `part`, which a key dismisses.
void dismiss_error(test::ViewScript& script, const std::string& part, const std::string& key) {
    script.wait_until("an error with " + part, [part](Workbench& workbench) {
        const std::vector<std::string>& errors = workbench.log().pending_errors();
        return errors.size() == 1 && errors[0].find(part) != std::string::npos;
    });
    script.input("mousemove 600 690 key " + key);
    script.wait_until("it is dismissed",
                      [](Workbench& workbench) { return workbench.log().pending_errors().empty(); });
}

} // namespace

TEST_CASE("A click measures, and every format that is exported can be read back") {
    const Desk desk;
    const fs::path folder = desk.folder / "exports";
    test::ViewScript script;
    run_by_mouse(script);
    for (const std::string format : {"csv", "json", "svg", "png"}) {
        export_as(script, format);
        wait_for_file(script, folder / ("compact." + format));
    }
    script.act([](Workbench& workbench) { CHECK(workbench.log().pending_errors().empty()); });
    script.run(small_sweep(folder));

    REQUIRE(names_in(folder).size() == 4);
    const bench::Results results = bench::read_results(folder / "compact.json");
    CHECK(results.complete);
    CHECK(results.rows.size() == 2 * 2);
    const scanline::test::CsvFile table = scanline::test::read_csv(folder / "compact.csv");
    CHECK(table.rows.size() >= 2 * 2 * 2); // a row for each repetition and stage
    for (const double milliseconds : table.numbers("ms"))
        CHECK(milliseconds >= 0);
    const std::map<std::string, int> elements = chart::count_elements(get(folder / "compact.svg"));
    CHECK(elements.at("svg") == 1);
    CHECK(elements.at("text") > 5);
    const data::Image picture = data::read_image(folder / "compact.png");
    CHECK(picture.width >= 960);
    CHECK(picture.height >= 600);
}

TEST_CASE("A measurement that is cancelled through the menu keeps the rows that were finished") {
    const Desk desk;
    const fs::path folder = desk.folder / "exports";
    test::ViewScript script;
    scanline::test::FakeClock time{std::chrono::microseconds(500)};
    script.input(click_run);
    // Each density goes on until its time is over: that of the first is, that of the second never.
    script.wait_until("the second density is measured", [&time](Workbench& workbench) {
        if (workbench.scene().busy_text().find("0.8") != std::string::npos)
            return true;
        time.pass(400'000); // less than the timeout: the last may fall into the second
        return false;
    });
    script.input(open_scene_menu);
    script.input(click_cancel);
    script.wait_until("it has ended", [](Workbench& workbench) { return !workbench.scene().busy(); });
    script.act([](Workbench& workbench) {
        CHECK(enabled(workbench, "scene.run"));
        CHECK(workbench.log().pending_errors().empty());
    });
    export_as(script, "json");
    wait_for_file(script, folder / "compact.json");
    ViewRequest request = small_sweep(folder, {{"min-time", "3600"}, {"timeout", "1000"}});
    request.clock = time.clock();
    script.run(request);

    const bench::Results results = bench::read_results(folder / "compact.json");
    CHECK_FALSE(results.complete);
    CHECK(results.rows.size() >= 2);
    for (const bench::Row& row : results.rows)
        CHECK(row.measured());
}

TEST_CASE("An export that fails is reported, is dismissed, and the next one goes well") {
    const Desk desk;
    const fs::path file = put(desk.folder / "file", "a file"), full = desk.folder / "full";
    fs::create_directory(full);
    fs::create_symlink("/dev/full", full / "compact.csv");
    const auto set_folder = [](const fs::path& folder) {
        return [folder](Workbench& workbench) { workbench.scene().set("folder", folder.string()); };
    };
    test::ViewScript script;
    run_by_mouse(script);
    export_as(script, "csv");
    dismiss_error(script, (file / "inside").string(), "Escape");
    script.act(set_folder(full));
    export_as(script, "csv");
    dismiss_error(script, "No space left on device", "Return");
    // A folder that is missing is made.
    script.act(set_folder(desk.folder / "new" / "one"));
    export_as(script, "csv");
    wait_for_file(script, desk.folder / "new" / "one" / "compact.csv");
    script.run(small_sweep(file / "inside"));

    CHECK(get(file) == "a file");
    CHECK(names_in(full) == std::vector<std::string>{"compact.csv"});
    CHECK_FALSE(scanline::test::read_csv(desk.folder / "new" / "one" / "compact.csv").rows.empty());
}

TEST_CASE("A dropped file that is no result is reported, and the rows that are shown stay") {
    const Desk desk;
    const fs::path folder = desk.folder / "exports";
    const std::vector<fs::path> files{put(desk.folder / "empty.json", ""),
                                      put(desk.folder / "text.json", "no result\n"),
                                      put(desk.folder / "other.json", "{\"benchmarks\": 7}"),
                                      desk.folder / "missing.json", desk.folder.path()};
    test::ViewScript script;
    run_by_mouse(script);
    for (const fs::path& file : files) {
        script.drop(file);
        dismiss_error(script, file.string(), "Escape");
    }
    export_as(script, "json");
    wait_for_file(script, folder / "compact.json");
    script.run(small_sweep(folder));
    CHECK(bench::read_results(folder / "compact.json").rows.size() == 4);
}

} // namespace scanline::view::window_sweep_gui_test
