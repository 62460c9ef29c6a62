#include "panels/panels.h"
#include "scanline/view/widgets.h"

namespace scanline::view {

int draw_scene_list(const Look& look, std::span<const std::unique_ptr<Scene>> scenes, const Scene& current) {
    int clicked = -1;
    ImGui::PushStyleVar(ImGuiStyleVar_SelectableTextAlign, {0, 0.5f});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, look.px(4)});
    const Palette& palette = look.palette();
    for (int i = 0; i < static_cast<int>(scenes.size()); ++i) {
        const Scene& scene = *scenes[static_cast<std::size_t>(i)];
        const bool chosen = &scene == &current;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float height = look.px(34), width = ImGui::GetContentRegionAvail().x;
        if (ImGui::InvisibleButton(scene.title().data(), {width, height}))
            clicked = i;
        const bool hovered = ImGui::IsItemHovered();
        tooltip(scene.summary().data());
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImVec2 end{at.x + width, at.y + height};
        if (chosen || hovered)
            list.AddRectFilled(at, end, chosen ? mix(palette.panel, palette.accent, 0.22f) : palette.hovered,
                               look.px(4));
        if (chosen)
            list.AddRectFilled(at, {at.x + look.px(3), end.y}, palette.accent, look.px(2));
        list.AddText(look.fonts.text, look.fonts.text->FontSize,
                     {at.x + look.px(12), at.y + (height - look.fonts.text->FontSize) / 2},
                     chosen ? palette.text : mix(palette.text, palette.dim, 0.5f), scene.title().data());
    }
    ImGui::PopStyleVar(2);
    return clicked;
}

} // namespace scanline::view
