#include "panels/panels.h"
#include "scanline/view/widgets.h"

#include <algorithm>
#include <string_view>

namespace scanline::view {

namespace {

void draw_item(const Actions& actions, const Action& action) {
    const std::string shortcut = to_string(action.shortcut);
    const bool checked = action.checked && action.checked();
    const bool picked = ImGui::MenuItem(action.title.c_str(), shortcut.c_str(), checked, is_enabled(action));
    tooltip(action.description.c_str());
    if (picked)
        actions.run(action.id);
}

} // namespace

void draw_menu_bar(const Look& look, const Actions& actions) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(8), look.px(8)});
    // What is picked may add or take out actions.
    const std::vector<Action> all = actions.all();
    std::vector<std::string> menus;
    for (const Action& action : all) {
        if (!action.menu.empty() && std::ranges::count(menus, action.menu) == 0)
            menus.push_back(action.menu);
    }
    for (const std::string& menu : menus) {
        if (!ImGui::BeginMenu(menu.c_str()))
            continue;
        std::string_view group;
        for (const Action& action : all) {
            if (action.menu != menu)
                continue;
            // Commands about the same thing have the same first part of a name.
            const std::string_view own = std::string_view(action.id).substr(0, action.id.find('.'));
            if (!group.empty() && own != group)
                ImGui::Separator();
            group = own;
            draw_item(actions, action);
        }
        ImGui::EndMenu();
    }
    ImGui::PopStyleVar();
}

} // namespace scanline::view
