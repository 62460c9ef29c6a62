#include "kdtree/geometry.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scanline::view {

namespace {

constexpr double space_around = 0.04; ///< around the points, of their extent

void append_cells(const kdtree::Tree<float>& tree, const kdtree::Subtree& subtree, const KdBox& box,
                  int levels, std::vector<KdCell>& cells) {
    if (subtree.empty() || subtree.depth == levels)
        return;
    const std::int64_t node = subtree.root();
    const int axis = subtree.axis(tree.dimensions);
    const auto split = static_cast<double>(tree.points()[node][axis]);
    append_cells(tree, subtree.left(), box.cut(axis, split, false), levels, cells);
    cells.push_back({subtree, node, axis, split, box});
    append_cells(tree, subtree.right(), box.cut(axis, split, true), levels, cells);
}

constexpr double eye_distance = 5; ///< units; the corners of a cube are 1.73 away from the middle

double radians(double degrees) {
    return degrees * std::numbers::pi / 180;
}

} // namespace

double KdBox::side(int axis) const {
    const auto at = static_cast<std::size_t>(axis);
    return high[at] - low[at];
}

KdBox KdBox::cut(int axis, double split, bool upper) const {
    KdBox part = *this;
    (upper ? part.low : part.high)[static_cast<std::size_t>(axis)] = split;
    return part;
}

KdBox bounds_of(const points::Points<float>& points) {
    KdBox bounds;
    if (points.size() == 0)
        return bounds;
    for (int axis = 0; axis < points.dimensions; ++axis) {
        double low = static_cast<double>(points[0][axis]), high = low;
        for (std::int64_t point = 1; point < points.size(); ++point) {
            low = std::min(low, static_cast<double>(points[point][axis]));
            high = std::max(high, static_cast<double>(points[point][axis]));
        }
        const double room = low < high ? space_around * (high - low) : std::max(1.0, std::abs(low) / 100);
        bounds.low[static_cast<std::size_t>(axis)] = low - room;
        bounds.high[static_cast<std::size_t>(axis)] = high + room;
    }
    return bounds;
}

std::vector<KdCell> cells_of(const kdtree::Tree<float>& tree, const KdBox& bounds, int levels) {
    std::vector<KdCell> cells;
    append_cells(tree, tree.whole(), bounds, levels, cells);
    return cells;
}

const KdCell* find_cell(const std::vector<KdCell>& cells, std::int64_t node) {
    const auto found = std::ranges::lower_bound(cells, node, {}, &KdCell::node);
    return found == cells.end() || found->node != node ? nullptr : &*found;
}

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
