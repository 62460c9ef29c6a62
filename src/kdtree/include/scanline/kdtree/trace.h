#pragma once
#include "scanline/core/named.h"
#include "scanline/kdtree/search.h"
#include "scanline/kdtree/tree.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scanline::kdtree {

/// A build step by step as in Brown 2015, with one index array per coordinate. Array positions are nodes of
/// the tree: a subtree holds the same points in all arrays, at its own positions.
struct BuildTrace {
    /// Point indices, one array per coordinate.
    using Arrays = std::vector<std::vector<std::int32_t>>;

    /// The presort: array d lists all points by the super key of coordinate d; equal points by index.
    Arrays sorted;
    /// steps[0]: without duplicates. steps[l + 1]: level l has been split. In each subtree of that level, the
    /// middle of the splitting axis's array is the median, which moves to the root's position in all arrays.
    /// Lesser points, by the super key of that axis, move before it, greater ones after it, stably. After the
    /// last level all arrays equal Tree::index.
    std::vector<Arrays> steps;

    /// Distinct points.
    std::int64_t size() const { return static_cast<std::int64_t>(steps.front().front().size()); }

    bool operator==(const BuildTrace&) const = default;
};

/// The non-empty subtrees of a level, in node order.
///
///     subtrees_of_level(6, 1) == {{0, 2, 1}, {3, 6, 1}}
std::vector<Subtree> subtrees_of_level(std::int64_t size, int level);

/// Builds the tree of the points step by step, to show or check it: build() produces the same tree faster. On
/// the CPU, on one thread. Zero points are allowed. Keeps 4 bytes per point, coordinate and level. Errors:
/// those of require_points().
///
///     const std::vector<float> xy{2, 3, 5, 4, 9, 6, 4, 7, 8, 1, 7, 2};
///     const BuildTrace trace = trace_build<float>({xy, 2});
///     trace.sorted   == {{0, 3, 1, 5, 4, 2}, {4, 5, 0, 1, 2, 3}}
///     trace.steps[1] == {{0, 3, 1, 5, 4, 2}, {0, 3, 1, 4, 5, 2}}   // around point 1, (5, 4), by x
///     trace.steps[2] == {{0, 3, 1, 4, 5, 2}, {0, 3, 1, 4, 5, 2}}   // around points 0 and 5 by y
template <Coordinate C>
BuildTrace trace_build(const Points<C>& points);

/// Kinds of search steps.
enum class VisitKind {
    enter, ///< descends into a subtree of several nodes
    look,  ///< tests the point of a node
    prune, ///< skips a side of a split, together with the splitting node
    take,  ///< takes a whole subtree of several nodes inside the box
};
constexpr auto table_of(VisitKind) {
    using enum VisitKind;
    return named<VisitKind>({{enter, "enter"}, {look, "look"}, {prune, "prune"}, {take, "take"}});
}
using scanline::to_string;

/// One step of a search, with the nodes [first, last).
template <Coordinate C>
struct Visit {
    VisitKind kind = VisitKind::enter;
    std::int64_t first = 0, last = 0;
    std::int64_t node = 0; ///< the root of the subtree, the tested node, or the splitting node
    bool upper = false;    ///< prune: the side above the split, not below
    bool found = false;    ///< look: it is among the results so far
    /// look: the node that this one displaces from the results; -1: none.
    std::int64_t dropped = -1;
    // Both are 0 for boxes.
    Distance<C> distance = 0; ///< look: squared distance of the point. prune: lower bound of that side
    Distance<C> limit = 0;    ///< the largest relevant squared distance before the step

    bool operator==(const Visit&) const = default;
};

/// The steps of one query's search, in the order of knn(), radius_search() and box_search(), but node by node
/// down to the leaves; the searches themselves scan the last few nodes of a path linearly. A box search
/// prunes a side if the split lies beyond the box; the others, if none of its points can be within the limit.
template <Coordinate C>
using QueryTrace = std::vector<Visit<C>>;

/// knn() of one query. Errors: those of knn().
///
///     const std::vector<float> xy{2, 3, 5, 4, 9, 6, 4, 7, 8, 1, 7, 2}, query{9, 2};
///     const Tree<float> tree = build<float>({xy, 2});
///     trace_knn<float>(tree, query, 1);
///     // enter 0 to 5, enter 3 to 5, look at 5: (9, 6), 16 away; look at 4: (7, 2), 4; look at 3: (8, 1), 2;
///     // prune 0 to 2: 16 away, and only what is within 2 is of interest
template <Coordinate C>
QueryTrace<C> trace_knn(const Tree<C>& tree, std::span<const C> query, int k,
                        double radius = infinite_distance<double>);

/// radius_search() of one query. Errors: those of radius_search().
template <Coordinate C>
QueryTrace<C> trace_radius_search(const Tree<C>& tree, std::span<const C> query, double radius);

/// box_search() of one box. Errors: those of box_search().
template <Coordinate C>
QueryTrace<C> trace_box_search(const Tree<C>& tree, std::span<const C> low, std::span<const C> high);

/// The nodes among the results after the first `visits` of a trace, ascending; after all visits, the final
/// results.
template <Coordinate C>
std::vector<std::int64_t> found_nodes(const QueryTrace<C>& trace, std::size_t visits);

} // namespace scanline::kdtree
