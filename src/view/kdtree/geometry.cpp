#include "kdtree/geometry.h"

#include <cmath>
#include <numbers>

namespace scanline::view {

namespace {

constexpr double space_around = 0.04; ///< around the points, relative to their extent
constexpr double eye_distance = 5;    ///< units; the corners of a cube are 1.73 from the middle

KdCell cell_at(const kdtree::Tree<float>& tree, const kdtree::Subtree& subtree, const KdBox& box) {
    const std::int64_t node = subtree.root();
    const int axis = subtree.axis(tree.dimensions);
    return {subtree, node, axis, static_cast<double>(tree.points()[node][axis]), box};
}

void append_cells(const kdtree::Tree<float>& tree, const kdtree::Subtree& subtree, const KdBox& box,
                  int levels, std::vector<KdCell>& cells) {
    if (subtree.empty() || subtree.depth == levels)
        return;
    const KdCell cell = cell_at(tree, subtree, box);
    append_cells(tree, subtree.left(), box.cut(cell.axis, cell.split, false), levels, cells);
    cells.push_back(cell);
    append_cells(tree, subtree.right(), box.cut(cell.axis, cell.split, true), levels, cells);
}

double radians(double degrees) {
    return degrees * std::numbers::pi / 180;
}

} // namespace

KdBox bounds_of(const points::Points<float>& points) {
    KdBox bounds;
    for (int axis = 0; points.size() > 0 && axis < points.dimensions; ++axis) {
        const auto [low, high] = ends_along(points, axis);
        const double room = low < high ? space_around * (high - low) : std::max(1.0, std::abs(low) / 100);
        bounds.low[axis] = low - room;
        bounds.high[axis] = high + room;
    }
    return bounds;
}

std::vector<KdCell> cells_of(const kdtree::Tree<float>& tree, const KdBox& bounds, int levels) {
    std::vector<KdCell> cells;
    append_cells(tree, tree.whole(), bounds, levels, cells);
    return cells;
}

std::vector<KdCell> path_to(const kdtree::Tree<float>& tree, const KdBox& bounds, std::int64_t node) {
    std::vector<KdCell> path{cell_at(tree, tree.whole(), bounds)};
    while (path.back().node != node) {
        const KdCell cell = path.back();
        const bool upper = node > cell.node;
        path.push_back(cell_at(tree, upper ? cell.subtree.right() : cell.subtree.left(),
                               cell.box.cut(cell.axis, cell.split, upper)));
    }
    return path;
}

KdCell cell_of(const kdtree::Tree<float>& tree, const KdBox& bounds, std::int64_t node) {
    return path_to(tree, bounds, node).back();
}

KdFrame::KdFrame(const KdBox& bounds, int dimensions)
    : dimensions_(dimensions), middle_(bounds.low + (bounds.high - bounds.low) / 2.0) {
    double largest = 0;
    for (int axis = 0; axis < dimensions; ++axis)
        largest = std::max(largest, bounds.side(axis));
    for (int axis = 0; axis < dimensions; ++axis) {
        const double side = bounds.side(axis);
        scale_[axis] = 2 / (side < thinnest * largest ? side : largest);
    }
    half_ = (bounds.high - bounds.low) * scale_ / 2.0;
}

glm::dvec3 KdFrame::share(const glm::dvec3& unit) const {
    glm::dvec3 share(0.5, 0.5, 0.5);
    for (int axis = 0; axis < dimensions_; ++axis)
        share[axis] = std::clamp((unit[axis] / half_[axis] + 1) / 2, 0.0, 1.0);
    return share;
}

KdPlaneMap::KdPlaneMap(const KdFrame& frame, glm::dvec2 low, glm::dvec2 high)
    : middle_((low + high) / 2.0), half_(frame.half().x, frame.half().y),
      scale_(std::max(1.0, std::min((high.x - low.x) / (2 * half_.x), (high.y - low.y) / (2 * half_.y)))) {}

KdCamera::KdCamera(double yaw, double pitch, glm::dvec2 middle, double radius)
    : sin_yaw_(std::sin(radians(yaw))), cos_yaw_(std::cos(radians(yaw))),
      sin_pitch_(std::sin(radians(pitch))), cos_pitch_(std::cos(radians(pitch))), middle_(middle),
      radius_(radius) {}

KdCamera::Seen KdCamera::see(const glm::dvec3& unit) const {
    const double right = cos_yaw_ * unit.x + sin_yaw_ * unit.y;
    const double away = cos_yaw_ * unit.y - sin_yaw_ * unit.x;
    const double up = cos_pitch_ * unit.z + sin_pitch_ * away;
    const double near = sin_pitch_ * unit.z - cos_pitch_ * away;
    // What is beside or behind the eye gets the largest scale.
    const double scale = eye_distance / std::max(0.1, eye_distance - near);
    return {middle_ + radius_ * scale * glm::dvec2(right, -up), near, scale};
}

} // namespace scanline::view
