#include "prefix_sum/prefix_sum_comparison_parts.h"

#include "prefix_sum/prefix_sum_picture_parts.h"
#include "scanline/core/bits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace scanline::view::prefix_sum {

namespace {

constexpr float between = 10; ///< between two, at scale 1

ImU32 action_colour(const Palette& palette, LaneAction action) {
    switch (action) {
    case LaneAction::load:
    case LaneAction::copy:
    case LaneAction::store: return with_alpha(palette.accent, 0.45f);
    case LaneAction::combine: return palette.accent;
    case LaneAction::publish_aggregate:
    case LaneAction::publish_prefix:
    case LaneAction::look_back:
    case LaneAction::sum_up: return palette.series[2];
    case LaneAction::spin: return palette.warning;
    case LaneAction::fall_back: return palette.error;
    case LaneAction::barrier:
    case LaneAction::join: return with_alpha(palette.warning, 0.45f);
    case LaneAction::held:
    case LaneAction::stalled: return palette.line;
    }
    return 0;
}

// Lanes from left to right, time from top to bottom.
void draw_lanes(const Look& look, const Timeline& timeline, ImVec2 low, ImVec2 high, int clock, int step) {
    const Palette& palette = look.palette();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, high, palette.panel, look.px(3));
    const float width = (high.x - low.x) / static_cast<float>(timeline.columns);
    const float height = (high.y - low.y) / static_cast<float>(clock);
    const float gap = width > look.px(6) ? look.px(1) : 0;
    const float line_gap = height > look.px(5) ? look.px(1) : 0;
    for (int s = 0; s < static_cast<int>(timeline.steps.size()); ++s) {
        const float top = low.y + static_cast<float>(s) * height;
        for (const LaneStep& lane : timeline.steps[static_cast<std::size_t>(s)].lanes) {
            const float left = low.x + static_cast<float>(lane.lane) * width;
            ImU32 colour = action_colour(palette, lane.action);
            if (s > step)
                colour = with_alpha(palette.line, 0.5f);
            list.AddRectFilled({left, top},
                               {left + static_cast<float>(lane.width) * width - gap, top + height - line_gap},
                               colour);
        }
    }
}

float widest_name(const Look& look, const std::vector<Contestant>& contestants) {
    float widest = 0;
    for (const Contestant& contestant : contestants)
        widest = std::max(widest, width_of(look.fonts.small, to_string(contestant.variant)));
    return widest;
}

} // namespace

RaceShape race_shape(const Look& look, const std::vector<Contestant>& contestants, float width) {
    const int count = static_cast<int>(contestants.size());
    const float slot = widest_name(look, contestants) + look.px(between);
    const int most = std::clamp(static_cast<int>((width + look.px(between)) / slot), 1, count);
    const int rows = divide_rounding_up(count, most);
    return {rows, divide_rounding_up(count, rows)};
}

float race_height(const Look& look, const RaceShape& shape, float lanes) {
    return static_cast<float>(shape.rows) * (look.px(race_names) + lanes) +
           static_cast<float>(shape.rows - 1) * look.px(between);
}

void draw_race_legend(const Look& look, ImVec2 at) {
    struct Entry {
        LaneAction action;
        const char* text;
    };
    constexpr std::array entries{Entry{LaneAction::combine, "combine"},
                                 Entry{LaneAction::load, "load, store"},
                                 Entry{LaneAction::look_back, "look back, sum up"},
                                 Entry{LaneAction::barrier, "barrier, join"},
                                 Entry{LaneAction::spin, "spin"},
                                 Entry{LaneAction::fall_back, "fall back"},
                                 Entry{LaneAction::held, "held"}};
    ImFont* const font = look.fonts.small;
    for (const Entry& entry : entries) {
        const float side = look.px(9), top = at.y + (font->FontSize - side) / 2;
        ImGui::GetWindowDrawList()->AddRectFilled({at.x, top}, {at.x + side, top + side},
                                                  action_colour(look.palette(), entry.action), look.px(2));
        at.x += side + look.px(5);
        text_at(font, at, look.palette().dim, entry.text);
        at.x += width_of(font, entry.text) + look.px(14);
    }
}

std::optional<Variant> draw_race(const Look& look, const std::vector<Contestant>& contestants,
                                 const RaceShape& shape, int clock, int step, Rect area) {
    const Palette& palette = look.palette();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    std::optional<Variant> clicked;
    const float slot = (area.width() + look.px(between)) / static_cast<float>(shape.columns);
    const float pitch = (area.height() + look.px(between)) / static_cast<float>(shape.rows);
    for (std::size_t i = 0; i < contestants.size(); ++i) {
        const Contestant& contestant = contestants[i];
        const auto column = static_cast<int>(i) % shape.columns, row = static_cast<int>(i) / shape.columns;
        const float top = area.top + static_cast<float>(row) * pitch;
        const ImVec2 low{area.left + static_cast<float>(column) * slot, top + look.px(race_names)};
        const ImVec2 high{low.x + slot - look.px(between), top + pitch - look.px(between)};
        text_at(look.fonts.small, {low.x, top}, palette.text, std::string(to_string(contestant.variant)));
        draw_lanes(look, contestant.timeline, low, high, clock, step);
        const float now = low.y + (high.y - low.y) * static_cast<float>(step + 1) / static_cast<float>(clock);
        list.AddLine({low.x, now}, {high.x, now}, with_alpha(palette.accent, 0.6f));
        tooltip_over(low, high,
                     fmt::format("{}: {} steps on {} {}{}. Click to see it step by step.",
                                 to_string(contestant.variant), contestant.total.steps,
                                 contestant.timeline.columns, to_string(contestant.timeline.column),
                                 contestant.timeline.columns == 1 ? "" : "s"));
        if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(low, high))
            continue;
        list.AddRect(low, high, palette.accent, look.px(3), 0, look.px(1.5f));
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left))
            clicked = contestant.variant;
    }
    return clicked;
}

} // namespace scanline::view::prefix_sum
