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

/// Downloads the coordinates of the points that nodes name, in the order of the nodes. `to`: as many as
/// nodes, times columns.
template <points::DeviceCoordinate C>
void download_coordinates(compute::Engine& engine, std::span<const compute::BufferRange> columns,
                          compute::ArrayView<const std::uint32_t> nodes, std::span<C> to);

} // namespace scanline::kdtree
