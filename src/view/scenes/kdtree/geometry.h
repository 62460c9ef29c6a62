#pragma once
#include "scanline/kdtree/tree.h"

#include <algorithm>
#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <span>
#include <utility>
#include <vector>

namespace scanline::view::kdtree_scene {

/// From low to high along each axis; points in the plane leave the third unused.
struct Box {
    glm::dvec3 low{0, 0, 0}, high{0, 0, 0};

    double side(int axis) const { return high[axis] - low[axis]; }
    double largest_side() const { return std::max({side(0), side(1), side(2)}); }
    /// The side below or above a split.
    Box cut(int axis, double split, bool upper) const {
        Box part = *this;
        (upper ? part.low : part.high)[axis] = split;
        return part;
    }

    friend bool operator==(const Box&, const Box&) = default;
};

/// A position with two or three coordinates; a missing third is 0.
inline glm::dvec3 place_of(std::span<const float> coordinates) {
    glm::dvec3 place(0, 0, 0);
    for (std::size_t axis = 0; axis < coordinates.size(); ++axis)
        place[static_cast<int>(axis)] = static_cast<double>(coordinates[axis]);
    return place;
}

/// The least and the greatest coordinate of points along an axis; 0 without points.
template <points::Coordinate C>
std::pair<double, double> ends_along(const points::Points<C>& points, int axis) {
    if (points.size() == 0)
        return {0, 0};
    C low = points[0][axis], high = low;
    for (std::int64_t point = 1; point < points.size(); ++point) {
        low = std::min(low, points[point][axis]);
        high = std::max(high, points[point][axis]);
    }
    return {static_cast<double>(low), static_cast<double>(high)};
}

/// The bounds of the points, with some margin.
Box bounds_of(const points::Points<float>& points);

/// What a node splits: the part of the bounds that contains its subtree's points.
struct Cell {
    kdtree::Subtree subtree;
    std::int64_t node = 0;
    int axis = 0;
    double split = 0;
    Box box;
};

/// The cells of the nodes of the first `levels` levels, in node order.
std::vector<Cell> cells_of(const kdtree::Tree<float>& tree, const Box& bounds, int levels);
/// The cells of a node's ancestors, from the root down, and its own.
std::vector<Cell> path_to(const kdtree::Tree<float>& tree, const Box& bounds, std::int64_t node);
/// The cell of any node.
Cell cell_of(const kdtree::Tree<float>& tree, const Box& bounds, std::int64_t node);

/// Scales points of any extent to units: the largest side of the bounds spans -1 to 1, the others in
/// proportion, except those that would be too thin to see, which span -1 to 1, too.
class Frame {
public:
    static constexpr double thinnest = 0.1; ///< relative to the largest side

    Frame(const Box& bounds, int dimensions);

    glm::dvec3 unit(const glm::dvec3& place) const { return (place - middle_) * scale_; }
    /// The position of a unit, from 0 to 1 of the bounds.
    glm::dvec3 fraction(const glm::dvec3& unit) const;
    /// Converts a length along an axis to units.
    double length(double of, int axis) const { return of * scale_[axis]; }
    /// Half the sides of the bounds.
    const glm::dvec3& half() const { return half_; }

private:
    int dimensions_;
    glm::dvec3 middle_, scale_{0, 0, 0}, half_;
};

/// Maps the plane to a rectangle of the screen: as large as fits, y upward.
class PlaneMap {
public:
    PlaneMap(const Frame& frame, glm::dvec2 low, glm::dvec2 high);

    glm::dvec2 to_screen(const glm::dvec3& unit) const {
        return {middle_.x + unit.x * scale_, middle_.y - unit.y * scale_};
    }
    glm::dvec3 to_unit(const glm::dvec2& screen) const {
        return {(screen.x - middle_.x) / scale_, (middle_.y - screen.y) / scale_, 0};
    }
    // The bounds on the screen.
    glm::dvec2 low() const { return middle_ - half_ * scale_; }
    glm::dvec2 high() const { return middle_ + half_ * scale_; }

private:
    glm::dvec2 middle_, half_;
    double scale_; ///< pixels per unit
};

} // namespace scanline::view::kdtree_scene
