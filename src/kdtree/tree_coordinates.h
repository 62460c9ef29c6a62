#pragma once
#include "scanline/core/memory.h"
#include "scanline/cpu/shared_work.h"
#include "scanline/kdtree/tree.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::kdtree {

/// Name in errors, the same on the CPU and on the GPU.
inline constexpr const char* build_operation = "kdtree build";

/// Copies the coordinates of each node's point, multithreaded, of a tree that a GPU built. Errors: failure if
/// out of memory or if a node names no point; `what` starts the message; Cancelled.
template <Coordinate C>
void take_coordinates(Tree<C>& tree, const Points<C>& points, const cpu::Options& options, const char* what) {
    allocate(tree.coordinates, tree.size() * points.dimensions, what, options.limits.cancelled);
    cpu::ThreadTeam team(cpu::threads_for(options, tree.size() / cpu::items_of_a_thread));
    share_evenly(team, tree.size(), options.limits.cancelled,
                 [&](int /*thread*/, std::int64_t first, std::int64_t last, CancelPoll& poll) {
                     C* to = tree.coordinates.data() + first * points.dimensions;
                     for (std::int64_t node = first; node < last; ++node) {
                         poll.count(points.dimensions);
                         const std::int32_t point = tree.index[static_cast<std::size_t>(node)];
                         if (point < 0 || point >= points.size())
                             throw Error(fmt::format("{}: node {} names point {} of {}: the GPU's driver "
                                                     "miscalculates, build on the CPU",
                                                     what, node, point, points.size()));
                         to = std::copy_n(points[point], points.dimensions, to);
                     }
                 });
}

} // namespace scanline::kdtree
