#include "kdtree/kdtree_frame.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scanline::view {

namespace {

constexpr double eye_distance = 5; ///< units; the corners of a cube are 1.73 away from the middle

double radians(double degrees) {
    return degrees * std::numbers::pi / 180;
}

} // namespace

KdFrame::KdFrame(const KdBox& bounds, int dimensions) : bounds_(bounds), dimensions_(dimensions) {
    double largest = 0;
    for (int axis = 0; axis < dimensions; ++axis)
        largest = std::max(largest, bounds.side(axis));
    for (int axis = 0; axis < dimensions; ++axis) {
        const double side = bounds.side(axis);
        scale_[static_cast<std::size_t>(axis)] = 2 / (side < thinnest * largest ? side : largest);
    }
}

glm::dvec3 KdFrame::unit(const std::array<double, 3>& place) const {
    std::array<double, 3> made{0, 0, 0};
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions_); ++axis) {
        const double middle = bounds_.low[axis] + (bounds_.high[axis] - bounds_.low[axis]) / 2;
        made[axis] = (place[axis] - middle) * scale_[axis];
    }
    return {made[0], made[1], made[2]};
}

glm::dvec3 KdFrame::unit(const float* point) const {
    std::array<double, 3> place{0, 0, 0};
    std::copy_n(point, dimensions_, place.begin());
    return unit(place);
}

std::array<double, 3> KdFrame::share(const glm::dvec3& unit) const {
    const glm::dvec3 half = this->half();
    std::array<double, 3> made{0.5, 0.5, 0.5};
    for (int axis = 0; axis < dimensions_; ++axis)
        made[static_cast<std::size_t>(axis)] = std::clamp((unit[axis] / half[axis] + 1) / 2, 0.0, 1.0);
    return made;
}

glm::dvec3 KdFrame::half() const {
    glm::dvec3 half(0, 0, 0);
    for (int axis = 0; axis < dimensions_; ++axis)
        half[axis] = length(bounds_.side(axis), axis) / 2;
    return half;
}

KdPlaneMap::KdPlaneMap(const KdFrame& frame, glm::dvec2 low, glm::dvec2 high)
    : middle_((low + high) / 2.0), half_(frame.half().x, frame.half().y),
      scale_(std::max(1.0, std::min((high.x - low.x) / (2 * half_.x), (high.y - low.y) / (2 * half_.y)))) {}

glm::dvec2 KdPlaneMap::to_screen(const glm::dvec3& unit) const {
    return {middle_.x + unit.x * scale_, middle_.y - unit.y * scale_};
}

glm::dvec3 KdPlaneMap::to_unit(const glm::dvec2& screen) const {
    return {(screen.x - middle_.x) / scale_, (middle_.y - screen.y) / scale_, 0};
}

KdCamera::KdCamera(double yaw, double pitch, glm::dvec2 middle, double radius)
    : sin_yaw_(std::sin(radians(yaw))), cos_yaw_(std::cos(radians(yaw))),
      sin_pitch_(std::sin(radians(pitch))), cos_pitch_(std::cos(radians(pitch))), middle_(middle),
      radius_(radius) {}

KdCamera::Seen KdCamera::see(const glm::dvec3& unit) const {
    const double right = cos_yaw_ * unit.x + sin_yaw_ * unit.y;
    const double away = cos_yaw_ * unit.y - sin_yaw_ * unit.x;
    const double up = cos_pitch_ * unit.z + sin_pitch_ * away;
    const double near = sin_pitch_ * unit.z - cos_pitch_ * away;
    // What is beside the eye or behind it is as large as it can be.
    const double scale = eye_distance / std::max(0.1, eye_distance - near);
    return {middle_ + radius_ * scale * glm::dvec2(right, -up), near, scale};
}

} // namespace scanline::view
