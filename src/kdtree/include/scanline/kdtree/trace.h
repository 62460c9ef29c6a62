#pragma once
#include "scanline/kdtree/search.h"
#include "scanline/kdtree/tree.h"

#include <cstdint>
#include <span>
#include <string_view>
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

/// Builds the tree of the points step by step, to show or check it: build() comes to the same
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

/// The kinds of steps of a search.
enum class VisitKind {
    enter, ///< goes into a subtree of several nodes
    look,  ///< looks at the point of a node
    prune, ///< leaves out a side of a split, together with the node that splits
    take,  ///< takes a whole subtree of several nodes, which lies inside of the box
};
std::string_view to_string(VisitKind kind); ///< "enter", "look", "prune", "take"

/// One thing that a search does, with the nodes [first, last).
template <Coordinate C>
struct Visit {
    VisitKind kind = VisitKind::enter;
    std::int64_t first = 0, last = 0;
    std::int64_t node = 0; ///< the root of the subtree, the one that is looked at, the one that splits
    bool upper = false;    ///< prune: the side above the split, not the one below
    bool found = false;    ///< look: it is among the results, as far as is known then
    /// look: the node that is no longer among the results because this one is; -1: none.
    std::int64_t dropped = -1;
    // Both are 0 for boxes.
    Distance<C> distance = 0; ///< look: squared, of the point. prune: no point there is nearer
    Distance<C> limit = 0;    ///< the greatest squared distance that was of interest before it

    bool operator==(const Visit&) const = default;
};

/// The visits of a search for one query, in the order in which knn(), radius_search() and box_search() do it,
/// but node by node to the last, where they look through the last few nodes of a way without more ado. A box
/// is pruned where the split lies beyond it, all others where no point of that side is within the limit.
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
                        Distance<C> radius = infinite_distance<C>);

/// radius_search() of one query. Errors: those of radius_search().
template <Coordinate C>
QueryTrace<C> trace_radius_search(const Tree<C>& tree, std::span<const C> query, Distance<C> radius);

/// box_search() of one box. Errors: those of box_search().
template <Coordinate C>
QueryTrace<C> trace_box_search(const Tree<C>& tree, std::span<const C> low, std::span<const C> high);

/// The nodes that are among the results after the first `visits` of a trace, ascending: after all of them the
/// results.
template <Coordinate C>
std::vector<std::int64_t> found_nodes(const QueryTrace<C>& trace, std::size_t visits);

} // namespace scanline::kdtree
