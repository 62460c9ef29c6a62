#include "kit/gesture.h"

#include <imgui_internal.h> // the item under the mouse

namespace scanline::view {

Gesture gesture_in(const Rect& canvas) {
    const ImGuiID map = ImGui::GetID(map_name);
    if (!is_hovered(canvas) || ImGui::GetHoveredID() == map || ImGui::GetActiveID() == map)
        return Gesture::none;
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Right))
        return Gesture::unpin;
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
        return Gesture::reset;
    const ImVec2 pressed = io.MouseClickedPos[ImGuiMouseButton_Left];
    const float moved = io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left];
    const bool clicked = ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
                         io.MouseClickedLastCount[ImGuiMouseButton_Left] == 1 &&
                         canvas.contains(pressed.x, pressed.y) &&
                         moved < io.MouseDragThreshold * io.MouseDragThreshold;
    return !clicked ? Gesture::none : io.KeyShift ? Gesture::edit : Gesture::pin;
}

} // namespace scanline::view
