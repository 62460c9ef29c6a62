// Lessons in the program: the built-in ones, going through one, adding a stop, pictures.
#include "probe_program.h"
#include "scanline/view/view_request.h"
#include "support/patience.h"
#include "support/temporary_folder.h"

#include "data/files.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::lesson_gl_test {

using Catch::Matchers::ContainsSubstring;
using scanline::test::TemporaryFolder;
using test::Program;

namespace fs = std::filesystem;

namespace {

const std::string text = "# Two\n## One\nscene: second\nset: block=16\nstep: 3\nText.\n"
                         "## Another\nscene: first\nText.\n";

} // namespace

TEST_CASE("Every stop of every built-in lesson can be shown, as it says") {
    test::GuiDriver driver{[] {}};
    Log log;
    Actions actions;
    Worker worker{{.on_error = [&log](const std::string& error) { log.error(error); }}};
    Host host{worker, log, actions, driver.gui.look(), SCANLINE_MASKS_DIR, systems::all(), nullptr, [] {}};
    int lessons = 0;
    for (const auto& file : fs::directory_iterator(SCANLINE_LESSONS_DIR)) {
        if (file.path().extension() != lesson_ending)
            continue;
        ++lessons;
        const Lesson lesson = read_lesson(file);
        CHECK(lesson.stops.size() >= 8);
        std::unique_ptr<Scene> scene;
        const Stop* shown = nullptr;
        for (const Stop& stop : lesson.stops) {
            INFO(file.path().string() << ": " << stop.title);
            std::unique_ptr<Scene> next = scene_at(file, stop, make_scenes(host));
            if (!shown || !shown->is_like(stop)) {
                scene = std::move(next);
                scene->enter();
                do {
                    REQUIRE(worker.finish(scanline::test::patience));
                    scene->update();
                } while (scene->busy() && (!scene->transport() || scene->transport()->count() == 0));
            }
            shown = &stop;
            CHECK_NOTHROW(check_step(file, stop, *scene));
            CHECK(log.pending_errors().empty());
        }
    }
    CHECK(lessons == 9);
}

TEST_CASE("Page Up and Page Down go through a lesson, whose scenes get its settings and steps") {
    const TemporaryFolder folder;
    data::test::put(folder / "two.md", text);
    Program program;
    program.spare.transport.set_count(10); // of the scenes that a stop makes
    program.workbench->open(folder / "two.md");
    program.frame();
    program.frame();
    REQUIRE(program.workbench->lesson());
    CHECK(program.scene() == "second");
    CHECK(program.spare.transport.position() == 3);
    CHECK(program.spare.value == "16");
    program.driver.key(GLFW_KEY_PAGE_UP); // there is no stop before
    program.driver.key(GLFW_KEY_PAGE_DOWN);
    program.frame();
    CHECK(program.scene() == "first");
    program.driver.key(GLFW_KEY_PAGE_UP);
    program.frame();
    CHECK(program.scene() == "second");
    program.driver.frames(3);
    CHECK(program.workbench->actions().run("lesson.close"));
    CHECK_FALSE(program.workbench->lesson());
    CHECK(program.workbench->log().pending_errors().empty());
}

TEST_CASE("A lesson may replace the scene that is opening a file") {
    const TemporaryFolder folder;
    data::test::put(folder / "two.md", text);
    data::test::put(folder / "a.png", "x");
    Program program;
    program.spare.transport.set_count(10);
    program.workbench->select("second");
    program.second.busy = true;
    program.workbench->open_here(folder / "a.png");
    program.workbench->open(folder / "two.md");
    for (int i = 0; i < 3; ++i)
        program.frame();
    CHECK(program.workbench->session().recent.empty());
}

TEST_CASE("What a scene does not have is an error with its line, before or after a lesson is shown") {
    const TemporaryFolder folder;
    const auto [flaw, why] = GENERATE(table<std::string, std::string>(
        {{"scene: third\n", "line 2: there is no scene third: there are first, second"},
         {"scene: second\nset: nothing=1\n", "line 2: the scene second has no setting nothing"},
         {"scene: second\nset: nothing\n", "line 2: the scene second has no setting nothing"},
         {"scene: second\nset: block=x\n", "line 2: "},
         {"scene: second\ngoal: depth >= 2\n", "line 2: the scene second counts no depth: it counts fetches"},
         {"scene: second\nstep: 10\n", "line 2: there is no step 10: there are 10"}}));
    data::test::put(folder / "a.md", "# T\n## S\n" + flaw + "Text.\n");
    Program program;
    program.spare.transport.set_count(10);
    program.workbench->open(folder / "a.md");
    for (int i = 0; i < 5; ++i)
        program.frame();
    REQUIRE(program.workbench->log().pending_errors().size() == 1);
    CHECK_THAT(program.workbench->log().pending_errors()[0], ContainsSubstring(why));
}

TEST_CASE("A stop is added to an own lesson, and begins one where there is none") {
    const TemporaryFolder folder;
    const fs::path before = fs::current_path();
    fs::current_path(folder.path());
    Program program;
    program.workbench->select("second");
    program.second.value = "32";
    program.second.transport.seek(4);
    program.spare.transport.set_count(10);
    CHECK(program.workbench->actions().run("lesson.add"));
    program.frame();
    CHECK(program.workbench->actions().run("lesson.add"));
    program.frame();
    fs::current_path(before);
    CHECK(program.workbench->scene().transport() == &program.second.transport); // it stays as it is
    const Lesson lesson = read_lesson(folder / "lesson-1.md");
    REQUIRE(lesson.stops.size() == 2);
    CHECK(lesson.title == "My lesson");
    CHECK(lesson.stops[0].scene == "second");
    CHECK(lesson.stops[0].settings == std::vector<Setting>{{"block", "32"}});
    CHECK(lesson.stops[0].step == 4);
    CHECK(program.workbench->lesson()->place() == 1);
    CHECK_THAT(program.workbench->log().entries().back().text,
               ContainsSubstring("Added stop 2 to ") && ContainsSubstring("lesson-1.md"));
    CHECK_FALSE(fs::exists(folder / "lesson-2.md"));
}

TEST_CASE("The stops of a lesson are saved as pictures of the window") {
    const TemporaryFolder folder;
    data::test::put(folder / "short.md",
                    "# Short\n## One\nscene: prefix-sum\nText.\n## Two\nstep: last\nText.\n");
    ViewRequest request{.width = 640, .height = 400, .systems = systems::all()};
    request.lesson = folder / "short.md";
    save_animation(request, {.path = folder / "a.png"});
    const data::Image one = data::read_image(folder / "a-0001.png"),
                      two = data::read_image(folder / "a-0002.png");
    const bool differ = one.pixels != two.pixels;
    CHECK(differ);
    CHECK_FALSE(fs::exists(folder / "a-0003.png"));
    CHECK_THROWS_WITH(save_animation(request, {.path = folder / "a.svg"}), ContainsSubstring("PNG"));
}

TEST_CASE("The opening page leads to the tour where there is one") {
    const TemporaryFolder folder;
    CHECK_FALSE(Program({}, {1280, 800}, true, folder.path()).workbench->actions().find("lessons.tour"));
    data::test::put(folder / "tour.md", text);
    Program program({}, {1280, 800}, true, folder.path());
    REQUIRE(program.workbench->at_home());
    const bool by_key = GENERATE(true, false);
    by_key ? program.driver.key(GLFW_KEY_ENTER) : program.driver.click({600, 150});
    program.frame();
    CHECK(program.scene() == "second");
    CHECK(program.workbench->lesson());
}

} // namespace scanline::view::lesson_gl_test
