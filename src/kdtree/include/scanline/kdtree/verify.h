#pragma once
#include "scanline/cpu/shared_work.h"
#include "scanline/kdtree/tree.h"
#include "scanline/ranks/communicator.h"

#include <optional>
#include <string>

namespace scanline::kdtree {

/// Describes the first fault of a tree in one line; none if it is the tree of these points. On the CPU. The
/// stages check that
///
/// 1. nodes: every node has the coordinates of the point that it names, multithreaded;
/// 2. bounds: every node lies within the bounds of all its ancestors, not only its parent; depth first,
///    multithreaded; a fault names the highest ancestor on whose wrong side the node lies;
/// 3. points: a search from the root finds every point, at a node that names it or an equal, earlier point;
///    multithreaded; skips points named by a node, which the other stages cover.
///
/// Balance follows from the size alone, see Subtree. The stage check, of points and sizes, comes first.
/// Uses one byte per point. Errors: those of require_points() for the points, usage for a number of threads
/// out of range, failure if out of memory; Cancelled. The tree may hold anything.
///
/// ranks: have the same tree and points, and share the work; all return the same. None for one process.
///
///     const std::vector<float> xy{2, 3, 5, 4, 9, 6}, others{2, 3, 5, 4, 9, 7};
///     const Tree<float> tree = build<float>({xy, 2});
///     verify<float>(tree, {xy, 2}) == std::nullopt
///     verify<float>(tree, {others, 2}) == "node 2 does not have the coordinates of point 2, which it names"
template <Coordinate C>
std::optional<std::string> verify(const Tree<C>& tree, const Points<C>& points,
                                  const cpu::Options& options = {}, ranks::Communicator* ranks = nullptr);

} // namespace scanline::kdtree
