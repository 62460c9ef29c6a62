#pragma once
#include "scanline/cpu/shared_work.h"
#include "scanline/kdtree/tree.h"

namespace scanline::kdtree {

/// The tree of the points on the CPU, by threads. They are checked, sorted by the super key of the first
/// coordinate, and rid of those that are equal to one before, so that of equal points the one with the
/// smallest index stays. Then the root is in the middle; every subtree below is parted around its median by
/// the super key of its own axis (std::nth_element), not sorted again. No points will do. Stages: check,
/// sort, remove-duplicates, build.
///
/// Memory beside the tree, for each point: up to 4 dimensions its coordinates and 4 bytes, above them 8
/// bytes; of double its coordinates and 8 bytes in the plane and in space, 16 bytes elsewhere; twice as much
/// in the stage sort. Errors: those of require_points(), usage for a number of threads out of range, failure
/// where there is no memory; Cancelled.
///
///     const std::vector<float> xy{2, 3, 5, 4, 9, 6, 4, 7, 8, 1, 7, 2};
///     build<float>({xy, 2}).index == {0, 3, 1, 4, 5, 2}   // root (5, 4): left (2, 3), right (7, 2)
template <Coordinate C>
Tree<C> build(const Points<C>& points, const cpu::Options& options = {});

/// The threads that build() takes for so many points.
int build_threads(std::int64_t points, const cpu::Options& options = {});

} // namespace scanline::kdtree
