#include "prefix_sum/prefix_sum_comparison_parts.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view::prefix_sum {

namespace {

struct Heading {
    std::string title;
    std::string tooltip;
};

Heading heading_of(Measure measure, int lanes) {
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
    case Measure::waits:
        return {"waits", "Steps that lanes spend at barriers, at the end of their team, or spinning."};
    case Measure::efficiency:
        return {"efficiency",
                "Elements that a lane finishes in a step, on the same number of lanes. One lane alone, "
                "from left to right, would have 100 %."};
    }
    return {};
}

constexpr float bar_and_gap = 6; ///< at the bottom of a row, at scale 1

// Where the text of a row begins: in the middle above the bars.
float text_top(const Look& look, float top, float height) {
    return top + (height - look.px(bar_and_gap) - look.fonts.text->FontSize) / 2;
}

// A number with a bar under it; the best of its column stands out.
void draw_number(const Look& look, ImVec2 at, float width, float height, const std::string& text, float share,
                 bool best) {
    const Palette& palette = look.palette();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 colour = best ? palette.series[2] : palette.accent;
    const float thickness = look.px(4), y = at.y + height - look.px(bar_and_gap);
    list.AddRectFilled({at.x, y}, {at.x + width, y + thickness}, with_alpha(palette.line, 0.6f), look.px(2));
    if (share > 0)
        list.AddRectFilled({at.x, y}, {at.x + std::max(look.px(2), share * width), y + thickness}, colour,
                           look.px(2));
    text_at(look.fonts.text, {at.x, text_top(look, at.y, height)}, best ? colour : palette.text, text);
}

} // namespace

std::optional<Variant> draw_table(const Look& look, const std::vector<Contestant>& contestants, int lanes,
                                  Variant chosen, Rect area) {
    const Palette& palette = look.palette();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    std::optional<Variant> clicked;
    const float headings = look.px(table_headings), names = look.px(124);
    const float row = (area.height() - headings) / static_cast<float>(contestants.size());
    const auto top_of = [&](std::size_t i) { return area.top + headings + static_cast<float>(i) * row; };
    for (std::size_t i = 0; i < contestants.size(); ++i) {
        const Variant variant = contestants[i].variant;
        const ImVec2 low{area.left - look.px(8), top_of(i)}, high{area.right + look.px(8), top_of(i) + row};
        const bool hovered = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(low, high);
        if (hovered || variant == chosen)
            list.AddRectFilled(low, high, with_alpha(palette.accent, hovered ? 0.16f : 0.09f), look.px(4));
        text_at(look.fonts.text, {area.left, text_top(look, top_of(i), row)}, palette.text,
                std::string(to_string(variant)));
        tooltip_over(low, {low.x + names, high.y}, "Click to see it step by step.");
        if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
            clicked = variant;
    }
    const float pitch = (area.width() - names) / static_cast<float>(all_measures.size());
    const float bar = pitch - look.px(10);
    for (std::size_t m = 0; m < all_measures.size(); ++m) {
        const Measure measure = all_measures[m];
        const Heading heading = heading_of(measure, lanes);
        const ImVec2 at{area.left + names + static_cast<float>(m) * pitch, area.top};
        text_at(look.fonts.small, at, palette.dim, heading.title);
        tooltip_over(at, {at.x + bar, area.bottom}, heading.tooltip);
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

} // namespace scanline::view::prefix_sum
