#include "kit/canvas.h"
#include "kit/glossary.h"
#include "kit/text.h"
#include "shell/panels.h"

#include <algorithm>
#include <utility>

namespace scanline::view {

namespace {

constexpr float fact_indent = 12, value_gap = 14;

float line_height(const Look& look) {
    return look.fonts.mono->FontSize + look.px(4);
}

float fact_height(const Look& look) {
    return look.fonts.text->FontSize + look.px(3);
}

float title_height(const Look& look) {
    return fact_height(look) + look.px(4);
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
    const float facts = fact_height(look) * static_cast<float>(pinned.facts.size()),
                height = title_height(look) + facts;
    list.AddRectFilled(at, {at.x + look.px(3), at.y + height}, palette.pinned, look.px(2));
    // The buttons lie beside the title.
    const ImVec2 padding = ImGui::GetStyle().FramePadding;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2{padding.x, 0});
    float right = at.x + width;
    for (const auto& [label, action] : {std::pair{"Unpin", "pin.release"}, std::pair{"Copy", "pin.copy"}}) {
        right -= width_of(look.fonts.text, label) + 2 * padding.x;
        ImGui::SetCursorScreenPos({right, at.y});
        if (ImGui::Button(label))
            actions.run(action);
        if (const Action* found = actions.find(action))
            tooltip(found->description.c_str());
        right -= look.px(6);
    }
    ImGui::PopStyleVar();
    ImGui::SetCursorScreenPos({at.x, at.y + title_height(look)});
    write_cut(list, look.fonts.text, {at.x + indent, at.y}, right - at.x - indent, palette.pinned,
              pinned.title);
    float y = at.y + title_height(look);
    for (const auto& [name, value] : pinned.facts) {
        write_cut(list, look.fonts.text, {at.x + indent, y}, values - indent - look.px(4), palette.dim, name);
        write_cut(list, look.fonts.text, {at.x + values, y}, width - values, palette.text, value);
        y += fact_height(look);
    }
    ImGui::Dummy({width, facts});
    tooltip(text_of(pinned).c_str());
}

} // namespace

void draw_listing_title(const Look& look, const Listing& listing) {
    if (listing.lines.empty())
        return;
    glossed_text(look, look.palette().dim, listing.title);
    if (!listing.source.empty())
        note(look, listing.source);
}

void draw_listing(const Look& look, const Listing& listing) {
    if (listing.lines.empty())
        return note(look, "There is no code for what is shown.");
    const Palette& palette = look.palette();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float top = ImGui::GetCursorScreenPos().y;
    for (std::size_t i = 0; i < listing.lines.size(); ++i) {
        const auto& [text, value, glsl] = listing.lines[i];
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
    // Code that is too long for its room follows the step.
    if (listing.current.empty())
        return;
    int& shown = *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID(listing.title.c_str()), -1);
    const auto first = static_cast<int>(listing.current.front());
    if (std::exchange(shown, first) != first || ImGui::IsWindowAppearing())
        ImGui::SetScrollFromPosY(
            top + line_height(look) * (static_cast<float>(first) + 0.5f) - ImGui::GetWindowPos().y, 0.5f);
}

std::string text_of(const Pinned& pinned) {
    std::string text = pinned.title;
    for (const auto& [name, value] : pinned.facts)
        text += "\n" + name + (value.empty() ? "" : ": " + value);
    return text;
}

void draw_pinned_card(const Look& look, const Actions& actions, const Pinned& pinned, float most) {
    float& height = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID(pinned.title.c_str()));
    height = std::max(height, title_height(look) +
                                  fact_height(look) * static_cast<float>(pinned.facts.size()) + look.px(8));
    const float content = ImGui::GetContentRegionAvail().x;
    ImGui::SetNextWindowContentSize({content, 0});
    ImGui::BeginChild("pinned", {content + ImGui::GetStyle().ScrollbarSize, std::min(height, most)});
    draw_pinned(look, actions, pinned);
    ImGui::EndChild();
}

InspectorTab draw_tabs(const Look& look, std::span<const InspectorTab> tabs, InspectorTab shown, float end) {
    if (std::ranges::count(tabs, shown) == 0)
        shown = tabs.front();
    const Palette& palette = look.palette();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float all = ImGui::GetContentRegionAvail().x, height = look.px(30), gap = look.px(18);
    float left = at.x;
    InspectorTab chosen = shown;
    for (const InspectorTab tab : tabs) {
        const std::string title = capitalized(std::string(to_string(tab)));
        const Rect rect = Rect::of({left, at.y}, {width_of(look.fonts.text, title), height});
        ImGui::SetCursorScreenPos(rect.low());
        if (ImGui::InvisibleButton(title.c_str(), rect.size()))
            chosen = tab;
        show_clickable();
        const bool is_shown = tab == shown, hovered = ImGui::IsItemHovered();
        write(list, look.fonts.text, {rect.left, rect.middle_y() - look.fonts.text->FontSize / 2},
              is_shown || hovered ? palette.text : palette.dim, title);
        if (is_shown)
            list.AddRectFilled({rect.left, rect.bottom - look.px(2)}, rect.high(), palette.accent);
        left = std::min(rect.right + gap, at.x + all - end);
    }
    list.AddLine({at.x, at.y + height}, {at.x + all, at.y + height}, palette.line);
    ImGui::SetCursorScreenPos({at.x, at.y + height + look.px(6)});
    return chosen;
}

} // namespace scanline::view
