#include "shell/panels.h"

#include "kit/canvas.h"
#include "kit/widgets.h"
#include "shell/side_panel.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace scanline::view {

namespace {

bool opens(PanelMode mode, bool there_is_room) {
    return mode == PanelMode::open || (mode == PanelMode::automatic && there_is_room);
}

float width_within(const SidePanel& panel, float usual, float least, float most) {
    const float wanted = panel.width > 0 ? static_cast<float>(panel.width) : usual;
    return std::clamp(wanted, least, std::max(least, most));
}

/// Two strokes that point left or right, or one that points down.
enum class Chevron { left, right, down };
void draw_chevron(ImDrawList& list, const Look& look, ImVec2 middle, Chevron chevron, ImU32 colour) {
    const float arm = look.px(3.5f), thickness = look.px(1.5f);
    const auto stroke = [&](ImVec2 at) {
        const ImVec2 tip = chevron == Chevron::down   ? ImVec2{0, arm / 2}
                           : chevron == Chevron::left ? ImVec2{-arm / 2, 0}
                                                      : ImVec2{arm / 2, 0};
        // The ends lie on the other side, an arm's length apart.
        const ImVec2 across = chevron == Chevron::down ? ImVec2{arm, 0} : ImVec2{0, arm};
        list.PathLineTo({at.x - tip.x + across.x, at.y - tip.y + across.y});
        list.PathLineTo({at.x + tip.x, at.y + tip.y});
        list.PathLineTo({at.x - tip.x - across.x, at.y - tip.y - across.y});
        list.PathStroke(colour, 0, thickness);
    };
    stroke(middle);
}

constexpr float button_side = 22;

/// A small button with a sign that is drawn around its middle. Leaves the cursor where it was.
bool sign_button(const Look& look, const Actions& actions, const char* action, ImVec2 corner,
                 const std::function<void(ImDrawList&, ImVec2, ImU32)>& draw) {
    const Action* found = actions.find(action);
    const ImVec2 start = ImGui::GetCursorPos();
    const Rect rect = Rect::of(corner, {look.px(button_side), look.px(button_side)});
    ImGui::SetCursorScreenPos(corner);
    const bool clicked = ImGui::InvisibleButton(action, rect.size());
    show_clickable();
    if (found)
        tooltip(fmt::format("{} ({})", found->description, to_string(found->shortcut)).c_str());
    const Palette& palette = look.palette();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool hovered = ImGui::IsItemHovered();
    if (hovered)
        fill(list, rect, palette.hovered, look.px(4));
    draw(list, {rect.middle_x(), rect.middle_y()}, hovered ? palette.text : palette.dim);
    ImGui::SetCursorPos(start);
    return clicked && actions.run(action);
}

bool draw_entry(const Look& look, const Scene& scene, bool chosen) {
    const Palette& palette = look.palette();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = look.px(32), width = ImGui::GetContentRegionAvail().x;
    const bool clicked = ImGui::InvisibleButton(scene.texts().title.data(), {width, height});
    const bool hovered = ImGui::IsItemHovered();
    show_clickable();
    tooltip(scene.texts().summary.data());
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 end{at.x + width, at.y + height};
    if (chosen || hovered)
        list.AddRectFilled(at, end, chosen ? mix(palette.panel, palette.accent, 0.22f) : palette.hovered,
                           look.px(4));
    if (chosen)
        list.AddRectFilled(at, {at.x + look.px(3), end.y}, palette.accent, look.px(2));
    write_cut(list, look.fonts.text, {at.x + look.px(16), at.y + (height - look.fonts.text->FontSize) / 2},
              width - look.px(20), chosen ? palette.text : mix(palette.text, palette.dim, 0.5f),
              std::string(scene.texts().title));
    return clicked;
}

} // namespace

bool draw_fold_heading(const Look& look, const std::string& title, bool closed, Tooltip text, float end) {
    const Palette& palette = look.palette();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x - end, height = look.px(24);
    const bool clicked = ImGui::InvisibleButton(title.c_str(), {std::max(1.0f, width), height});
    show_clickable();
    tooltip(text);
    const ImU32 colour = ImGui::IsItemHovered() ? palette.text : palette.dim;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_chevron(list, look, {at.x + look.px(6), at.y + height / 2}, closed ? Chevron::right : Chevron::down,
                 colour);
    write_cut(list, look.fonts.small, {at.x + look.px(16), at.y + (height - look.fonts.small->FontSize) / 2},
              width - look.px(16), colour, title);
    return clicked;
}

