#pragma once
#include "scanline/kdtree/tree.h"

#include <optional>
#include <string>

namespace scanline::kdtree {

/// What is wrong with a tree of these points, in a line; none where it is the tree of them. Depth first, on
/// the CPU, by all usable processors. Checked is that every node has the coordinates of the point that it
/// names, that it lies between the bounds which all of its ancestors impose, not only its parent, and that
/// every point is found from the root on, at a node that names it or an equal one before it. Balance follows
/// from the size alone, see Subtree.
template <Coordinate C>
std::optional<std::string> verify(const Tree<C>& tree, const Points<C>& points);

} // namespace scanline::kdtree
