#pragma once
#include "scanline/kdtree/tree.h"

#include <filesystem>
#include <variant>

namespace scanline::kdtree {

using AnyTree = std::variant<Tree<std::int32_t>, Tree<float>, Tree<double>>;

/// Writes a tree atomically as an archive for numpy.load: points (one row of coordinates per node), index
/// (point index of each node), left and right (nodes, -1 for none), axis, and root (a scalar, -1 if empty).
/// Errors: those of data::write_npz().
template <Coordinate C>
void save_tree(const std::filesystem::path& path, const Tree<C>& tree);

/// Reads the output of save_tree(). The links must match the number of nodes; the order of the points is not
/// checked, see verify(). Errors (failure) name the path and the problem: those of data::read_npz(), a
/// missing array or one of another type or length, wrong links, coordinates that are NaN or out of
/// CoordinateRange.
AnyTree load_tree(const std::filesystem::path& path);

} // namespace scanline::kdtree
