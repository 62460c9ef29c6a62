#include "kit/property.h"

#include "gui_driver.h"
#include "scanline/core/error.h"
#include "scanline/core/number.h"
#include "support/error_message.h"

#include <catch2/catch_all.hpp>
#include <map>

namespace scanline::view::property_test {

namespace {

using Catch::Matchers::ContainsSubstring;
using scanline::test::error_message;

struct Setup {
    int count = 24;
    double reach = 0.5;
    int block = 16;
    bool on = false;
    Theme theme = Theme::dark;
    std::string file = "hand";
};

std::vector<Property> properties_of(Setup& setup) {
    return {number_row("count", "Count", setup.count, {1, 100}, "How many."),
            real_row("reach", "Reach", setup.reach, {0, 1}, "How far."),
            power_row("block", "Block", setup.block, {2, 64}, "Elements of a block."),
            toggle_row("on", "On", setup.on, "Whether."),
            choice_row("theme", "Theme", setup.theme, enumerators<Theme>, "How it looks."),
            file_row("file", "File", setup.file, {"hand", "bunny"}, "What is shown.")};
}

} // namespace

TEST_CASE("rows list what they hold, and take it again") {
    Setup setup{7, 0.1, 4, true, Theme::light, "/some/where.png"}, copy;
    for (const Setting& setting : settings_of(properties_of(setup)))
        set(properties_of(copy), "test", setting.key, setting.value);
    CHECK(copy.count == 7);
    CHECK(copy.reach == 0.1);
    CHECK(copy.block == 4);
    CHECK(copy.on);
    CHECK(copy.theme == Theme::light);
    CHECK(copy.file == "/some/where.png");
}

TEST_CASE("what a row does not take is a usage error with its key, and changes nothing") {
    Setup setup;
    const auto message = [&](std::string_view key, std::string_view value) {
        return error_message(ErrorKind::usage, [&] { set(properties_of(setup), "test", key, value); });
    };
    CHECK(message("count", "101").find("count") != std::string::npos);
    CHECK(message("block", "12").find("power of two") != std::string::npos);
    CHECK(message("theme", "grey") == "theme grey is none of dark, light");
    CHECK(message("speed", "2") == "the scene test has no setting speed: it has count, reach, block, on, "
                                   "theme, file");
    CHECK(setup.count == 24);
    CHECK(setup.block == 16);
    CHECK(setup.theme == Theme::dark);
}

TEST_CASE("rows can be made from lists while the program runs, with values kept as text") {
    std::map<std::string, std::string> values{{"sizes", "1M"}, {"order", "random"}};
    std::vector<Property> rows;
    for (auto& [key, value] : values)
        rows.push_back(text_row(key, "Label of " + key, value,
                                key == "order" ? std::vector<std::string>{"random", "sorted"}
                                               : std::vector<std::string>{"1k", "1M"},
                                "An axis."));
    set(rows, "test", "order", "sorted");
    CHECK(values["order"] == "sorted");
    CHECK(error_message(ErrorKind::usage, [&] { set(rows, "test", "sizes", "2M"); }) ==
          "sizes=2M: sizes takes one of 1k, 1M");
    CHECK(values["sizes"] == "1M");
}

TEST_CASE("a row can read and write in a way of its own") {
    int stalled = -1;
    const std::vector<Property> rows{
        number_row("stalled", "Stalled", stalled, {0, 9}, "Which.")
            .with_text([&] { return stalled < 0 ? "none" : std::to_string(stalled); })
            .with_set([&](std::string_view value) {
                stalled = value == "none" ? -1 : parse_number<int>("stalled", value, {0, 9});
            })};
    CHECK(settings_of(rows).front().value == "none");
    set(rows, "test", "stalled", "3");
    CHECK(stalled == 3);
    set(rows, "test", "stalled", "none");
    CHECK(stalled == -1);
}

TEST_CASE("Numbers are taken within their limits, whole") {
    CHECK(parse_number<int>("block", "256", {2, 4096}) == 256);
    CHECK(parse_number<int>("block", "2^8", {2, 4096}) == 256);
    CHECK(parse_number<int>("block", "1e3", {2, 4096}) == 1000);
    CHECK(parse_number<double>("density", "0.25", {0, 1}) == 0.25);
    for (const char* wrong :
         {"", " 256", "256 ", "1", "4097", "2.5", "many", "99999999999999999999", "0x10"}) {
        INFO(wrong);
        CHECK_THROWS_WITH(parse_number<int>("block", wrong, {2, 4096}),
                          ContainsSubstring("block: '" + std::string(wrong) + "'") &&
                              ContainsSubstring("from 2 to 4096"));
    }
    for (const char* wrong : {"", "-0.1", "1.1", "nan", "inf", "1,0"})
        CHECK_THROWS_AS(parse_number<double>("density", wrong, {0, 1}), Error);
}

TEST_CASE("Switches take the usual words") {
    for (const char* on : {"true", "on", "1"})
        CHECK(parse_bool("negate", on));
    for (const char* off : {"false", "off", "0"})
        CHECK_FALSE(parse_bool("negate", off));
    CHECK_THROWS_WITH(parse_bool("negate", "maybe"),
                      ContainsSubstring("negate=maybe") && ContainsSubstring("true or false"));
}

TEST_CASE("Choices are the values that visible controls offer, without the current ones") {
    Setup setup;
    const auto offered = [&setup](bool shown) {
        std::vector<Property> rows = properties_of(setup);
        rows.back() = std::move(rows.back()).when([shown] { return shown; });
        std::vector<std::string> texts;
        for (const SettingChoice& choice : choices_of(rows))
            texts.push_back(choice.text + " = " + choice.setting.key + "=" + choice.setting.value);
        return texts;
    };
    CHECK(offered(false) == std::vector<std::string>{"On: on = on=true", "Theme: light = theme=light"});
    setup.on = true;
    CHECK(offered(true) == std::vector<std::string>{"On: off = on=false", "Theme: light = theme=light",
                                                    "File: bunny = file=bunny"});
}

TEST_CASE("An unknown setting is reported with those that there are") {
    CHECK_THROWS_WITH(throw_unknown_setting("sweep", "blok", {{"block", "2"}, {"size", "1"}}),
                      ContainsSubstring("sweep") && ContainsSubstring("blok") &&
                          ContainsSubstring("block, size"));
}

TEST_CASE("A line is taken when it ends, not while it is typed") {
    std::string line = "a";
    const Property row = line_row("line", "Line", line, "What is said.");
    const Gui* look = nullptr;
    test::GuiDriver driver([&] {
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({400, 60});
        ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoDecoration);
        draw_rows(look->look(), {row}, {"line"});
        ImGui::End();
    });
    look = &driver.gui;
    driver.click({300, 20});
    driver.type("bc");
    driver.frames(2);
    CHECK(line == "a");
    driver.key(GLFW_KEY_ENTER);
    driver.frames(2);
    CHECK(line.find("bc") != std::string::npos);
}

TEST_CASE("The control of a file offers to open one, which changes nothing by itself") {
    std::string file = "hand";
    int opened = 0;
    Property row = file_row("file", "File", file, {"hand", "bunny"}, "What is shown.");
    row.browse = [&opened] { ++opened; };
    const Gui* look = nullptr;
    test::GuiDriver driver([&] {
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({400, 60});
        ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoDecoration);
        draw_rows(look->look(), {row}, {"file"});
        ImGui::End();
    });
    look = &driver.gui;
    for (float y = 40; y < 160 && opened == 0; y += 8) {
        file = "hand";
        driver.click({300, 20});
        driver.click({300, y});
        driver.click({700, 700});
    }
    CHECK(opened == 1);
    CHECK(file == "hand");
}

} // namespace scanline::view::property_test