Columns columns_of(float window, const SidePanel& list, const SidePanel& inspector) {
    // In a narrow window the middle keeps the room it needs as long as possible.
    const bool narrow = window < 1180;
    const float default_list = narrow ? 180 : 208, default_inspector = narrow ? 288 : 324;
    Columns columns;
    const float beside_rail = window - Columns::rail - Columns::min_middle;
    columns.inspector_open =
        opens(inspector.mode, window - Columns::rail - default_inspector >= Columns::default_middle);
    if (columns.inspector_open)
        columns.inspector = width_within(inspector, default_inspector, Columns::min_inspector, beside_rail);
    const float beside_inspector = window - columns.inspector - Columns::min_middle;
    columns.list_open = opens(list.mode, window - columns.inspector - default_list >= Columns::roomy_middle);
    if (columns.list_open)
        columns.list = width_within(list, default_list, Columns::min_list, beside_inspector);
    return columns;
}

void toggle(SidePanel& panel, bool is_open, bool usually_open) {
    panel.mode =
        is_open == usually_open ? (is_open ? PanelMode::closed : PanelMode::open) : PanelMode::automatic;
}

bool draw_panel_button(const Look& look, const Actions& actions, const char* action, bool at_left, bool open,
                       float down) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float spare = ImGui::GetContentRegionAvail().x - look.px(button_side);
    const Chevron chevron = at_left == open ? Chevron::left : Chevron::right;
    return sign_button(
        look, actions, action, {at.x + (open ? spare : spare / 2), at.y + down},
        [&](ImDrawList& list, ImVec2 middle, ImU32 colour) {
            for (const float shift : {-2.5f, 2.5f})
                draw_chevron(list, look, {middle.x + look.px(shift), middle.y}, chevron, colour);
        });
}

void draw_home_button(const Look& look, const Actions& actions, bool open) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float side = look.px(button_side), spare = ImGui::GetContentRegionAvail().x - side;
    const ImVec2 corner =
        open ? ImVec2{at.x + spare - side, at.y} : ImVec2{at.x + spare / 2, at.y + side + look.px(6)};
    sign_button(look, actions, "view.home", corner, [&](ImDrawList& list, ImVec2 middle, ImU32 colour) {
        for (const ImVec2 point : {ImVec2{-6, 0}, {0, -5.5f}, {6, 0}})
            list.PathLineTo({middle.x + look.px(point.x), middle.y + look.px(point.y)});
        list.PathStroke(colour, 0, look.px(1.5f));
        for (const ImVec2 point : {ImVec2{-4, 0}, {-4, 5}, {4, 5}, {4, 0}})
            list.PathLineTo({middle.x + look.px(point.x), middle.y + look.px(point.y)});
        list.PathStroke(colour, 0, look.px(1.5f));
    });
}

void drag_edge(const Look& look, SidePanel& panel, float edge, bool at_left) {
    ImGui::InvisibleButton("edge", ImGui::GetContentRegionAvail());
    const bool held = ImGui::IsItemActive();
    if (held || ImGui::IsItemHovered()) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
        ImGui::GetWindowDrawList()->AddRectFilled({edge - look.px(1), low.y},
                                                  {edge + look.px(1), low.y + size.y},
                                                  with_alpha(look.palette().accent, held ? 1.0f : 0.6f));
    }
    if (!held && ImGui::IsItemHovered())
        wrapped_tooltip("Drag to resize; a double click takes the usual width.");
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        panel.width = 0;
    } else if (held && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
        const float mouse = ImGui::GetIO().MousePos.x;
        const float width = at_left ? mouse : ImGui::GetIO().DisplaySize.x - mouse;
        panel.width = std::max(1.0f, std::round(width / look.scale));
    }
}

int draw_scene_list(const Look& look, std::span<const std::unique_ptr<Scene>> scenes, const Scene* current,
                    std::set<std::string>& closed_groups) {
    int clicked = -1;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, look.px(2)});
    std::string group;
    for (int i = 0; i < static_cast<int>(scenes.size()); ++i) {
        const Scene& scene = *scenes[static_cast<std::size_t>(i)];
        if (scene.texts().group != group) {
            if (!group.empty())
                ImGui::Dummy({0, look.px(4)});
            const bool first = group.empty();
            group = scene.texts().group;
            const bool closed = closed_groups.contains(group);
            // The button that collapses the panel stands beside the first heading.
            if (draw_fold_heading(look, group, closed,
                                  closed ? "Show the scenes of this group."
                                         : "Hide the scenes of this group.",
                                  first ? look.px(48) : 0)) {
                if (closed)
                    closed_groups.erase(group);
                else
                    closed_groups.insert(group);
            }
        }
        // The current scene stays in sight.
        const bool chosen = &scene == current;
        if ((chosen || !closed_groups.contains(group)) && draw_entry(look, scene, chosen))
            clicked = i;
    }
    ImGui::PopStyleVar();
    return clicked;
}

} // namespace scanline::view
