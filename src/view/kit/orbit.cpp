#include "kit/orbit.h"

#include "kit/gesture.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <limits>
#include <numbers>

namespace scanline::view {

namespace {

constexpr double degrees_a_pixel = 0.4;
constexpr double eye_distance = 5; ///< units; the corners of a cube are 1.73 from the middle

double radians(double degrees) {
    return degrees * std::numbers::pi / 180;
}

} // namespace

void Orbit::add_rows(std::vector<Property>& rows) {
    rows.push_back(real_row("yaw", "Yaw", yaw, {-360, 360}, "The camera's turn around z, in degrees."));
    rows.push_back(real_row("pitch", "Pitch", pitch, {-max_pitch, max_pitch},
                            "The camera's height over the points, in degrees."));
    rows.push_back(
        real_row("zoom", "Zoom", zoom, {min_zoom, max_zoom}, "How large the points are; at 1 they fit."));
}

bool turn_in(const Rect& area, Orbit& orbit) {
    // Before the button, which takes the press.
    if (gesture_in(area) == Gesture::reset)
        orbit = {};
    ImGui::SetCursorScreenPos(area.low());
    ImGui::InvisibleButton("space", {std::max(1.0f, area.width()), std::max(1.0f, area.height())});
    const ImGuiIO& io = ImGui::GetIO();
    const bool hovered = ImGui::IsItemHovered(), turning = ImGui::IsItemActive();
    if (hovered || turning)
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    if (turning) {
        orbit.yaw = std::remainder(orbit.yaw - static_cast<double>(io.MouseDelta.x) * degrees_a_pixel, 360.0);
        orbit.pitch = std::clamp(orbit.pitch + static_cast<double>(io.MouseDelta.y) * degrees_a_pixel,
                                 -Orbit::max_pitch, Orbit::max_pitch);
    }
    if (hovered && io.MouseWheel != 0)
        orbit.zoom = std::clamp(orbit.zoom * std::pow(1.1, static_cast<double>(io.MouseWheel)),
                                Orbit::min_zoom, Orbit::max_zoom);
    return hovered && !turning;
}

Camera::Camera(double yaw, double pitch, glm::dvec2 middle, double radius)
    : sin_yaw_(std::sin(radians(yaw))), cos_yaw_(std::cos(radians(yaw))),
      sin_pitch_(std::sin(radians(pitch))), cos_pitch_(std::cos(radians(pitch))), middle_(middle),
      radius_(radius) {}

Camera::Seen Camera::see(const glm::dvec3& unit) const {
    const double right = cos_yaw_ * unit.x + sin_yaw_ * unit.y;
    const double away = cos_yaw_ * unit.y - sin_yaw_ * unit.x;
    const double up = cos_pitch_ * unit.z + sin_pitch_ * away;
    const double near = sin_pitch_ * unit.z - cos_pitch_ * away;
    // What is beside or behind the eye gets the largest scale.
    const double scale = eye_distance / std::max(0.1, eye_distance - near);
    return {middle_ + radius_ * scale * glm::dvec2(right, -up), near, scale};
}

ImVec2 Camera::at(const glm::dvec3& unit) const {
    return pixel(see(unit).at);
}

// Centres the projected box: perspective enlarges near parts and so shifts their middle.
Camera camera_in(const Rect& area, const Orbit& orbit, const glm::dvec3& half) {
    const double smaller = static_cast<double>(std::min(area.width(), area.height()));
    const double size = std::max(1.0, 0.29 * smaller) * orbit.zoom;
    const Camera there(orbit.yaw, orbit.pitch, {0, 0}, size);
    glm::dvec2 least(std::numeric_limits<double>::max()), most(std::numeric_limits<double>::lowest());
    for (const glm::dvec3& corner : corners_between(-half, half)) {
        least = glm::min(least, there.see(corner).at);
        most = glm::max(most, there.see(corner).at);
    }
    const glm::dvec2 middle(area.left + area.right, area.top + area.bottom);
    return {orbit.yaw, orbit.pitch, (middle - least - most) / 2.0, size};
}

Corners corners_between(const glm::dvec3& low, const glm::dvec3& high) {
    Corners corners;
    for (std::size_t corner = 0; corner < corners.size(); ++corner) {
        for (int axis = 0; axis < 3; ++axis)
            corners[corner][axis] = (corner >> axis & 1) != 0 ? high[axis] : low[axis];
    }
    return corners;
}

std::array<glm::dvec3, 4> plane_of(const Corners& corners, int axis) {
    const std::size_t one = std::size_t{1} << (axis + 1) % 3, other = std::size_t{1} << (axis + 2) % 3;
    return {corners[0], corners[one], corners[one + other], corners[other]};
}

void draw_box(ImDrawList& list, const Look& look, const Camera& camera, const glm::dvec3& half, bool near) {
    const Corners corners = corners_between(-half, half);
    for (const auto& [a, b] : box_edges) {
        const auto from = camera.see(corners[a]), to = camera.see(corners[b]);
        if ((from.depth + to.depth > 0) == near)
            list.AddLine(pixel(from.at), pixel(to.at), with_alpha(look.palette().dim, near ? 0.75f : 0.35f),
                         look.px(1));
    }
}

void draw_scale(ImDrawList& list, const Look& look, const Camera& camera, const Rect& area,
                const glm::dvec3& half, int axis, ImU32 colour, const std::string& text,
                const std::string& name) {
    glm::dvec2 edge(0, 0);
    double farthest = std::numeric_limits<double>::lowest();
    for (int corner = 0; corner < 4; ++corner) {
        const int one = (axis + 1) % 3, other = (axis + 2) % 3;
        glm::dvec3 middle(0, 0, 0);
        middle[one] = (corner & 1) != 0 ? half[one] : -half[one];
        middle[other] = (corner & 2) != 0 ? half[other] : -half[other];
        const glm::dvec2 at = camera.see(middle).at;
        const double out = axis == 2 ? camera.middle().x - at.x : at.y - camera.middle().y;
        if (out > farthest) {
            farthest = out;
            edge = at;
        }
    }
    // Pushed away from the middle, off the edge.
    const ImFont* const font = look.fonts.small;
    const ImVec2 at = pixel(edge);
    const float side = edge.x < camera.middle().x ? -1.0f : 1.0f, gap = look.px(12);
    const float y = axis == 2 ? at.y : at.y + gap;
    const float room = (side < 0 ? at.x - area.left : area.right - at.x) - gap;
    const auto fits = [&](const std::string& words) { return width_of(font, words) <= room; };
    write(list, font, {at.x + side * gap, y - font->FontSize / 2}, colour,
          fits(text) ? text : elided(name, fits), side < 0 ? 1.0f : 0.0f);
}

} // namespace scanline::view
