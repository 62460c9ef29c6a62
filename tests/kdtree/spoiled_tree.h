#pragma once
#include "point_sets.h"

#include "scanline/kdtree/tree.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace scanline::kdtree::test {

// Trees with faults for the verifiers to find.

/// A tree to corrupt: 31 nodes, five full levels, with points that all differ in every coordinate. A test
/// fixture.
class SpoiledTree {
protected:
    static constexpr std::uint64_t seed = 600;

    std::vector<float> coordinates_ = make_points<float>(PointSet::uniform, 31, 3, seed);
    Points<float> points_{coordinates_, 3};
    Tree<float> tree_ = build(points_, {.threads = 1});

    float& coordinate(std::size_t node, std::size_t axis) { return tree_.coordinates[3 * node + axis]; }
    // Swaps two nodes, including coordinates.
    void swap_nodes(std::size_t a, std::size_t b) {
        std::swap(tree_.index[a], tree_.index[b]);
        for (std::size_t axis = 0; axis < 3; ++axis)
            std::swap(coordinate(a, axis), coordinate(b, axis));
    }
    // Makes a node repeat the point of another.
    void repeat_node(std::size_t node, std::size_t instead_of) {
        tree_.index[instead_of] = tree_.index[node];
        std::copy_n(tree_.coordinates.begin() + static_cast<std::ptrdiff_t>(3 * node), 3,
                    tree_.coordinates.begin() + static_cast<std::ptrdiff_t>(3 * instead_of));
    }
    // Appends points.
    void add_points(const std::vector<float>& coordinates) {
        coordinates_.insert(coordinates_.end(), coordinates.begin(), coordinates.end());
        points_.coordinates = coordinates_;
    }
};

/// A tree that fails only the bounds check: its nodes have the points that they name, and all points are
/// named or equal to a node.
struct WrongTree {
    const char* why;
    Tree<float> tree;
    std::vector<float> points;
    const char* told; ///< the message of every verifier
};

/// Seven nodes of two coordinates: the root and the leaves split by x, the nodes between by y.
inline const std::vector<WrongTree> wrong_trees{
    {"A point is there twice, the second time to the right of its equal, and all points are found.",
     {1, {1, 2, 2}, {0, 1, 2}},
     {1, 2, 2},
     "node 2 is in the right subtree of node 1, but not greater by axis 0"},
    {"The same to the left.",
     {1, {1, 1, 2}, {1, 0, 2}},
     {1, 1, 2},
     "node 0 is in the left subtree of node 1, but not less by axis 0"},
    {"The last leaf equals a node on the other side of the root, and stands on the right side of its parent.",
     {2, {0, 0, 1, 5, 2, 9, 5, 5, 7, 1, 8, 5, 2, 9}, {0, 1, 2, 3, 4, 5, 6}},
     {0, 0, 1, 5, 2, 9, 5, 5, 7, 1, 8, 5, 2, 9},
     "node 6 is in the right subtree of node 3, but not greater by axis 0"},
    {"So does the first leaf.",
     {2, {7, 1, 1, 5, 2, 9, 5, 5, 7, 1, 8, 5, 9, 9}, {6, 1, 2, 3, 4, 5, 0}},
     {9, 9, 1, 5, 2, 9, 5, 5, 7, 1, 8, 5, 7, 1},
     "node 0 is in the left subtree of node 3, but not less by axis 0"},
    {"The last leaf is on the wrong side of its parent and of the root, which is the higher one.",
     {1, {1, 2, 3, 4, 5, 6, 0}, {0, 1, 2, 3, 4, 5, 6}},
     {1, 2, 3, 4, 5, 6, 0},
     "node 6 is in the right subtree of node 3, but not greater by axis 0"},
};

} // namespace scanline::kdtree::test
