#pragma once
#include "scanline/kdtree/tree.h"

#include <cstdint>
#include <vector>

namespace scanline::kdtree {

/// A build step by step as Brown 2015 describes it, with an index array for each coordinate. Positions in the
/// arrays are nodes of the tree: a subtree holds the same points in all of them, at its own positions.
struct BuildTrace {
    /// Indices of points, an array for each coordinate.
    using Arrays = std::vector<std::vector<std::int32_t>>;

    /// The presort: array d has all points by the super key of coordinate d, equal points by their index.
    Arrays sorted;
    /// steps[0]: without duplicates. steps[l + 1]: level l has been split. In every subtree of that level its
    /// array's middle is the median, which comes to the root's position in all arrays; what is less by the
    /// super key of the level's axis comes before it, what is greater behind, both in the order that they
    /// have. After the last level all arrays are Tree::index.
    std::vector<Arrays> steps;

    /// Distinct points.
    std::int64_t size() const { return static_cast<std::int64_t>(steps.front().front().size()); }

    bool operator==(const BuildTrace&) const = default;
};

/// The subtrees of a level that are not empty, in the order of their nodes.
///
///     subtrees_of_level(6, 1) == {{0, 2, 1}, {3, 6, 1}}
std::vector<Subtree> subtrees_of_level(std::int64_t size, int level);

/// What leads to the tree of the points, for those who want to show or check it: build() comes to the same
/// tree, faster. On the CPU, by one thread. No points will do. Keeps 4 bytes for each point, coordinate and
/// level. Errors: those of require_points().
///
///     const std::vector<float> xy{2, 3, 5, 4, 9, 6, 4, 7, 8, 1, 7, 2};
///     const BuildTrace trace = trace_build<float>({xy, 2});
///     trace.sorted   == {{0, 3, 1, 5, 4, 2}, {4, 5, 0, 1, 2, 3}}
///     trace.steps[1] == {{0, 3, 1, 5, 4, 2}, {0, 3, 1, 4, 5, 2}}   // around point 1, (5, 4), by x
///     trace.steps[2] == {{0, 3, 1, 4, 5, 2}, {0, 3, 1, 4, 5, 2}}   // around points 0 and 5 by y
template <Coordinate C>
BuildTrace trace_build(const Points<C>& points);

} // namespace scanline::kdtree
