// Terms in sentences: which are found, and where their letters stand.
#include "gui_driver.h"
#include "kit/glossary.h"
#include "kit/widgets.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <cmath>
#include <imgui_internal.h>
#include <string>
#include <vector>

namespace scanline::view::glossary_test {

namespace {

std::vector<std::string> found_in(std::string_view text) {
    std::vector<std::string> found;
    for (const TermPlace& place : terms_in(text))
        found.emplace_back(text.substr(place.begin, place.end - place.begin));
    return found;
}

using Words = std::vector<std::string>;

const char* const paragraph =
    "Every block of the stream is read by one lane; lanes that look back find what earlier tiles have "
    "published.\nA super key \xe2\x86\x92 orders points that are equal, and an "
    "unbrokenwordthatislongerthananylineofthisnarrowparagraph goes on.";

} // namespace

TEST_CASE("Terms are found as whole words, in any letters, once in a text") {
    CHECK(found_in("Blocks, then a block: TILE by tile.") == Words{"Blocks", "TILE"});
    CHECK(found_in("blocked, unblocked, airplane, streamed, tilesets").empty());
    CHECK(found_in("--tile 64 --block=2 block/a.png tile_size half-tile").empty());
    CHECK(found_in("").empty());
}

TEST_CASE("The longest term is the one that is meant") {
    CHECK(found_in("the histogram pyramid") == Words{"histogram pyramid"});
    CHECK(found_in("jumping-jack chains meet no other chain") == Words{"jumping-jack chains"});
    CHECK(found_in("Super keys and queries, look-back") == Words{"Super keys", "queries", "look-back"});
    // Two spellings of one.
    CHECK(found_in("skipped, and left out") == Words{"skipped"});
    CHECK(terms_in("a super key")[0].term->meaning.starts_with("A point's coordinates in cyclic order"));
}

TEST_CASE("Letters stand where ImGui writes them") {
    const float width = GENERATE(0.0f, 60.0f, 143.0f, 200.0f, 390.5f, 1000.0f);
    CAPTURE(width);
    test::GuiDriver driver([&] {
        ImGui::SetNextWindowSize({1200, 700});
        ImGui::Begin("window");
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const int first = list.VtxBuffer.Size;
        if (width > 0)
            ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
        ImGui::TextUnformatted(paragraph);
        if (width > 0)
            ImGui::PopTextWrapPos();
        const ImFont& font = *ImGui::GetFont();
        const std::vector<ImVec2> letters = letter_places(font, paragraph, width);
        int vertex = first;
        for (const char* s = paragraph; *s != '\0';) {
            unsigned letter = 0;
            const char* const start = s;
            s += ImTextCharFromUtf8(&letter, s, nullptr);
            const ImFontGlyph* glyph = font.FindGlyph(static_cast<ImWchar>(letter));
            if (letter == '\n' || !glyph->Visible)
                continue;
            const ImVec2 place = letters[static_cast<std::size_t>(start - paragraph)];
            REQUIRE(vertex + 4 <= list.VtxBuffer.Size);
            CAPTURE(start - paragraph);
            CHECK(list.VtxBuffer[vertex].pos.x == Catch::Approx(std::floor(at.x) + place.x + glyph->X0));
            CHECK(list.VtxBuffer[vertex].pos.y == std::floor(at.y) + place.y + glyph->Y0);
            vertex += 4;
        }
        CHECK(vertex == list.VtxBuffer.Size);
        ImGui::End();
    });
    driver.frames(2);
}

TEST_CASE(
    "A text with terms takes the room that it takes without, and shows what the one under the mouse means") {
    ImVec2 plain{}, glossed{};
    ImVec2 at{};
    bool told = false;
    test::GuiDriver driver([&] {
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({260, 700});
        ImGui::Begin("window");
        coloured_text(IM_COL32_WHITE, paragraph, true);
        plain = ImGui::GetItemRectSize();
        note(driver.gui.look(), paragraph);
        glossed = ImGui::GetItemRectSize();
        at = ImGui::GetItemRectMin();
        const ImGuiContext& context = *ImGui::GetCurrentContext();
        told = std::ranges::any_of(context.Windows, [&](const ImGuiWindow* window) {
            return (window->Flags & ImGuiWindowFlags_Tooltip) != 0 && window->Active;
        });
        ImGui::End();
    });
    driver.frames(3);
    CHECK(plain.x == glossed.x);
    CHECK(plain.y == glossed.y);
    CHECK_FALSE(told);
    driver.move({at.x + ImGui::GetFont()->CalcTextSizeA(15, 1000, 0, "Every bl").x, at.y + 7});
    driver.frame();
    CHECK(told);
    driver.move({at.x + 3, at.y + 7}); // "Every"
    driver.frames(2);
    CHECK_FALSE(told);
}

} // namespace scanline::view::glossary_test
