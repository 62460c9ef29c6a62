#pragma once
#include "scanline/cpu/shared_work.h"
#include "scanline/kdtree/tree.h"

namespace scanline::kdtree {

/// Builds the tree of the points on the CPU, multithreaded. Checks the points, sorts them by the super key of
/// the first coordinate, and removes duplicates; of equal points, the one with the smallest index stays. The
/// root is then in the middle. Every subtree below is partitioned around its median by the super key of its
/// own axis (std::nth_element), not sorted again. Zero points are allowed. Stages: check, sort,
/// remove-duplicates, build.
///
/// Memory per point, besides the tree: up to 4 dimensions its coordinates and 4 bytes, above that 8 bytes;
/// for double, its coordinates and 8 bytes in 2 and 3 dimensions, otherwise 16 bytes; twice as much in the
/// stage sort. Errors: those of require_points(), usage for a number of threads out of range, failure if out
/// of memory; Cancelled.
///
///     const std::vector<float> xy{2, 3, 5, 4, 9, 6, 4, 7, 8, 1, 7, 2};
///     build<float>({xy, 2}).index == {0, 3, 1, 4, 5, 2}   // root (5, 4): left (2, 3), right (7, 2)
template <Coordinate C>
Tree<C> build(const Points<C>& points, const cpu::Options& options = {});

/// Number of threads that build() uses for this many points.
int build_threads(std::int64_t points, const cpu::Options& options = {});

} // namespace scanline::kdtree
