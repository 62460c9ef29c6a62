#include "prefix_sum/prefix_sum_comparison_view.h"

#include "prefix_sum/prefix_sum_layout.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <imgui.h>
#include <string>

namespace scanline::view::prefix_sum {

namespace {

struct Column {
    std::string title;
    std::string tooltip;
};

Column column_of(Measure measure, int lanes) {
    switch (measure) {
    case Measure::work: return {"work", "How often the operator is applied."};
    case Measure::span:
        return {"span", "Steps on all the lanes that a variant has: one an element, or those chosen."};
    case Measure::folded:
        return {
            fmt::format("on {} {}", lanes, lanes == 1 ? "lane" : "lanes"),
            "Steps when every variant has the same number of lanes: those with a lane an element take turns "
            "at them."};
    case Measure::traffic: return {"traffic", "Reads and writes of memory, an element."};
    case Measure::waits: return {"waits", "Steps that lanes spend at barriers or spinning."};
    case Measure::efficiency:
        return {"efficiency",
                "Elements that a lane finishes in a step, on the same number of lanes. One lane alone, "
                "from left to right, would have 100 %."};
    }
    return {};
}

void text_at(ImFont* font, ImVec2 at, ImU32 colour, const std::string& text) {
    ImGui::GetWindowDrawList()->AddText(font, font->FontSize, {std::round(at.x), std::round(at.y)}, colour,
                                        text.c_str());
}

void tooltip_over(ImVec2 low, ImVec2 high, const std::string& text) {
    if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(low, high))
        return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 24);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

// A number with a bar under it; the best of its column stands out.
void draw_number(const Look& look, ImVec2 at, float width, float height, const std::string& text, float share,
                 bool best) {
    const Palette& palette = look.palette();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 colour = best ? palette.series[2] : palette.accent;
    const float thickness = look.px(5), y = at.y + height - look.px(9);
    list.AddRectFilled({at.x, y}, {at.x + width, y + thickness}, with_alpha(palette.line, 0.6f), look.px(2));
    if (share > 0)
        list.AddRectFilled({at.x, y}, {at.x + std::max(look.px(2), share * width), y + thickness}, colour,
                           look.px(2));
    text_at(look.fonts.text, {at.x, at.y + look.px(5)}, best ? colour : palette.text, text);
}

ImU32 action_colour(const Palette& palette, LaneAction action) {
    switch (action) {
    case LaneAction::load:
    case LaneAction::copy:
    case LaneAction::store: return with_alpha(palette.accent, 0.45f);
    case LaneAction::combine: return palette.accent;
    case LaneAction::publish_aggregate:
    case LaneAction::publish_prefix:
    case LaneAction::look_back: return palette.series[2];
    case LaneAction::spin: return palette.warning;
    case LaneAction::fall_back: return palette.error;
    case LaneAction::barrier: return with_alpha(palette.warning, 0.45f);
    case LaneAction::held:
    case LaneAction::stalled: return palette.line;
    }
    return 0;
}

void draw_legend(const Look& look, ImVec2 at) {
    struct Entry {
        LaneAction action;
        const char* text;
    };
    constexpr std::array entries{Entry{LaneAction::combine, "combine"},
                                 Entry{LaneAction::load, "load, store"},
                                 Entry{LaneAction::look_back, "look back"},
                                 Entry{LaneAction::barrier, "barrier"},
                                 Entry{LaneAction::spin, "spin"},
                                 Entry{LaneAction::fall_back, "fall back"},
                                 Entry{LaneAction::held, "held"}};
    const ImFont* font = look.fonts.small;
    for (const Entry& entry : entries) {
        const float side = look.px(9), top = at.y + (font->FontSize - side) / 2;
        ImGui::GetWindowDrawList()->AddRectFilled({at.x, top}, {at.x + side, top + side},
                                                  action_colour(look.palette(), entry.action), look.px(2));
        at.x += side + look.px(5);
        text_at(look.fonts.small, at, look.palette().dim, entry.text);
        at.x += font->CalcTextSizeA(font->FontSize, 1e6f, 0, entry.text).x + look.px(14);
    }
}

// Broken at its last hyphen where it is too wide; its last line ends at the given height.
void draw_name(const Look& look, ImVec2 at, float width, std::string name) {
    const ImFont* font = look.fonts.small;
    const std::size_t hyphen = name.rfind('-');
    at.y -= font->FontSize;
    if (hyphen != std::string::npos && font->CalcTextSizeA(font->FontSize, 1e6f, 0, name.c_str()).x > width) {
        text_at(look.fonts.small, {at.x, at.y - font->FontSize}, look.palette().text,
                name.substr(0, hyphen + 1));
        name = name.substr(hyphen + 1);
    }
    text_at(look.fonts.small, at, look.palette().text, name);
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

// Returns the variant that was clicked. Of the height given it takes all.
std::optional<Variant> draw_table(const Look& look, const std::vector<Contestant>& contestants, int lanes,
                                  Variant chosen, Rect area) {
    const Palette& palette = look.palette();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    std::optional<Variant> clicked;
    const float heading = look.px(24), names = look.px(124);
    const float row = (area.height() - heading) / static_cast<float>(contestants.size());
    const auto top_of = [&](std::size_t i) { return area.top + heading + static_cast<float>(i) * row; };
    for (std::size_t i = 0; i < contestants.size(); ++i) {
        const Variant variant = contestants[i].variant;
        const ImVec2 low{area.left - look.px(8), top_of(i)}, high{area.right + look.px(8), top_of(i) + row};
        const bool hovered = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(low, high);
        if (hovered || variant == chosen)
            list.AddRectFilled(low, high, with_alpha(palette.accent, hovered ? 0.16f : 0.09f), look.px(4));
        text_at(look.fonts.text, {area.left, top_of(i) + look.px(7)}, palette.text,
                std::string(to_string(variant)));
        tooltip_over(low, {low.x + names, high.y}, "Click to see it step by step.");
        if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
            clicked = variant;
    }
    const float pitch = (area.width() - names) / static_cast<float>(all_measures.size());
    const float bar = pitch - look.px(10);
    for (std::size_t m = 0; m < all_measures.size(); ++m) {
        const Measure measure = all_measures[m];
        const Column column = column_of(measure, lanes);
        const ImVec2 at{area.left + names + static_cast<float>(m) * pitch, area.top};
        text_at(look.fonts.small, at, palette.dim, column.title);
        tooltip_over(at, {at.x + bar, area.bottom}, column.tooltip);
        const std::vector<bool> best = best_of(contestants, measure, lanes);
        double most = measure == Measure::efficiency ? 1 : 0;
        for (const Contestant& contestant : contestants)
            most = std::max(most, value_of(contestant, measure, lanes));
        for (std::size_t i = 0; i < contestants.size(); ++i) {
            const double value = value_of(contestants[i], measure, lanes);
            draw_number(look, {at.x, top_of(i)}, bar, row, text_of(contestants[i], measure, lanes),
                        most > 0 ? static_cast<float>(value / most) : 0, best[i]);
        }
    }
    return clicked;
}

// The lanes of all over time. Returns the variant that was clicked.
std::optional<Variant> draw_race(const Look& look, const std::vector<Contestant>& contestants, int clock,
                                 int step, Rect area) {
    const Palette& palette = look.palette();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    std::optional<Variant> clicked;
    const float gap = look.px(10);
    const float slot = (area.width() + gap) / static_cast<float>(contestants.size());
    for (std::size_t i = 0; i < contestants.size(); ++i) {
        const Contestant& contestant = contestants[i];
        const ImVec2 low{area.left + static_cast<float>(i) * slot, area.top};
        const ImVec2 high{low.x + slot - gap, area.bottom};
        draw_name(look, {low.x, low.y - look.px(5)}, slot - gap, std::string(to_string(contestant.variant)));
        draw_lanes(look, contestant.timeline, low, high, clock, step);
        tooltip_over(low, high,
                     fmt::format("{}: {} steps on {} {}. Click to see it step by step.",
                                 to_string(contestant.variant), contestant.total.steps,
                                 contestant.timeline.columns,
                                 contestant.timeline.columns == 1 ? "lane" : "lanes"));
        if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(low, high))
            continue;
        list.AddRect(low, high, palette.accent, look.px(3), 0, look.px(1.5f));
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left))
            clicked = contestant.variant;
    }
    const float now = area.top + area.height() * static_cast<float>(step + 1) / static_cast<float>(clock);
    list.AddLine({area.left, now}, {area.right, now}, with_alpha(palette.accent, 0.6f));
    return clicked;
}

} // namespace

