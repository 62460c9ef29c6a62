#include "shell/finder.h"

#include "gui_driver.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::finder_test {

namespace {

std::vector<Findable> entries_of(const std::vector<std::string>& texts) {
    std::vector<Findable> entries;
    for (const std::string& text : texts)
        entries.push_back({text, "", [] {}});
    return entries;
}

std::string first(const std::string& typed, const std::vector<std::string>& texts) {
    const std::vector<std::size_t> order = ranked(typed, entries_of(texts));
    return order.empty() ? "" : texts[order.front()];
}

} // namespace

TEST_CASE("A text matches letters that occur in it in their order") {
    CHECK(match_score("kdt", "k-d trees, level by level"));
    CHECK(match_score("KD TREES", "k-d trees, level by level"));
    CHECK(match_score("", "anything"));
    CHECK(match_score("", ""));
    CHECK_FALSE(match_score("tk", "k-d tree"));
    CHECK_FALSE(match_score("ee e", "tree"));
    CHECK_FALSE(match_score("a", ""));
    // Bytes beyond ASCII are letters like any other.
    CHECK(match_score("\xc3\xa9", "caf\xc3\xa9"));
}

TEST_CASE("Beginnings of words and neighbouring letters come first, then whole texts, then earlier ones") {
    CHECK(first("lt", {"Default", "Light theme"}) == "Light theme");
    CHECK(first("pre", {"Compare: side-by-side", "Step forward", "Prefix sums, lane by lane"}) ==
          "Prefix sums, lane by lane");
    CHECK(first("side", {"Size of the display", "Compare: side-by-side"}) == "Compare: side-by-side");
    CHECK(first("log", {"Log: errors", "Log"}) == "Log");
    CHECK(first("b", {"one b", "two b"}) == "one b");
    CHECK(first("x", {"one", "two"}) == "");
    // What is typed as it is comes before letters that are spread, however well they stand.
    CHECK(first("theme", {"Trace: horn, explore, merge, each", "Light theme"}) == "Light theme");
    CHECK(first("run", {"Prune", "Dry run", "Run all", "Run"}) == "Run");
    CHECK(first("run", {"Prune", "Dry run", "Run all"}) == "Run all");
    CHECK(first("run", {"Prune", "Dry run"}) == "Dry run");
    // A later occurrence may be the better one.
    CHECK(*match_score("st", "a sit: step") > *match_score("st", "a sit, soon"));
}

TEST_CASE("Among equals those of the scene that is shown come first, once something is typed") {
    std::vector<Findable> entries = entries_of({"Size", "Sizes", "Size"});
    entries[2].is_near = true;
    CHECK(ranked("size", entries) == std::vector<std::size_t>{2, 0, 1});
    CHECK(ranked("sizes", entries) == std::vector<std::size_t>{1});
    CHECK(ranked("", entries) == std::vector<std::size_t>{0, 1, 2});
}

TEST_CASE("Without anything typed all stand in their order") {
    CHECK(ranked(" ", entries_of({"longer", "b", "a"})) == std::vector<std::size_t>{0, 1, 2});
}

TEST_CASE("The finder runs what is picked by keys or by a click, and nothing after Escape") {
    Finder finder;
    test::GuiDriver driver([&] { finder.draw(driver.gui.look()); });
    std::string ran;
    const auto open = [&] {
        ran.clear();
        std::vector<Findable> entries;
        for (const char* text : {"alpha", "beta", "gamma"})
            entries.push_back({text, "", [&ran, text] { ran = text; }});
        finder.open(std::move(entries));
        driver.frames(3);
    };
    open();
    driver.key(GLFW_KEY_DOWN);
    driver.key(GLFW_KEY_ENTER);
    CHECK(ran == "beta");
    CHECK_FALSE(finder.is_open());
    open();
    driver.key(GLFW_KEY_UP); // round to the last
    driver.key(GLFW_KEY_ENTER);
    CHECK(ran == "gamma");
    open();
    driver.type("bt");
    driver.key(GLFW_KEY_ENTER);
    CHECK(ran == "beta");
    open();
    driver.type("nothing");
    driver.key(GLFW_KEY_ENTER);
    CHECK(ran.empty());
    CHECK(finder.is_open());
    driver.key(GLFW_KEY_ESCAPE);
    CHECK_FALSE(finder.is_open());
    open();
    // The first row lies below the field.
    driver.click({640, 800 * 0.12f + 10 + 23 + 6 + 14});
    CHECK(ran == "alpha");
}

} // namespace scanline::view::finder_test
