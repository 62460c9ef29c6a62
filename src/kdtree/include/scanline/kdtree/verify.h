#pragma once
#include "scanline/cpu/shared_work.h"
#include "scanline/kdtree/tree.h"

#include <optional>
#include <string>

namespace scanline::kdtree {

/// Says in a line what is wrong first with a tree; none where it is the tree of these points. On the CPU.
/// The stages check
///
/// 1. nodes: that every node has the coordinates of the point which it names, by threads;
/// 2. bounds: that every node lies between the bounds which all of its ancestors impose, not only its parent,
///    depth first, by one thread; one that does not is told by the highest that it is on the wrong side of;
/// 3. points: that every point is found from the root on, at a node that names it or an equal one before it,
///    by threads; those that a node names need not be looked for after that.
///
/// Balance follows from the size alone, see Subtree. Before them is the stage check, of the points and sizes.
/// Takes a byte for each point. Errors: those of require_points() for the points, usage for a number of
/// threads out of range, failure where there is no memory; Cancelled. The tree may hold anything.
///
///     const std::vector<float> xy{2, 3, 5, 4, 9, 6}, others{2, 3, 5, 4, 9, 7};
///     const Tree<float> tree = build<float>({xy, 2});
///     verify<float>(tree, {xy, 2}) == std::nullopt
///     verify<float>(tree, {others, 2}) == "node 2 has not the coordinates of point 2, which it names"
template <Coordinate C>
std::optional<std::string> verify(const Tree<C>& tree, const Points<C>& points,
                                  const cpu::Options& options = {});

} // namespace scanline::kdtree
