#include "kdtree/drawing.h"

#include <array>
#include <utility>

namespace scanline::view {

namespace {

/// The colour of a region, and the opacity of its fill.
std::pair<ImU32, float> region_colour(const Look& look, KdRegion::Kind kind) {
    switch (kind) {
    case KdRegion::Kind::pruned: return {look.palette().dim, 0.16f};
    case KdRegion::Kind::taken: return {look.palette().series[2], 0.18f};
    case KdRegion::Kind::entered: return {look.palette().accent, 0.12f};
    }
    return {};
}

} // namespace

ImU32 colour_of(const Look& look, KdRole role) {
    const Palette& palette = look.palette();
    switch (role) {
    case KdRole::waiting:
        return look.theme == Theme::dark ? mix(palette.background, palette.dim, 0.85f)
                                         : mix(palette.dim, palette.text, 0.6f);
    case KdRole::repeated: return palette.error;
    case KdRole::less: return palette.series[3];
    case KdRole::median: return palette.focus;
    // Darker than `less`, which the hue alone would not tell from it.
    case KdRole::greater: return mix(palette.series[6], IM_COL32_BLACK, 0.28f);
    case KdRole::looked: return palette.accent;
    case KdRole::found: return palette.series[2];
    case KdRole::placed: return mix(palette.background, palette.dim, 0.75f);
    case KdRole::pruned: return mix(palette.background, palette.dim, 0.38f);
    }
    return palette.text;
}

bool stands_out(KdRole role) {
    return role == KdRole::median || role == KdRole::found || role == KdRole::repeated;
}

void draw_mark(ImDrawList& list, const Look& look, KdRole role, ImVec2 at, float radius, bool simple) {
    const ImU32 colour = colour_of(look, role), around = look.palette().background;
    const Rect middle{at.x, at.y, at.x, at.y};
    if (simple)
        return fill(list, middle.inset(stands_out(role) ? -1.7f * radius : -radius), colour);
    switch (role) {
    case KdRole::waiting:
    case KdRole::less: list.AddCircleFilled(at, radius, colour); return;
    case KdRole::greater: fill(list, middle.inset(-0.9f * radius), colour); return;
    case KdRole::placed:
    case KdRole::looked:
        list.AddCircleFilled(at, radius, look.palette().panel);
        list.AddCircle(at, radius, colour, 0, look.px(1.6f));
        return;
    case KdRole::pruned: list.AddCircleFilled(at, 0.8f * radius, colour); return;
    case KdRole::median:
    case KdRole::found:
        list.AddCircleFilled(at, 1.25f * radius, colour);
        list.AddCircle(at, 1.25f * radius + look.px(1), around, 0, look.px(1));
        return;
    case KdRole::repeated:
        list.AddTriangleFilled({at.x - 1.4f * radius, at.y + radius}, {at.x + 1.4f * radius, at.y + radius},
                               {at.x, at.y - 1.4f * radius}, colour);
        return;
    }
}

void mark_key(const Look& look, KdRole role, const char* meaning, bool simple) {
    legend_row(
        look,
        [&](ImDrawList& list, ImVec2 at) {
            draw_mark(list, look, role, at, look.px(simple ? 2.5f : 4.5f), simple);
        },
        meaning);
}

ImU32 axis_colour(const Look& look, int axis) {
    const Palette& palette = look.palette();
    const std::array<ImU32, 3> colours{palette.series[0], palette.series[4],
                                       // The green alone is too near to the orange.
                                       mix(palette.series[2], palette.text, 0.45f)};
    return colours[static_cast<std::size_t>(axis)];
}

ImU32 outline_of(const Look& look, KdRegion::Kind kind) {
    return region_colour(look, kind).first;
}

ImU32 fill_of(const Look& look, KdRegion::Kind kind) {
    const auto [colour, part] = region_colour(look, kind);
    return with_alpha(colour, part);
}

} // namespace scanline::view
