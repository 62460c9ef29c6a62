#pragma once
#include "scanline/kdtree/tree.h"

#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <string>

namespace scanline::kdtree {

inline constexpr const char* verify_operation = "kdtree verify";

// The faults that the verifiers look for, one at a time, and their messages. coordinates_of(node): a pointer
// to a node's coordinates, valid until the next call; point_of(node): the point that it names; subtree: the
// whole tree.

/// Describes a fault in one line; none if there is no fault.
using Wrong = std::optional<std::string>;

/// Nodes: a Tree or DeviceNodes.
template <class Nodes, Coordinate C>
Wrong wrong_size(const Nodes& tree, const Points<C>& points) {
    if (tree.dimensions != points.dimensions)
        return fmt::format("the tree has {} dimensions, the points have {}", tree.dimensions,
                           points.dimensions);
    const auto coordinates = static_cast<std::int64_t>(tree.coordinates.size());
    if (coordinates != tree.size() * tree.dimensions)
        return fmt::format("the tree has {} coordinates for {} nodes, not {}", coordinates, tree.size(),
                           tree.size() * tree.dimensions);
    if (tree.size() > points.size())
        return fmt::format("the tree has {} nodes for {} points", tree.size(), points.size());
    return std::nullopt;
}

/// Checks that a node names a point and has its coordinates.
template <Coordinate C>
Wrong wrong_name(std::int64_t node, const C* coordinates, std::int32_t point, const Points<C>& points) {
    if (point < 0 || point >= points.size())
        return fmt::format("node {} names point {} of {}", node, point, points.size());
    if (compare_super_keys(coordinates, points[point], points.dimensions, 0) != 0)
        return fmt::format("node {} does not have the coordinates of point {}, which it names", node, point);
    return std::nullopt;
}

/// Checks a node with these coordinates against its ancestors, root first.
template <Coordinate C, class CoordinatesOf>
Wrong wrong_side(Subtree subtree, std::int64_t node, const C* coordinates, int dimensions,
                 CoordinatesOf coordinates_of) {
    while (subtree.root() != node) {
        const std::int64_t root = subtree.root();
        const int axis = subtree.axis(dimensions);
        const auto order = compare_super_keys(coordinates, coordinates_of(root), dimensions, axis);
        if (node > root && order <= 0)
            return fmt::format("node {} is in the right subtree of node {}, but not greater by axis {}", node,
                               root, axis);
        if (node < root && order >= 0)
            return fmt::format("node {} is in the left subtree of node {}, but not less by axis {}", node,
                               root, axis);
        subtree = node < root ? subtree.left() : subtree.right();
    }
    return std::nullopt;
}

/// Searches for a point from the root: the node found must name it, or an equal, earlier one.
template <Coordinate C, class CoordinatesOf, class PointOf>
Wrong wrong_way(Subtree subtree, std::int64_t point, const Points<C>& points, CoordinatesOf coordinates_of,
                PointOf point_of) {
    while (!subtree.empty()) {
        const std::int64_t root = subtree.root();
        const auto order = compare_super_keys(points[point], coordinates_of(root), points.dimensions,
                                              subtree.axis(points.dimensions));
        if (order == 0) {
            const std::int32_t named = point_of(root);
            if (named <= point)
                return std::nullopt;
            return fmt::format("node {} names point {}, but point {} is equal and before it", root, named,
                               point);
        }
        subtree = order < 0 ? subtree.left() : subtree.right();
    }
    return fmt::format("point {} is not found from the root on", point);
}

} // namespace scanline::kdtree
