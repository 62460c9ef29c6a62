#include "stage_bars.h"

#include "scanline/view/widgets.h"

#include <algorithm>

namespace scanline::view {

namespace {

ImU32 colour_of(const Look& look, const StageTable::Row& row) {
    return look.palette().series[row.series];
}

void draw_bar(const Look& look, const StageTable& table, std::size_t variant, const char* letter,
              double scale) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float height = look.px(20), margin = letter ? look.px(18) : 0;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    if (letter)
        list.AddText({at.x, at.y + (height - ImGui::GetFontSize()) / 2}, look.palette().dim, letter);
    list.AddRectFilled({at.x + margin, at.y}, {at.x + width, at.y + height}, look.palette().raised,
                       look.px(3));
    float x = at.x + margin;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const double part = table.rows[row].milliseconds[variant] / scale;
        const float next = x + static_cast<float>(part) * (width - margin);
        list.AddRectFilled({x, at.y}, {next, at.y + height}, colour_of(look, table.rows[row]));
        if (next - x > look.px(2))
            list.AddLine({next, at.y}, {next, at.y + height}, look.palette().panel);
        if (part > 0 && ImGui::IsMouseHoveringRect({x, at.y}, {next, at.y + height}))
            ImGui::SetTooltip("%s: %s, %.0f %%", table.rows[row].stage.c_str(),
                              duration_text(table.rows[row].milliseconds[variant]).c_str(),
                              100 * table.rows[row].milliseconds[variant] / table.totals[variant]);
        x = next;
    }
    ImGui::Dummy({width, height});
}

// A line of the table under the bars: a square where it has a colour, a name, a number for each variant.
void draw_line(const Look& look, const ImU32* colour, const std::string& name,
               std::span<const double> numbers) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, side = look.px(10), column = look.px(78);
    const float top = at.y + (ImGui::GetFontSize() - side) / 2 + look.px(1);
    if (colour)
        list.AddRectFilled({at.x, top}, {at.x + side, top + side}, *colour, look.px(2));
    list.AddText({at.x + side + look.px(8), at.y}, colour ? look.palette().dim : look.palette().text,
                 name.c_str());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::string text = numbers[i] > 0 ? duration_text(numbers[i]) : "-";
        const float right = at.x + width - column * static_cast<float>(numbers.size() - 1 - i);
        list.AddText({right - ImGui::CalcTextSize(text.c_str()).x, at.y}, look.palette().text, text.c_str());
    }
    ImGui::Dummy({width, ImGui::GetFontSize()});
}

} // namespace

void draw_stage_bars(const Look& look, const StageTable& table, std::span<const char* const> letters) {
    if (table.rows.empty())
        return;
    const double scale = *std::ranges::max_element(table.totals);
    for (std::size_t variant = 0; variant < table.totals.size(); ++variant)
        draw_bar(look, table, variant, table.totals.size() > 1 ? letters[variant] : nullptr, scale);
    ImGui::Dummy({0, look.px(2)});
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const ImU32 colour = colour_of(look, table.rows[row]);
        draw_line(look, &colour, table.rows[row].stage, table.rows[row].milliseconds);
    }
    draw_line(look, nullptr, "total", table.totals);
}

} // namespace scanline::view
