#pragma once
#include "scanline/kdtree/cpu_options.h"
#include "scanline/kdtree/tree.h"

namespace scanline::kdtree {

/// The tree of the points on the CPU, by threads: checked, sorted by the super key of the first coordinate,
/// without those that are equal to one before, then split by the median level by level. Of equal points the
/// one with the smallest index stays. Takes two copies of the points beside the tree. Stages: check, sort,
/// remove-duplicates, build. Errors: those of require_points(), usage for a number of threads out of range.
///
///     const std::vector<float> xy{2, 3, 5, 4, 9, 6, 4, 7, 8, 1, 7, 2};
///     build<float>({xy, 2}).index == {0, 3, 1, 4, 5, 2}   // root (5, 4): left (2, 3), right (7, 2)
template <Coordinate C>
Tree<C> build(const Points<C>& points, const CpuOptions& options = {});

} // namespace scanline::kdtree
