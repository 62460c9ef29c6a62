#include "kit/focus.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui_internal.h> // items and windows

#include <algorithm>
#include <utility>
#include <vector>

namespace scanline::view {

namespace {

struct Item {
    ImGuiID id;
    ImRect rect;
    ImGuiWindow* window;
    bool is_typed; ///< can be typed into
};

struct Focus {
    const ImGuiContext* context = nullptr;
    std::vector<Item> items{}, drawn{}; ///< of the last frame, and of this one so far
    ImGuiID id = 0, opener = 0;         ///< opener: of the list that is open
    int step = 0;
};

Focus& focus() {
    static Focus one;
    if (one.context != ImGui::GetCurrentContext())
        one = {ImGui::GetCurrentContext()};
    return one;
}

/// Moves the focus round; in a list within it.
void move_focus(int by, const ImGuiWindow* list) {
    ImGuiContext& context = *ImGui::GetCurrentContext();
    ImGui::NavMoveRequestCancel(); // ImGui's own stays in one window
    std::vector<Item> ring = focus().items;
    std::erase_if(ring, [list](const Item& item) {
        return list && item.window != list && item.window->ParentWindow != list;
    });
    if (ring.empty())
        return;
    // From the field with the cursor, if a click has put it there.
    const auto at = std::ranges::find(ring, context.ActiveId ? context.ActiveId : focus().id, &Item::id);
    const auto count = std::ssize(ring), from = at == ring.end() && by < 0 ? 0 : at - ring.begin();
    const Item& next = ring[static_cast<std::size_t>((from == count ? 0 : from + by + count) % count)];
    focus().id = next.id;
    ImGui::ClearActiveID();
    ImGui::ScrollToBringRectIntoView(next.window, next.rect);
}

} // namespace

void offer_focus() {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    const auto& last = context.LastItemData;
    const auto flags = [](const auto& data) {
        if constexpr (requires { data.ItemFlags; }) // in later versions
            return data.ItemFlags;
        else
            return data.InFlags;
    }(last);
    std::vector<Item>& drawn = focus().drawn;
    if (last.ID != 0 && (flags & ImGuiItemFlags_Disabled) == 0 &&
        std::ranges::count(drawn, last.ID, &Item::id) == 0)
        drawn.push_back({last.ID, last.Rect, context.CurrentWindow, (flags & ImGuiItemFlags_Inputable) != 0});
}

int focus_step() {
    return ImGui::GetItemID() == focus().id ? focus().step : 0;
}

bool take_focus_keys() {
    Focus& now = focus();
    now.items = std::exchange(now.drawn, {});
    now.step = 0;
    ImGuiContext& context = *ImGui::GetCurrentContext();
    const ImGuiIO& io = ImGui::GetIO();
    const ImGuiWindow* const list =
        context.OpenPopupStack.empty() ? nullptr : context.OpenPopupStack.back().Window;
    const bool in_dialog = list && (list->Flags & ImGuiWindowFlags_Modal);
    if (io.MouseClicked[0] || in_dialog)
        now.id = 0;
    if (io.KeyCtrl || io.KeyAlt || in_dialog)
        return false;
    const auto pressed = [](auto... keys) { return (ImGui::IsKeyPressed(ImGuiKey{keys}) || ...); };
    if (const bool up = list && pressed(GLFW_KEY_UP);
        up || pressed(GLFW_KEY_TAB) || (list && pressed(GLFW_KEY_DOWN))) {
        move_focus(up || io.KeyShift ? -1 : 1, list);
        return true;
    }
    auto item = std::ranges::find(now.items, now.id, &Item::id);
    if (item == now.items.end() && now.id && !list)
        item = std::ranges::find(now.items, now.id = std::exchange(now.opener, 0), &Item::id);
    if (item == now.items.end() || io.WantTextInput)
        return false;
    if (pressed(GLFW_KEY_ENTER, GLFW_KEY_KP_ENTER, GLFW_KEY_SPACE)) {
        now.opener = list ? now.opener : now.id;
        context.NavNextActivateId = now.id;
        context.NavNextActivateFlags = item->is_typed ? ImGuiActivateFlags_PreferInput : 0;
    } else if (item->is_typed && pressed(GLFW_KEY_LEFT, GLFW_KEY_RIGHT)) {
        now.step = pressed(GLFW_KEY_LEFT) ? -1 : 1;
    } else if (!list && pressed(GLFW_KEY_ESCAPE)) {
        now.id = 0;
    } else {
        return false;
    }
    return true;
}

std::optional<Rect> focused() {
    const auto item = std::ranges::find(focus().drawn, focus().id, &Item::id);
    if (item == focus().drawn.end())
        return std::nullopt;
    ImRect seen = item->rect;
    seen.ClipWith(item->window->OuterRectClipped);
    return Rect{seen.Min.x, seen.Min.y, seen.Max.x, seen.Max.y};
}

} // namespace scanline::view
