#pragma once
#include "scanline/kdtree/tree.h"

#include <filesystem>
#include <variant>

namespace scanline::kdtree {

using AnyTree = std::variant<Tree<std::int32_t>, Tree<float>, Tree<double>>;

/// Writes a tree as an archive that numpy.load opens, whole or not at all: points (a row of coordinates for
/// each node), index (which point each node is), left and right (nodes, -1 for none), axis, and root (a
/// number, -1 of an empty tree). Errors: those of data::write_npz().
template <Coordinate C>
void save_tree(const std::filesystem::path& path, const Tree<C>& tree);

/// Reads what save_tree() wrote. The links must be those that follow from the number of nodes; whether the
/// points are in order is not looked at, see verify(). Errors (failure) name the path and what is wrong:
/// those of data::read_npz(), an array that is missing or of another type or length, links that are others,
/// coordinates that are no numbers or out of CoordinateRange.
AnyTree load_tree(const std::filesystem::path& path);

} // namespace scanline::kdtree
