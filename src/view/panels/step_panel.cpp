#include "kit/canvas.h"
#include "kit/glossary.h"
#include "panels/panels.h"

#include <algorithm>

namespace scanline::view {

namespace {

constexpr float heading_height = 28, fact_indent = 12, button_height = 30, value_gap = 14;

float line_height(const Look& look) {
    return look.fonts.mono->FontSize + look.px(4);
}

float fact_height(const Look& look) {
    return look.fonts.text->FontSize + look.px(3);
}

void draw_pinned(const Look& look, const Actions& actions, const Pinned& pinned) {
    const Palette& palette = look.palette();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, indent = look.px(fact_indent);
    float widest = 0;
    for (const auto& [name, value] : pinned.facts)
        widest = std::max(widest, width_of(look.fonts.text, name));
    const float values = std::min(indent + widest + look.px(value_gap), 0.6f * width);
    const float height = fact_height(look) * static_cast<float>(1 + pinned.facts.size());
    list.AddRectFilled(at, {at.x + look.px(3), at.y + height}, palette.pinned, look.px(2));
    write_cut(list, look.fonts.text, {at.x + indent, at.y}, width - indent, palette.pinned, pinned.title);
    float y = at.y;
    for (const auto& [name, value] : pinned.facts) {
        y += fact_height(look);
        write_cut(list, look.fonts.text, {at.x + indent, y}, values - indent - look.px(4), palette.dim, name);
        write_cut(list, look.fonts.text, {at.x + values, y}, width - values, palette.text, value);
    }
    ImGui::Dummy({width, height});
    tooltip(text_of(pinned).c_str());
    ImGui::Dummy({0, look.px(2)});
    const float half = (width - look.px(6)) / 2;
    for (const auto& [label, action] : {std::pair{"Copy", "pin.copy"}, std::pair{"Let go", "pin.release"}}) {
        const bool first = action == std::string_view("pin.copy");
        if (!first)
            ImGui::SameLine(0, look.px(6));
        if (ImGui::Button(label, {half, 0}))
            actions.run(action);
        if (const Action* found = actions.find(action))
            tooltip(found->description.c_str());
    }
}

void draw_listing(const Look& look, const Listing& listing) {
    const Palette& palette = look.palette();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    glossed_text(look, palette.dim, listing.title);
    for (std::size_t i = 0; i < listing.lines.size(); ++i) {
        const auto& [text, value] = listing.lines[i];
        const Rect line =
            Rect::of(ImGui::GetCursorScreenPos(), {ImGui::GetContentRegionAvail().x, line_height(look)});
        const bool current = std::ranges::count(listing.current, i) > 0;
        if (current) {
            fill(list, line, with_alpha(palette.accent, 0.16f));
            fill(list, {line.left, line.top, line.left + look.px(3), line.bottom}, palette.accent);
        }
        const float y = line.top + look.px(2), left = line.left + look.px(8);
        const float room = line.width() - look.px(12);
        const float value_width =
            value.empty() ? 0 : std::min(width_of(look.fonts.mono, value) + 1, 0.45f * room);
        const bool cut = width_of(look.fonts.mono, text) > room - value_width - look.px(6);
        write_cut(list, look.fonts.mono, {left, y}, room - value_width - look.px(6),
                  current ? palette.text : palette.dim, text);
        if (!value.empty())
            write_cut(list, look.fonts.mono, {line.right - look.px(4) - value_width, y}, value_width,
                      current ? palette.accent : palette.dim, value);
        ImGui::Dummy({line.width(), line.height() - ImGui::GetStyle().ItemSpacing.y});
        if (cut)
            tooltip((text + (value.empty() ? "" : "\n" + value)).c_str());
    }
    ImGui::Dummy({0, 0}); // the whole height of the last line counts
}

} // namespace

std::string text_of(const Pinned& pinned) {
    std::string text = pinned.title;
    for (const auto& [name, value] : pinned.facts)
        text += "\n" + name + (value.empty() ? "" : ": " + value);
    return text;
}

float step_panel_height(const Look& look, const std::optional<Pinned>& pinned, const Listing& listing,
                        bool closed) {
    if (!pinned && listing.lines.empty())
        return 0;
    float height = look.px(heading_height);
    if (closed)
        return height;
    if (pinned)
        height +=
            fact_height(look) * static_cast<float>(1 + pinned->facts.size()) + look.px(button_height + 12);
    if (!listing.lines.empty())
        height += look.fonts.text->FontSize + look.px(22) +
                  line_height(look) * static_cast<float>(listing.lines.size());
    return height;
}

bool draw_step_panel(const Look& look, const Actions& actions, const std::optional<Pinned>& pinned,
                     const Listing& listing, bool closed) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddLine(at, {at.x + ImGui::GetContentRegionAvail().x, at.y},
                                        look.palette().line);
    const bool clicked = draw_fold_heading(look, "This step", closed,
                                           closed ? "Show the pinned element and the code of this step."
                                                  : "Hide the pinned element and the code of this step.");
    if (closed)
        return clicked;
    if (pinned) {
        draw_pinned(look, actions, *pinned);
        ImGui::Dummy({0, look.px(2)});
    }
    if (!listing.lines.empty())
        draw_listing(look, listing);
    return clicked;
}

} // namespace scanline::view
