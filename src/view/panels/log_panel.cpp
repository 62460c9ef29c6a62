#include "panels/panels.h"

#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>

namespace scanline::view {

void draw_log_panel(const Look& look, const Log& log) {
    const Palette& palette = look.palette();
    ImGui::PushFont(look.fonts.mono);
    if (log.entries().empty())
        ImGui::TextDisabled("Nothing has been said yet.");
    for (const LogEntry& entry : log.entries()) {
        const ImU32 colour = entry.severity == Severity::error     ? palette.error
                             : entry.severity == Severity::warning ? palette.warning
                                                                   : palette.text;
        ImGui::PushStyleColor(ImGuiCol_Text, palette.dim);
        ImGui::TextUnformatted(
            fmt::format("{:%H:%M:%S}", fmt::localtime(std::chrono::system_clock::to_time_t(entry.time)))
                .c_str());
        ImGui::PopStyleColor();
        ImGui::SameLine();
        ImGui::PushStyleColor(ImGuiCol_Text, colour);
        ImGui::PushTextWrapPos(0);
        ImGui::TextUnformatted(entry.text.c_str());
        ImGui::PopTextWrapPos();
        ImGui::PopStyleColor();
    }
    // Keeps to the end as long as nobody has scrolled away from it.
    if (ImGui::GetScrollY() >= ImGui::GetScrollMaxY())
        ImGui::SetScrollHereY(1);
    ImGui::PopFont();
}

} // namespace scanline::view
