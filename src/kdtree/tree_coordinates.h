#pragma once
#include "scanline/compute/engine.h"
#include "scanline/core/memory.h"
#include "scanline/cpu/shared_work.h"
#include "scanline/kdtree/tree.h"
#include "scanline/points/device_points.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace scanline::kdtree {

/// Name in errors, the same on the CPU and on the GPU.
inline constexpr const char* build_operation = "kdtree build";

/// Errors: failure if a node names no point; `what` starts the message.
inline void require_points_named(std::span<const std::int32_t> index, std::int64_t points, const char* what) {
    const std::size_t wrong = cpu::first_where<std::uint32_t>(0, index.size(), [&](std::size_t node) {
        return std::uint32_t{static_cast<std::uint32_t>(index[node]) >= points};
    });
    if (wrong < index.size())
        throw Error(
            fmt::format("{}: node {} names point {} of {}: the GPU's driver miscalculates, build on the CPU",
                        what, wrong, index[wrong], points));
}

/// Copies the coordinates of each node's point, multithreaded, of a tree that a GPU built. Errors: failure if
/// out of memory or if a node names no point; `what` starts the message; Cancelled.
template <Coordinate C>
void take_coordinates(Tree<C>& tree, const Points<C>& points, const cpu::Options& options, const char* what) {
    require_points_named(tree.index, points.size(), what);
    allocate(tree.coordinates, tree.size() * points.dimensions, what, options.limits.cancelled);
    cpu::ThreadTeam team(cpu::threads_for(options, tree.size() / cpu::items_of_a_thread));
    share_evenly(team, tree.size(), options.limits.cancelled,
                 [&](int /*thread*/, std::int64_t first, std::int64_t last, CancelPoll& poll) {
                     C* to = tree.coordinates.data() + first * points.dimensions;
                     for (std::int64_t node = first; node < last; ++node) {
                         poll.count(points.dimensions);
                         to = std::copy_n(points[tree.index[static_cast<std::size_t>(node)]],
                                          points.dimensions, to);
                     }
                 });
}

/// Downloads the coordinates of the points that nodes name, in the order of the nodes. `to`: as many as
/// nodes, times columns.
template <points::DeviceCoordinate C>
void download_coordinates(compute::Engine& engine, std::span<const compute::BufferRange> columns,
                          compute::ArrayView<const std::uint32_t> nodes, std::span<C> to);

} // namespace scanline::kdtree
