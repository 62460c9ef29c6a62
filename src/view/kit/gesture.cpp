#include "kit/gesture.h"

namespace scanline::view {

Gesture gesture_in(const Rect& canvas) {
    if (!is_hovered(canvas))
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
