#pragma once
#include "scanline/compute/device_array.h"
#include "scanline/compute/engine.h"
#include "scanline/compute/kernel.h"
#include "scanline/core/cancellation.h"
#include "scanline/points/points.h"

#include <algorithm>
#include <vector>

namespace scanline::points {

/// Points on the GPU: one array per coordinate, all of the same length. So each array must fit a storage
/// block of the driver, but not all together.
template <DeviceCoordinate C>
struct DevicePoints {
    std::vector<compute::DeviceArray<C>> columns;

    int dimensions() const { return static_cast<int>(columns.size()); }
    std::int64_t size() const { return columns.empty() ? 0 : columns.front().size(); }
};

/// Uploads points in batches; the GPU splits them into columns. Does not check coordinates. Errors: those of
/// require_shape(); usage if a column is larger than a storage block; failure, naming the bytes, if the
/// driver is out of memory; Cancelled.
///
///     const std::vector<float> xy{0, 1, 2, 3};
///     upload_points<float>(engine, {xy, 2});   // columns 0 2 and 1 3
template <DeviceCoordinate C>
DevicePoints<C> upload_points(compute::Engine& engine, const Points<C>& points,
                              const CallLimits& limits = {});

/// The same into columns of the caller, ranges of words as long as there are points.
template <DeviceCoordinate C>
void upload_columns(compute::Engine& engine, const Points<C>& points,
                    std::span<const compute::BufferRange> columns, const CallLimits& limits = {});

/// Number of points per upload batch: as many as fit 64 MiB, or the driver's storage block if smaller, but at
/// most the total; at least one.
template <DeviceCoordinate C>
std::int64_t points_at_a_time(const compute::Engine& engine, std::int64_t dimensions, std::int64_t points) {
    constexpr std::int64_t enough_bytes = 64 << 20;
    const std::int64_t bytes = std::min(enough_bytes, engine.capabilities().max_storage_block);
    return std::clamp<std::int64_t>(bytes / (std::int64_t{sizeof(C)} * dimensions), 1,
                                    std::max<std::int64_t>(points, 1));
}

/// The constant FLOATS of shaders/points/coordinate.glsl.
template <DeviceCoordinate C>
gl::Specialization coordinate_constants() {
    return {{"FLOATS", std::same_as<C, float> ? "1" : "0"}};
}

/// Checks on the GPU that floats are in CoordinateRange.
class DeviceRangeCheck {
public:
    explicit DeviceRangeCheck(compute::Engine& engine);

    /// Waits for the GPU. Errors: as require_points(), for the first bad row.
    void operator()(const DevicePoints<float>& points, const char* what) const;

private:
    compute::Engine* engine_;
    compute::ElementwiseKernel find_;
};

} // namespace scanline::points
