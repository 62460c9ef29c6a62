// Drawings as SVG, without OpenGL: what is drawn is text, strokes, outlines and images.
#include "chart/well_formed.h"
#include "gui_driver.h"
#include "kit/gui_renderer.h"
#include "shell/svg_export.h"

#include <catch2/catch_all.hpp>

#include <cstdint>
#include <vector>

namespace scanline::view::svg_export_test {

using Catch::Matchers::ContainsSubstring;

namespace {

constexpr ImU32 red = IM_COL32(255, 0, 0, 255), blue = IM_COL32(0, 0, 255, 255);

/// What `draw` draws, in a window at (100, 50) of 200 x 100, among others.
std::string svg_of(const std::function<void(ImDrawList&, const Look&)>& draw,
                   std::vector<int>* asked = nullptr) {
    std::unique_ptr<test::GuiDriver> driver;
    driver = std::make_unique<test::GuiDriver>([&] {
        draw_for_svg();
        for (const char* name : {"other", "middle"}) {
            ImGui::SetNextWindowPos({100, 50});
            ImGui::SetNextWindowSize({200, 100});
            ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
            ImGui::Begin(name, nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground);
            if (name == std::string("middle")) {
                ImGui::BeginChild("child");
                draw(*ImGui::GetWindowDrawList(), driver->gui.look());
                ImGui::EndChild();
            } else {
                ImGui::TextUnformatted("elsewhere");
            }
            ImGui::End();
            ImGui::PopStyleVar();
        }
    });
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    driver->frames(2);
    const std::string svg = draw_data_to_svg(WindowDrawing(*ImGui::GetDrawData(), "middle").data, driver->gui,
                                             "a < b", [&](ImTextureID texture, int most) {
                                                 CHECK(texture == ImTextureID(7));
                                                 if (asked)
                                                     asked->push_back(most);
                                                 return data::Image(2, 1, 4, 255);
                                             });
    INFO(svg);
    CHECK(chart::count_elements(svg)["svg"] == 1);
    CHECK_THAT(svg, ContainsSubstring("<title>a &lt; b</title>") &&
                        ContainsSubstring("width=\"200\" height=\"100\""));
    CHECK_THAT(svg, !ContainsSubstring("elsewhere"));
    return svg;
}

int count(const std::string& svg, const char* element) {
    return chart::count_elements(svg)[element];
}

} // namespace

TEST_CASE("Text is text, whatever font, size and colour it has, with a place for each letter") {
    const std::string svg = svg_of([](ImDrawList& list, const Look& look) {
        list.AddText(look.fonts.text, look.fonts.text->FontSize, {110, 60}, red, "a sum of 1 & 2");
        list.AddText(look.fonts.heading, look.fonts.heading->FontSize, {110, 80}, red, "Half bold");
        list.AddText(look.fonts.small, look.fonts.small->FontSize, {110, 100}, red, "left");
        list.AddText(look.fonts.small, look.fonts.small->FontSize, {250, 100}, red, "right");
        list.AddText(look.fonts.small, look.fonts.small->FontSize, {110, 120}, blue, "beside");
        list.AddText(look.fonts.mono, look.fonts.mono->FontSize, {110, 134}, red, "if a: b");
    });
    for (const char* text : {">a sum of 1 &amp; 2</text>", ">Half bold</text>", ">left</text>",
                             ">right</text>", ">beside</text>", ">if a: b</text>"})
        CHECK_THAT(svg, ContainsSubstring(text));
    CHECK(count(svg, "text") == 6);
    CHECK(count(svg, "clipPath") == 0);
    const std::size_t first = svg.find(" x=\"10 ");
    REQUIRE(first != std::string::npos);
    const std::size_t end = svg.find('"', first + 4);
    // One for each letter, and a space behind the last.
    CHECK(std::count(svg.begin() + static_cast<std::ptrdiff_t>(first),
                     svg.begin() + static_cast<std::ptrdiff_t>(end), ' ') == 1 + 14);
}

TEST_CASE("A line through several points is one stroke, and closes where it does") {
    const std::string svg = svg_of([](ImDrawList& list, const Look&) {
        const ImVec2 points[] = {{110, 60}, {150, 60}, {150, 90}};
        list.AddPolyline(points, 3, red, 0, 2);
        list.AddPolyline(points, 3, blue, ImDrawFlags_Closed, 2);
    });
    CHECK_THAT(svg, ContainsSubstring("stroke=\"#ff0000\" d=\"M10 10L50 10L50 40\"/>"));
    CHECK_THAT(svg, ContainsSubstring("stroke=\"#0000ff\" d=\"M10 10L50 10L50 40Z\"/>"));
    CHECK(count(svg, "path") == 2);
}

TEST_CASE("Shapes of one colour that follow each other are one path, all running the same way round") {
    const std::string svg = svg_of([](ImDrawList& list, const Look&) {
        list.AddTriangleFilled({110, 60}, {140, 60}, {110, 90}, red);
        list.AddTriangleFilled({110, 60}, {110, 90}, {140, 60}, red);
        list.AddRectFilled({150, 60}, {180, 90}, with_alpha(blue, 0.5f));
    });
    CHECK_THAT(svg, ContainsSubstring("fill=\"#ff0000\" d=\"M10 10L40 10L10 40ZM40 10L10 40L10 10Z\"/>"));
    CHECK_THAT(svg,
               ContainsSubstring("fill=\"#0000ff\" fill-opacity=\"0.5\" d=\"M50 10L80 10L80 40L50 40Z\"/>"));
}

TEST_CASE("A gradient has its mean colour; what cannot be seen is left out, what is cut has a clip path") {
    const std::string svg = svg_of([](ImDrawList& list, const Look&) {
        list.AddRectFilledMultiColor({110, 60}, {140, 90}, red, blue, blue, red);
        list.AddRectFilled({150, 60}, {180, 90}, 0);
        list.AddRectFilled({400, 60}, {480, 90}, red);
        list.PushClipRect({150, 100}, {160, 110});
        list.AddCircleFilled({150, 100}, 20, red);
        list.PopClipRect();
    });
    CHECK_THAT(svg, ContainsSubstring("fill=\"#800080\" shape-rendering=\"crispEdges\"") ||
                        ContainsSubstring("fill=\"#7f007f\" shape-rendering=\"crispEdges\""));
    CHECK_THAT(
        svg, ContainsSubstring("<clipPath id=\"clip1\"><path d=\"M50 50L60 50L60 60L50 60Z\"/></clipPath>"));
    CHECK_THAT(svg, ContainsSubstring("<path clip-path=\"url(#clip1)\" fill=\"#ff0000\""));
    CHECK(count(svg, "path") == 3);
}

TEST_CASE("A texture is an image, of no more texels than can be made out") {
    std::vector<int> asked;
    const std::string svg = svg_of(
        [](ImDrawList& list, const Look&) {
            list.AddImage(ImTextureID(7), {110, 60}, {130, 70});
            list.AddImage(ImTextureID(7), {-9000, 60}, {9000, 90});
        },
        &asked);
    CHECK(asked == std::vector<int>{80, 2048});
    CHECK(count(svg, "image") == 2);
    // The signature of PNG.
    CHECK_THAT(
        svg, ContainsSubstring("image-rendering:pixelated\" x=\"10\" y=\"10\" width=\"20\" height=\"10\"") &&
                 ContainsSubstring("base64,iVBORw0KGgo"));
}

} // namespace scanline::view::svg_export_test
