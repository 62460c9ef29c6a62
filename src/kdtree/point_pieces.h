#pragma once
#include "scanline/compute/engine.h"
#include "scanline/kdtree/points.h"

#include <algorithm>
#include <cstdint>

namespace scanline::kdtree {

/// How many points are copied to the GPU at a time: as many as fit 64 MiB, or a storage block of a driver
/// that has smaller ones, and no more than there are; at least one.
template <DeviceCoordinate C>
std::int64_t points_at_a_time(const compute::Engine& engine, const Points<C>& points) {
    constexpr std::int64_t enough_bytes = 64 << 20;
    const std::int64_t bytes = std::min(enough_bytes, engine.capabilities().max_storage_block);
    return std::clamp<std::int64_t>(bytes / (std::int64_t{sizeof(C)} * points.dimensions), 1,
                                    std::max<std::int64_t>(points.size(), 1));
}

} // namespace scanline::kdtree
