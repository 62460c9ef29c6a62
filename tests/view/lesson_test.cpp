// Lesson files, and the strip that leads through one.
#include "shell/lesson_strip.h"

#include "gui_driver.h"
#include "scanline/core/error.h"
#include "support/temporary_folder.h"

#include "data/files.h"

#include <catch2/catch_all.hpp>
#include <imgui_internal.h>

#include <filesystem>
#include <string>

namespace scanline::view::lesson_test {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;

namespace {

const std::string head = "# Title\n## Stop\nscene: kdtree\n", asked = head + "Text.\n? What?\n";

Lesson parse(const std::string& text) {
    return parse_lesson("l.md", text);
}

/// A lesson of a stop with a question and one without.
Lesson two_stops() {
    return parse(asked + "- [ ] no\n- [x] yes\n> Because.\n## Next\n" + std::string(500, 'x') + "\n");
}

} // namespace

TEST_CASE("The example of the documentation is a lesson with everything that there is") {
    const std::string page = data::test::get(SCANLINE_SOURCE_DIR "/docs/lessons.md");
    const std::size_t begin = page.find("```md lesson\n") + 13;
    const Lesson lesson = parse(page.substr(begin, page.find("```", begin) - begin));
    CHECK(lesson.title == "Where do the letters go?");
    REQUIRE(lesson.stops.size() == 4);
    const Stop &first = lesson.stops[0], &second = lesson.stops[1], &challenge = lesson.stops[2],
               &third = lesson.stops[3];
    CHECK(first.title == "The stream");
    CHECK(first.scene == "compaction-small");
    CHECK(first.settings == std::vector<Setting>{{"algorithm", "jj"}, {"block", "8"}});
    CHECK(first.text == "A letter is an element that stays, a grey cell one that is dropped.");
    CHECK(first.question == "How many elements of block 0 stay?");
    CHECK(first.answers == std::vector<std::string>{"3", "4"});
    CHECK(first.right == 1);
    CHECK(first.remark == "They are a, b, c and d.");
    CHECK(first.notes == "Ask the class before you click.");
    // It goes on with the scene of the one before.
    CHECK(second.scene == "compaction-small");
    CHECK(second.settings == std::vector<Setting>{{"algorithm", "jj"}, {"block", "8"}, {"pinned", "5"}});
    CHECK(second.step == 4);
    CHECK(challenge.goal.counter == "fetches of the output");
    CHECK(challenge.goal.sign == Goal::Sign::at_least);
    CHECK(challenge.goal.number == 4);
    CHECK(third.goal.counter.empty());
    CHECK(third.settings == std::vector<Setting>{{"select", "channel=web,city=Oslo"}});
    CHECK(third.step == 0);
}

TEST_CASE("Paragraphs, notes of several lines, keys within a text, and lines of Windows") {
    const Lesson lesson =
        parse("# T\r\n<!-- to\nall -->\n## S\r\nscene: a\r\nstep: last\r\nOne\r\ntwo.\n\n\nnote: x\n"
              "<!-- a\nb -->\n\n");
    CHECK(lesson.stops[0].text == "One two.\nnote: x");
    CHECK(lesson.stops[0].notes == "a b");
    CHECK(lesson.stops[0].step == Stop::last_step);
}

TEST_CASE("A flaw is told with its line") {
    const auto [text, line, why] = GENERATE_COPY(table<std::string, int, std::string>(
        {{"", 0, "a title"},
         {"# T\n", 1, "stops"},
         {"## S\nscene: a\nText\n", 3, "a title"},
         {"# T\n## S\nText\n", 2, "no scene"},
         {"# T\n## S\nscene: a\n\n## U\nText", 2, "no text"},
         {"# T\n\n## S\nscene: a\nstep: x\n", 5, "step"},
         {head + "step: 1000000\n", 4, "step"},
         {head + "setp: 1\n", 4, "setp is none of scene, set, step, pin, goal"},
         {head + "goal: many fetches\n", 4, "none such as fetches >= 20"},
         {head + "goal: fetches >= x\n", 4, "goal"},
         {head + "set: a=1,,b=2\n", 4, "empty entry"},
         {head + "Text.\n" + std::string(601, 'x') + "\n", 5, "longer than 600"},
         {asked + "- [x] " + std::string(50, 'x'), 6, "longer than 48"},
         {asked, 2, "one right answer"},
         {asked + "- [ ] a\n- [ ] b\n", 2, "one right answer"},
         {asked + "- [x] a\n- [x] b\n", 7, "second right answer"},
         {head + "Text.\n- [x] a\n", 2, "a question"},
         {head + "Text.\n> So.\n", 2, "a question"},
         {head + "<!-- note\nText.\n", 5, "-->"}}));
    INFO(text);
    CHECK_THROWS_WITH(parse(text),
                      ContainsSubstring("cannot read l.md: line " + std::to_string(line) + ": ") &&
                          ContainsSubstring(why));
}

TEST_CASE("A setting that names a file beside the lesson gets its path") {
    const scanline::test::TemporaryFolder folder;
    data::test::put(folder / "a.png", "x");
    const Lesson lesson =
        parse_lesson(folder / "l.md", "# T\n## S\nscene: s\nset: image=a.png, other=b.png, none=\nText\n");
    CHECK(lesson.stops[0].settings ==
          std::vector<Setting>{{"image", (folder / "a.png").string()}, {"other", "b.png"}, {"none", ""}});
}

TEST_CASE("What is written is read back") {
    const Stop stop{.title = "k-d trees",
                    .scene = "kdtree",
                    .text = "Step 3.",
                    .settings = {{"count", "7"}, {"select", R"(a=1,b="2, 3")"}, {"pinned", "3"}},
                    .step = 12};
    const Lesson lesson = parse("# T\n\n" + to_text(stop) + "\n" + to_text(stop));
    REQUIRE(lesson.stops.size() == 2);
    for (const Stop& read : lesson.stops) {
        CHECK(read.is_like(stop));
        CHECK(read.title == stop.title);
        CHECK(read.text == stop.text);
        CHECK(read.step == stop.step);
    }
}

TEST_CASE("The strip goes back and on, takes answers until one is right, and keeps its height") {
    LessonStrip strip(two_stops());
    Actions actions;
    const auto add = [&](const char* id, int by) {
        actions.add(
            id, "", "", "", {}, [&strip, by] { strip.go(strip.place() + by); }, {},
            [&strip, by] { return strip.has(strip.place() + by); });
    };
    add("lesson.back", -1);
    add("lesson.next", 1);
    int closed = 0;
    actions.add("lesson.close", "", "", "", {}, [&closed] { ++closed; });
    const Look* look = nullptr;
    test::GuiDriver driver(
        [&] {
            ImGui::SetNextWindowPos({0, 0});
            ImGui::SetNextWindowSize({1024, strip.height(*look, 1024) + 16});
            ImGui::Begin("strip", nullptr, ImGuiWindowFlags_NoDecoration);
            strip.draw(*look, actions);
            ImGui::End();
        },
        {1024, 640});
    look = &driver.gui.look();
    driver.frames(2);
    const float height = strip.height(*look, 1024), right = 1024 - ImGui::GetStyle().WindowPadding.x,
                top = ImGui::GetStyle().WindowPadding.y + 12;
    CHECK(height < 640 / 3.0f);
    ImGui::GetIO().DisplaySize.y = 90;
    CHECK(strip.height(*look, 1024) == 30);
    ImGui::GetIO().DisplaySize.y = 640;
    const ImVec2 close{right - 20, top}, next{right - 90, top}, back{right - 160, top};
    driver.click(back); // there is none
    CHECK(strip.place() == 0);
    // The answers stand below the question, side by side.
    const auto texts = [&] {
        return ImGui::FindWindowByName("strip")->DC.ChildWindows[0]->DrawList->VtxBuffer.Size;
    };
    const int silent = texts();
    const float answers = top + 2 * ImGui::GetFrameHeightWithSpacing(), x = 0.55f * 1024 + 16;
    driver.click({x, answers});
    CHECK_FALSE(strip.answered());
    CHECK(texts() > silent);
    driver.click({x + 60, answers});
    CHECK(strip.answered());
    driver.click(next);
    CHECK(strip.place() == 1);
    CHECK_FALSE(strip.answered());
    CHECK(strip.height(*look, 1024) == height);
    driver.click(next); // there is none
    driver.click(back);
    CHECK(strip.place() == 0);
    CHECK(strip.answered());
    driver.click(close);
    CHECK(closed == 1);
}

TEST_CASE("A goal is reached at the last step, by the best so far") {
    LessonStrip strip(parse(head + "goal: wide tests <= 3\nText.\n## Next\nText.\n"));
    CHECK(strip.stop().goal.counter == "wide tests");
    strip.count({{"tests", "1"}, {"wide tests", "1"}}, false);
    CHECK_FALSE(strip.reached());
    strip.count({{"tests", "1"}, {"wide tests", "5"}}, true);
    CHECK_FALSE(strip.reached());
    strip.count({{"wide tests", "3"}}, true);
    CHECK(strip.reached());
    strip.count({{"wide tests", "4"}}, true); // the best stays
    CHECK(strip.reached());
    strip.go(1);
    strip.count({{"wide tests", "3"}}, true);
    CHECK_FALSE(strip.reached());
    strip.go(0);
    CHECK(strip.reached());

    const Goal exact = parse_goal("rows left = 7");
    CHECK(exact.is_reached_by(7));
    CHECK_FALSE(exact.is_reached_by(8));
    CHECK(exact.prefers(6, 9));
    CHECK(parse_goal("fetches>=20").prefers(21, 20));
}

} // namespace scanline::view::lesson_test
