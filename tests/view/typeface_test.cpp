#include "kit/look.h"

#include "data/files.h"
#include "support/environment_variable.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>
#include <imgui.h>

namespace scanline::view::typeface_test {

TEST_CASE("The typeface is one of the three families, with files that are there") {
    const Typeface typeface = find_typeface();
    if (typeface.text.empty()) {
        WARN("skipped: none of Roboto, Noto Sans and DejaVu Sans is installed");
        return;
    }
    CHECK((typeface.name == "Roboto" || typeface.name == "Noto Sans" || typeface.name == "DejaVu Sans"));
    for (const std::string& file : {typeface.text, typeface.heading, typeface.mono, typeface.symbols}) {
        INFO(file);
        CHECK((file.empty() || std::filesystem::is_regular_file(file)));
    }
}

TEST_CASE("Of the three families the next is taken where one is not installed") {
    const std::filesystem::path dejavu = find_typeface().symbols;
    if (dejavu.filename() != "DejaVuSans.ttf") {
        WARN("skipped: DejaVu Sans is not installed");
        return;
    }
    const scanline::test::TemporaryFolder folder;
    const auto config = data::test::put(
        folder / "fonts.conf", "<fontconfig><dir>" + dejavu.parent_path().string() + "</dir></fontconfig>");
    const scanline::test::EnvironmentVariable variable("FONTCONFIG_FILE", config.string());
    const Typeface typeface = find_typeface();
    CHECK(typeface.name == "DejaVu Sans");
    CHECK(typeface.text == dejavu.string());
}

TEST_CASE("Where no typeface is installed there is none, and ImGui's own has to do") {
    const scanline::test::TemporaryFolder folder;
    const auto config = data::test::put(folder / "fonts.conf", "<fontconfig></fontconfig>");
    const scanline::test::EnvironmentVariable variable("FONTCONFIG_FILE", config.string());
    const Typeface typeface = find_typeface();
    for (const std::string& part :
         {typeface.text, typeface.heading, typeface.mono, typeface.symbols, typeface.name})
        CHECK(part.empty());
    const Gui gui(Theme::dark, 1.5f);
    CHECK(gui.typeface() == "ImGui's own");
    const Fonts& fonts = gui.look().fonts;
    for (const ImFont* font : {fonts.text, fonts.small, fonts.heading, fonts.mono}) {
        REQUIRE(font != nullptr);
        CHECK(font->IsLoaded());
    }
    CHECK(fonts.heading->FontSize > fonts.text->FontSize);
}

} // namespace scanline::view::typeface_test
