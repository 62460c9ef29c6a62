#include "kdtree/kdtree_colours.h"

#include <algorithm>

namespace scanline::view {

ImU32 colour_of(const Look& look, KdRole role) {
    const Palette& palette = look.palette();
    switch (role) {
    case KdRole::waiting: return mix(palette.dim, palette.text, 0.3f);
    case KdRole::repeated: return palette.error;
    case KdRole::less: return palette.series[3];
    case KdRole::median: return palette.trace;
    case KdRole::greater: return palette.series[6];
    case KdRole::placed: return mix(palette.background, palette.dim, 0.55f);
    case KdRole::looked: return palette.accent;
    case KdRole::found: return palette.series[2];
    case KdRole::pruned: return mix(palette.background, palette.dim, 0.45f);
    }
    return palette.text;
}

ImU32 axis_colour(const Look& look, int axis) {
    constexpr std::array<std::size_t, 3> places{0, 4, 2};
    return look.palette().series[places[static_cast<std::size_t>(axis)]];
}

ImU32 fill_of(const Look& look, KdRegion::Kind kind) {
    switch (kind) {
    case KdRegion::Kind::pruned: return with_alpha(look.palette().dim, 0.16f);
    case KdRegion::Kind::taken: return with_alpha(look.palette().series[2], 0.18f);
    case KdRegion::Kind::entered: return with_alpha(look.palette().accent, 0.12f);
    }
    return 0;
}

ImU32 outline_of(const Look& look, KdRegion::Kind kind) {
    switch (kind) {
    case KdRegion::Kind::pruned: return look.palette().dim;
    case KdRegion::Kind::taken: return look.palette().series[2];
    case KdRegion::Kind::entered: return look.palette().accent;
    }
    return 0;
}

float split_width(const Look& look, const KdSplit& split) {
    const float level = static_cast<float>(split.cell->subtree.depth);
    return look.px(std::max(1.0f, 2.6f - 0.4f * level) + (split.now ? 0.6f : 0.0f));
}

} // namespace scanline::view
