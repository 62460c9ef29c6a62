#pragma once
#include "scanline/bench/kdtree.h"
#include "scanline/kdtree/points_file.h"

namespace scanline::bench {

/// So many points that lie in this way, in [0, 1] or a little outside of float coordinates, 2^30 times as
/// large of int32. The same for a seed on every machine; clusters are at the same places whatever the seed,
/// so that queries fall into those of the points. places: what a grid is made for, the number of points.
template <kdtree::Coordinate C>
kdtree::PointCloud<C> make_cloud(PointDistribution distribution, std::int64_t size, int dimensions,
                                 std::int64_t places, std::uint64_t seed);

} // namespace scanline::bench
