#include "prefix_sum/prefix_sum_comparison_parts.h"

#include <cmath>

namespace scanline::view::prefix_sum {

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

} // namespace scanline::view::prefix_sum