std::optional<Variant> draw_comparison(const Look& look, const std::vector<Contestant>& contestants,
                                       int lanes, int step, Variant chosen) {
    int clock = 1;
    for (const Contestant& contestant : contestants)
        clock = std::max(clock, contestant.total.steps);
    ImGui::BeginChild("comparison", {0, 0}, false, ImGuiWindowFlags_NoMove);
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const float margin = look.px(16), left = origin.x + margin;
    const float right = origin.x + ImGui::GetContentRegionAvail().x - margin;
    const float end = origin.y + ImGui::GetWindowHeight() - margin;

    text_at(look.fonts.heading, {left, origin.y + look.px(10)}, look.palette().text,
            fmt::format("All variants on the same {} elements", contestants.front().timeline.size));
    const float table_top = origin.y + look.px(42);
    const float table_height = look.px(24) + static_cast<float>(contestants.size()) * look.px(34);
    const Rect table{left, table_top, right, table_top + table_height};
    std::optional<Variant> clicked = draw_table(look, contestants, lanes, chosen, table);

    const float caption = table.bottom + look.px(14);
    text_at(
        look.fonts.small, {left, caption}, look.palette().dim,
        fmt::format("Lanes from left to right, time from top to bottom, on one clock of {} steps", clock));
    draw_legend(look, {left, caption + look.px(20)});
    const float race_top = caption + look.px(78);
    const Rect race{left, race_top, right, std::max(race_top + look.px(110), end)};
    if (const auto in_race = draw_race(look, contestants, clock, step, race))
        clicked = in_race;
    ImGui::Dummy({1, std::floor(race.bottom + margin - origin.y)});
    ImGui::EndChild();
    return clicked;
}

} // namespace scanline::view::prefix_sum
