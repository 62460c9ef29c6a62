#include "cube/drawing.h"

#include "scanline/view/widgets.h"

#include <array>

namespace scanline::view {

ImU32 colour_of_code(std::uint32_t code) {
    // Hues of Okabe and Ito, darker or lighter, so that all are far apart without colour vision.
    static constexpr std::array<ImU32, CubeSetup::most_codes> colours{
        IM_COL32(0x00, 0x5b, 0x8e, 255), IM_COL32(0xf5, 0xd9, 0x99, 255), IM_COL32(0x00, 0x9e, 0x73, 255),
        IM_COL32(0xd5, 0x5e, 0x00, 255), IM_COL32(0x56, 0xb4, 0xe9, 255), IM_COL32(0x52, 0x30, 0x43, 255),
        IM_COL32(0xf0, 0xe4, 0x42, 255), IM_COL32(0xd2, 0xd2, 0xd2, 255)};
    return colours[code % colours.size()];
}

ImU32 line_colour_of_code(const Look& look, std::uint32_t code) {
    return mix(colour_of_code(code), look.palette().text, 0.35f);
}

ImU32 ink_on(ImU32 ground) {
    const ImVec4 colour = ImGui::ColorConvertU32ToFloat4(ground);
    const float light =
        0.21f * colour.x * colour.x + 0.72f * colour.y * colour.y + 0.07f * colour.z * colour.z;
    return light > 0.2f ? IM_COL32(16, 18, 22, 255) : IM_COL32_WHITE;
}

ImU32 ink_of(const Look& look, CubeRole role) {
    const Palette& palette = look.palette();
    switch (role) {
    case CubeRole::fresh:
    case CubeRole::met: return palette.valid_text;
    case CubeRole::missed: return palette.dim;
    case CubeRole::absent:
    case CubeRole::plain:
    case CubeRole::made:
    case CubeRole::added:
    case CubeRole::changed:
    case CubeRole::compared: return palette.text;
    }
    return palette.text;
}

void draw_ground(ImDrawList& list, const Look& look, CubeRole role, const Rect& rect) {
    const Palette& palette = look.palette();
    switch (role) {
    case CubeRole::absent: return;
    case CubeRole::plain:
    case CubeRole::added:
    case CubeRole::compared: return fill(list, rect, palette.raised);
    case CubeRole::made: return fill(list, rect, mix(palette.raised, palette.accent, 0.3f));
    case CubeRole::changed: return fill(list, rect, mix(palette.raised, palette.focus, 0.3f));
    case CubeRole::fresh:
    case CubeRole::met: return fill(list, rect, palette.valid);
    case CubeRole::missed:
        fill(list, rect, palette.invalid);
        return hatch(list, rect, look.px(7), with_alpha(palette.dim, 0.3f), look.px(1));
    }
}

void draw_outline(ImDrawList& list, const Look& look, CubeRole role, const Rect& rect) {
    const Palette& palette = look.palette();
    const auto draw = [&](ImU32 colour, float thickness) {
        outline(list, rect, colour, 0, look.px(thickness));
    };
    switch (role) {
    case CubeRole::absent: return draw(palette.line, 1);
    case CubeRole::plain:
    case CubeRole::changed:
    case CubeRole::missed: return;
    case CubeRole::made: return draw(palette.accent, 1.5f);
    case CubeRole::fresh:
    case CubeRole::met: return draw(palette.series[2], 2);
    case CubeRole::added:
    case CubeRole::compared: return draw(palette.focus, 2);
    }
}

void draw_code(ImDrawList& list, const Look& look, const Rect& rect, std::uint32_t code, float alpha) {
    const ImU32 ground = mix(look.palette().background, colour_of_code(code), alpha);
    fill(list, rect, ground);
    write_inside(list, look.fonts.small, rect, alpha < 1 ? look.palette().dim : ink_on(ground),
                 std::to_string(code));
}

void show_cube_legend(const Look& look, CubeShow show) {
    section(look, "Legend");
    const auto row = [&](CubeRole role, const char* meaning) {
        legend_row(
            look,
            [&](ImDrawList& list, ImVec2 at) {
                const Rect mark = Rect{at.x, at.y, at.x, at.y}.inset(-look.px(7));
                draw_ground(list, look, role, mark);
                draw_outline(list, look, role, mark);
            },
            meaning);
    };
    row(CubeRole::plain, "node");
    switch (show) {
    case CubeShow::build: row(CubeRole::made, "made, linked or rolled up in this step"); break;
    case CubeShow::query:
        row(CubeRole::compared, "key compared in this step");
        row(CubeRole::met, "on the way, or counted");
        row(CubeRole::missed, "visited, but not counted");
        break;
    case CubeShow::update:
        row(CubeRole::absent, "not there yet");
        row(CubeRole::added, "node of the further rows, not merged yet");
        row(CubeRole::fresh, "new");
        row(CubeRole::changed, "more rows than before");
        break;
    }
    note(look, "A node is as wide as its rows. Its key, a code, has a colour of its own, the same in all "
               "dimensions.");
}

} // namespace scanline::view
