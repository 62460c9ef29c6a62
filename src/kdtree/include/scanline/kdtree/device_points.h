#pragma once
#include "scanline/compute/device_array.h"
#include "scanline/core/call_limits.h"
#include "scanline/kdtree/points.h"

#include <vector>

namespace scanline::compute {
class Engine;
}

namespace scanline::kdtree {

/// Points on the GPU: an array for each coordinate, all as long. So each of them must fit a storage block of
/// the driver, and not all together.
template <DeviceCoordinate C>
struct DevicePoints {
    std::vector<compute::DeviceArray<C>> columns;

    int dimensions() const { return static_cast<int>(columns.size()); }
    std::int64_t size() const { return columns.empty() ? 0 : columns.front().size(); }
};

/// Copies points to the GPU, which takes their coordinates apart, some of the points at a time. Coordinates
/// are not looked at. Errors: usage for dimensions out of range and a number of coordinates that is no
/// multiple of them, or where a coordinate of all points is larger than a storage block; failure, naming the
/// bytes, where the driver has not the memory; Cancelled.
///
///     const std::vector<float> xy{0, 1, 2, 3};
///     upload_points<float>(engine, {xy, 2});   // columns 0 2 and 1 3
template <DeviceCoordinate C>
DevicePoints<C> upload_points(compute::Engine& engine, const Points<C>& points,
                              const CallLimits& limits = {});

} // namespace scanline::kdtree
