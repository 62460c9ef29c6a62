#include "prefix_sum/prefix_sum_comparison_view.h"

#include "prefix_sum/prefix_sum_comparison_parts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::view::prefix_sum {

std::optional<Variant> draw_comparison(const Look& look, const std::vector<Contestant>& contestants,
                                       int lanes, int step, Variant chosen) {
    int clock = 1;
    for (const Contestant& contestant : contestants)
        clock = std::max(clock, contestant.total.steps);
    ImGui::BeginChild("comparison", {0, 0}, false, ImGuiWindowFlags_NoMove);
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const float margin = look.px(16), left = origin.x + margin;
    const float right = origin.x + ImGui::GetContentRegionAvail().x - margin;
    const float end = origin.y + ImGui::GetWindowHeight() - margin / 2;
    const RaceShape shape = race_shape(look, contestants, right - left);

    text_at(look.fonts.heading, {left, origin.y + look.px(10)}, look.palette().text,
            fmt::format("All variants on the same {} elements", contestants.front().timeline.size));
    const float table_top = origin.y + look.px(38), captions = look.px(54);
    // The table gives way first: as much as its text allows, then all of it scrolls.
    const auto count = static_cast<float>(contestants.size());
    const float least_race = race_height(look, shape, look.px(76));
    const float rows = end - table_top - look.px(table_headings) - captions - least_race;
    const float row = std::clamp(rows / count, look.px(23), look.px(34));
    const Rect table{left, table_top, right, table_top + look.px(table_headings) + count * row};
    std::optional<Variant> clicked = draw_table(look, contestants, lanes, chosen, table);

    const float caption = table.bottom + look.px(10);
    text_at(
        look.fonts.small, {left, caption}, look.palette().dim,
        fmt::format("Lanes from left to right, time from top to bottom, on one clock of {} steps", clock));
    draw_race_legend(look, {left, caption + look.px(18)});
    const float race_top = table.bottom + captions;
    const Rect race{left, race_top, right, std::max(race_top + least_race, end)};
    if (const auto in_race = draw_race(look, contestants, shape, clock, step, race))
        clicked = in_race;
    ImGui::Dummy({1, std::floor(race.bottom + margin / 2 - origin.y)});
    ImGui::EndChild();
    return clicked;
}

} // namespace scanline::view::prefix_sum
