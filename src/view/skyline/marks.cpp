#include "skyline/drawing.h"

#include "scanline/view/widgets.h"

#include <array>
#include <utility>

namespace scanline::view {

namespace {

constexpr std::array<std::pair<SkyRole, const char*>, 4> meanings{
    {{SkyRole::skyline, "of the skyline"},
     {SkyRole::waiting, "not known yet"},
     {SkyRole::pruned, "found dominated in this step"},
     {SkyRole::gone, "dominated, and gone before"}}};

} // namespace

ImU32 colour_of(const Look& look, SkyRole role) {
    const Palette& palette = look.palette();
    switch (role) {
    case SkyRole::waiting:
        return look.theme == Theme::dark ? mix(palette.background, palette.dim, 0.85f)
                                         : mix(palette.dim, palette.text, 0.6f);
    case SkyRole::pruned: return palette.series[4];
    case SkyRole::gone: return mix(palette.background, palette.dim, 0.38f);
    case SkyRole::skyline: return palette.series[2];
    }
    return palette.text;
}

void draw_mark(ImDrawList& list, const Look& look, SkyRole role, ImVec2 at, float radius) {
    const ImU32 colour = colour_of(look, role);
    switch (role) {
    case SkyRole::waiting: list.AddCircleFilled(at, radius, colour); return;
    case SkyRole::gone: list.AddCircleFilled(at, 0.7f * radius, colour); return;
    case SkyRole::pruned: {
        const float arm = 1.1f * radius, width = look.px(1.6f);
        list.AddLine({at.x - arm, at.y - arm}, {at.x + arm, at.y + arm}, colour, width);
        list.AddLine({at.x - arm, at.y + arm}, {at.x + arm, at.y - arm}, colour, width);
        return;
    }
    case SkyRole::skyline:
        list.AddCircleFilled(at, 1.3f * radius, colour);
        list.AddCircle(at, 1.3f * radius + look.px(1), look.palette().background, 0, look.px(1));
        return;
    }
}

void show_sky_legend(const Look& look, bool lines) {
    section(look, "Legend");
    for (const auto& [role, meaning] : meanings)
        legend_row(
            look,
            [&, mark = role](ImDrawList& list, ImVec2 at) {
                const float half = look.px(12);
                if (lines)
                    list.AddLine({at.x - half, at.y}, {at.x + half, at.y}, colour_of(look, mark),
                                 look.px(mark == SkyRole::skyline ? 2.5f : 1.3f));
                else
                    draw_mark(list, look, mark, at, look.px(4));
            },
            meaning);
}

} // namespace scanline::view
