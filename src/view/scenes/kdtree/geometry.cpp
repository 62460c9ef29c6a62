#include "scenes/kdtree/geometry.h"

#include <cmath>

namespace scanline::view::kdtree_scene {

namespace {

constexpr double space_around = 0.04; ///< around the points, relative to their extent

Cell cell_at(const kdtree::Tree<float>& tree, const kdtree::Subtree& subtree, const Box& box) {
    const std::int64_t node = subtree.root();
    const int axis = subtree.axis(tree.dimensions);
    return {subtree, node, axis, static_cast<double>(tree.points()[node][axis]), box};
}

void append_cells(const kdtree::Tree<float>& tree, const kdtree::Subtree& subtree, const Box& box, int levels,
                  std::vector<Cell>& cells) {
    if (subtree.empty() || subtree.depth == levels)
        return;
    const Cell cell = cell_at(tree, subtree, box);
    append_cells(tree, subtree.left(), box.cut(cell.axis, cell.split, false), levels, cells);
    cells.push_back(cell);
    append_cells(tree, subtree.right(), box.cut(cell.axis, cell.split, true), levels, cells);
}

} // namespace

Box bounds_of(const points::Points<float>& points) {
    Box bounds;
    for (int axis = 0; points.size() > 0 && axis < points.dimensions; ++axis) {
        const auto [low, high] = ends_along(points, axis);
        const double room = low < high ? space_around * (high - low) : std::max(1.0, std::abs(low) / 100);
        bounds.low[axis] = low - room;
        bounds.high[axis] = high + room;
    }
    return bounds;
}

std::vector<Cell> cells_of(const kdtree::Tree<float>& tree, const Box& bounds, int levels) {
    std::vector<Cell> cells;
    append_cells(tree, tree.whole(), bounds, levels, cells);
    return cells;
}

std::vector<Cell> path_to(const kdtree::Tree<float>& tree, const Box& bounds, std::int64_t node) {
    std::vector<Cell> path{cell_at(tree, tree.whole(), bounds)};
    while (path.back().node != node) {
        const Cell cell = path.back();
        const bool upper = node > cell.node;
        path.push_back(cell_at(tree, upper ? cell.subtree.right() : cell.subtree.left(),
                               cell.box.cut(cell.axis, cell.split, upper)));
    }
    return path;
}

Cell cell_of(const kdtree::Tree<float>& tree, const Box& bounds, std::int64_t node) {
    return path_to(tree, bounds, node).back();
}

Frame::Frame(const Box& bounds, int dimensions)
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

glm::dvec3 Frame::fraction(const glm::dvec3& unit) const {
    glm::dvec3 fraction(0.5, 0.5, 0.5);
    for (int axis = 0; axis < dimensions_; ++axis)
        fraction[axis] = std::clamp((unit[axis] / half_[axis] + 1) / 2, 0.0, 1.0);
    return fraction;
}

PlaneMap::PlaneMap(const Frame& frame, glm::dvec2 low, glm::dvec2 high)
    : middle_((low + high) / 2.0), half_(frame.half().x, frame.half().y),
      scale_(std::max(1.0, std::min((high.x - low.x) / (2 * half_.x), (high.y - low.y) / (2 * half_.y)))) {}

} // namespace scanline::view::kdtree_scene
