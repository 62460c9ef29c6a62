#include "kit/canvas.h"
#include "kit/widgets.h"
#include "shell/window_panel.h"
#include "shell/workbench.h"

#include <algorithm>
#include <fmt/format.h>
#include <imgui_stdlib.h>

namespace scanline::view {

/// The values of the lines that run would tell what is to be predicted.
Listing Workbench::hidden(Listing listing) const {
    if (host_->prediction.hides_any())
        for (Listing::Line& line : listing.lines)
            line.value.clear();
    return listing;
}

float Workbench::draw_prediction(float bottom) {
    Prediction& prediction = host_->prediction;
    if (!prediction.on() || home_)
        return bottom;
    const Look& look = gui_.look();
    const Palette& palette = look.palette();
    const ImVec2 margin{look.px(12), look.px(8)};
    const float width = ImGui::GetIO().DisplaySize.x, top = bottom - ImGui::GetFrameHeight() - 2 * margin.y;
    const WindowPanel panel("prediction", {0, top}, {width, bottom}, palette.panel, margin,
                            ImGuiWindowFlags_NoScrollbar);
    const Written* const asked = prediction.asked();
    std::string given;
    ImGui::AlignTextToFramePadding();
    if (asked) {
        coloured_text(palette.focus, asked->choices.empty()
                                         ? fmt::format("What does {} hold?", asked->name)
                                         : fmt::format("What becomes of {}?", asked->name));
        for (const std::string& choice : asked->choices) {
            ImGui::SameLine();
            if (ImGui::Button(choice.c_str()))
                given = choice;
        }
        if (asked->choices.empty()) {
            // ImGui gives it the cursor some frames later.
            const bool is_new = typed_for_ != asked->cell;
            if (is_new)
                typed_.clear();
            ImGui::SameLine();
            ImGui::SetNextItemWidth(look.px(90));
            if (is_new) {
                ImGui::SetKeyboardFocusHere();
                options_.redraw();
            }
            const bool entered = ImGui::InputText("##value", &typed_, ImGuiInputTextFlags_EnterReturnsTrue);
            if (ImGui::IsItemActive())
                typed_for_ = asked->cell;
            ImGui::SameLine();
            if (ImGui::Button("Check") || entered)
                given = typed_;
        }
        ImGui::SameLine();
        if (ImGui::Button("Show"))
            prediction.reveal();
        tooltip("Shows what is still hidden in this step.");
    } else {
        const bool at_end = transport() && transport()->position() + 1 >= transport()->count();
        coloured_text(palette.dim, at_end ? "That was the last step." : "Go on to the next step.");
    }
    if (const Written* const last = prediction.answered()) {
        ImGui::SameLine(0, look.px(20));
        coloured_text(prediction.was_right() ? palette.series[2] : palette.error,
                      prediction.was_right() ? "Right." : "Not so.");
        ImGui::SameLine();
        coloured_text(palette.text, fmt::format("{} = {}{}", last->name, last->value,
                                                last->why.empty() ? "" : fmt::format(": {}", last->why)));
    }
    const auto [right, answered] = prediction.score();
    const std::string score = answered == 0 ? "" : fmt::format("{} of {} right", right, answered);
    const float close = ImGui::CalcTextSize("Close").x + 2 * ImGui::GetStyle().FramePadding.x;
    ImGui::SameLine(width - 2 * margin.x - close - ImGui::CalcTextSize(score.c_str()).x);
    coloured_text(palette.text, score);
    ImGui::SameLine(width - margin.x - close);
    if (ImGui::Button("Close"))
        actions_.run("predict");
    if (!given.empty()) {
        prediction.answer(given);
        typed_.clear();
    }
    return top;
}

} // namespace scanline::view
