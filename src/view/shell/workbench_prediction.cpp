#include "kit/canvas.h"
#include "kit/focus.h"
#include "kit/widgets.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "shell/window_panel.h"
#include "shell/workbench.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <imgui_internal.h> // the item that is activated next
#include <imgui_stdlib.h>

namespace scanline::view {

namespace {

/// Puts the cursor into a text field in the next frame. SetKeyboardFocusHere() of ImGui 1.91 does not.
void activate_field(const char* name) {
    ImGuiContext& context = *ImGui::GetCurrentContext();
    context.NavNextActivateId = ImGui::GetID(name);
    context.NavNextActivateFlags = ImGuiActivateFlags_PreferInput;
}

} // namespace

/// The values of the lines that run would tell what is to be predicted.
Listing Workbench::hidden(Listing listing) const {
    if (host_->prediction.hides_any())
        for (Listing::Line& line : listing.lines)
            line.value.clear();
    return listing;
}

/// The shader, below where its lit line is from: a link to the file.
Listing Workbench::shader_code(const Listing& listing) {
    const Look& look = gui_.look();
    try {
        Listing code = shader_listing(listing, shader_text_.lines(listing.shader));
        const std::string& origin = code.title;
        const std::filesystem::path file = std::filesystem::absolute(origin.substr(0, origin.rfind(':')));
        const bool can_open = can_open_outside() && std::getenv("SCANLINE_SHADER_DIR") &&
                              std::filesystem::is_regular_file(file);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float room = ImGui::GetContentRegionAvail().x;
        if (ImGui::InvisibleButton("origin", {room, ImGui::GetTextLineHeight()})) {
            if (can_open)
                open_outside(file);
            else
                ImGui::SetClipboardText(origin.c_str()), log_.notify("Copied: " + origin);
        }
        show_clickable();
        tooltip(
            fmt::format("{}\nClick to {}.", origin, can_open ? "open the file" : "copy its name").c_str());
        write_cut(*ImGui::GetWindowDrawList(), look.fonts.text, at, room, look.palette().accent, origin);
        if (!code.source.empty())
            note(look, code.source);
        return code;
    } catch (const Error& error) {
        note(look, error.what());
        return {};
    }
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
            offer_focus();
        }
        if (asked->choices.empty()) {
            const std::pair place{step_of(scene()), asked->cell};
            const bool is_new = typed_for_ != place;
            if (is_new) {
                typed_.clear();
                options_.redraw(); // ImGui takes the cursor there in the next frame
            }
            ImGui::SameLine();
            ImGui::SetNextItemWidth(look.px(90));
            if (is_new)
                activate_field("##value");
            const bool entered = ImGui::InputText("##value", &typed_, ImGuiInputTextFlags_EnterReturnsTrue);
            if (ImGui::IsItemActive())
                typed_for_ = place;
            ImGui::SameLine();
            if (ImGui::Button("Check") || entered)
                given = trimmed(typed_);
            offer_focus();
        }
        ImGui::SameLine();
        if (ImGui::Button("Show"))
            prediction.reveal();
        tooltip("Shows what is still hidden in this step.");
    } else {
        const bool at_end = transport() && transport()->position() + 1 >= transport()->count();
        coloured_text(palette.dim, at_end ? "That was the last step." : "Go on to the next step.");
    }
    const auto [right, answered] = prediction.score();
    const std::string score = answered == 0 ? "" : fmt::format("{} of {} right", right, answered);
    const float close = ImGui::CalcTextSize("Close").x + 2 * ImGui::GetStyle().FramePadding.x,
                score_left = width - margin.x - look.px(10) - close - ImGui::CalcTextSize(score.c_str()).x;
    if (const Written* const last = prediction.answered()) {
        ImGui::SameLine(0, look.px(20));
        coloured_text(prediction.was_right() ? palette.series[2] : palette.error,
                      prediction.was_right() ? "Right." : "Not so.");
        ImGui::SameLine();
        const std::string text = fmt::format("{} = {}{}", last->name, last->value,
                                             last->why.empty() ? "" : fmt::format(": {}", last->why));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float room = std::max(1.0f, score_left - look.px(20) - at.x);
        write_cut(*ImGui::GetWindowDrawList(), look.fonts.text,
                  {at.x, at.y + ImGui::GetStyle().FramePadding.y}, room, palette.text, text);
        ImGui::Dummy({room, ImGui::GetFrameHeight()});
        if (ImGui::IsItemHovered() && width_of(look.fonts.text, text) > room)
            wrapped_tooltip(text);
    }
    ImGui::SameLine(score_left);
    coloured_text(palette.text, score);
    ImGui::SameLine(width - margin.x - close);
    if (ImGui::Button("Close"))
        actions_.run("predict");
    offer_focus();
    if (!given.empty()) {
        prediction.answer(given);
        typed_.clear();
    }
    return top;
}

} // namespace scanline::view
