#include "kit/traffic.h"

#include "kit/widgets.h"
#include "scanline/core/format.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <tuple>
#include <utility>

namespace scanline::view {

namespace {

// Leaves and enters vertically. Smooth edges of slices would show as stripes.
void band(ImDrawList& list, ImVec2 from, ImVec2 to, float width, ImU32 colour) {
    constexpr int slices = 32;
    const float third = (to.y - from.y) / 3;
    const ImDrawListFlags flags = std::exchange(list.Flags, list.Flags & ~ImDrawListFlags_AntiAliasedFill);
    ImVec2 last = from;
    for (int i = 1; i <= slices; ++i) {
        const float t = static_cast<float>(i) / slices;
        const ImVec2 next{from.x + (to.x - from.x) * t * t * (3 - 2 * t), from.y + 3 * third * t};
        list.AddQuadFilled(last, {last.x + width, last.y}, {next.x + width, next.y}, next, colour);
        last = next;
    }
    list.Flags = flags;
    for (const float x : {0.0f, width})
        list.AddBezierCubic({from.x + x, from.y}, {from.x + x, from.y + third}, {to.x + x, to.y - third},
                            {to.x + x, to.y}, colour, 1, slices);
}

} // namespace

std::int64_t Traffic::moved() const {
    std::int64_t moved = 0;
    for (std::size_t i = 0; i < sent.size(); ++i)
        moved += i % (ranks + 1) == 0 ? 0 : sent[i];
    return moved;
}

ImU32 rank_colour(const Look& look, int rank) {
    constexpr std::array<std::size_t, 8> series{0, 1, 2, 4, 6, 3, 7, 5}; // alike ones far apart
    return look.palette().series[series[static_cast<std::size_t>(rank)]];
}

void rank_keys(Legend& legend, int ranks) {
    const Look& look = legend.look();
    for (int rank = 0; rank < ranks; ++rank)
        legend.square(rank_colour(look, rank), look.palette().line, fmt::format("rank {}", rank));
}

bool draw_traffic(const Look& look, Rect& area, const Traffic& traffic) {
    const float height = look.px(132), least_above = look.px(150), bar = look.px(17), gap = look.px(18);
    if (area.height() < height + least_above)
        return false;
    area.bottom -= height;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& palette = look.palette();
    const ImFont* const font = look.fonts.small;
    const float first = ImGui::GetWindowPos().x, left = first + look.px(64), top = area.bottom + look.px(26),
                bottom = top + look.px(63);
    list.AddLine({first, area.bottom}, {area.right, area.bottom}, palette.line);

    const std::size_t ranks = traffic.ranks;
    std::vector<std::int64_t> from(ranks), to(ranks);
    for (std::size_t i = 0; i < traffic.sent.size(); ++i) {
        from[i / ranks] += traffic.sent[i];
        to[i % ranks] += traffic.sent[i];
    }
    const float pitch = (area.right - look.px(14) + gap - left) / static_cast<float>(ranks);
    const float scale =
        (pitch - gap) /
        static_cast<float>(std::max({std::int64_t{1}, std::ranges::max(from), std::ranges::max(to)}));
    std::vector<float> above(ranks); // where the next part of a bar begins
    for (std::size_t rank = 0; rank < ranks; ++rank)
        above[rank] = left + static_cast<float>(rank) * pitch;
    std::vector<float> below = above;
    for (const auto& [name, y, key_y, counts] :
         {std::tuple{"from", top, top - font->FontSize - look.px(5), &from},
          {"to", bottom, bottom + bar + look.px(5), &to}}) {
        write(list, font, {first + look.px(14), y + (bar - font->FontSize) / 2}, palette.dim, name);
        for (std::size_t rank = 0; rank < ranks; ++rank)
            draw_key(list, look, {above[rank], key_y}, rank_colour(look, static_cast<int>(rank)),
                     fmt::format("rank {}: {}", rank, with_commas((*counts)[rank])));
    }
    for (std::size_t i = 0; i < traffic.sent.size(); ++i) {
        if (traffic.sent[i] == 0)
            continue;
        const auto sender = static_cast<int>(i / ranks);
        const ImU32 colour = rank_colour(look, sender);
        // On a light ground, these two colours are dark.
        const ImU32 ink = sender % 7 == 0 ? palette.background : IM_COL32(20, 16, 8, 255);
        const float width = scale * static_cast<float>(traffic.sent[i]);
        float &upper = above[i / ranks], &lower = below[i % ranks];
        band(list, {upper, top + bar}, {lower, bottom}, width,
             with_alpha(colour, i % (ranks + 1) == 0 ? 0.22f : 0.42f));
        for (const ImVec2 at : {ImVec2{upper, top}, ImVec2{lower, bottom}}) {
            const Rect part = Rect::of(at, {width, bar});
            fill(list, part, colour);
            list.AddLine({part.right, part.top}, part.high(), palette.background);
            write_inside(list, font, part, ink, with_commas(traffic.sent[i]));
            if (is_hovered(part))
                ImGui::SetTooltip("%s from rank %zu to rank %zu", with_commas(traffic.sent[i]).c_str(),
                                  i / ranks, i % ranks);
        }
        upper += width;
        lower += width;
    }
    return true;
}

} // namespace scanline::view
