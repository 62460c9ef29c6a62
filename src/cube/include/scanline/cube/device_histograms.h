#pragma once
#include "scanline/core/hidden.h"
#include "scanline/cube/device_tree.h"

namespace scanline::cube {

/// Linked histograms of rows on the GPU, as crossfilters have them: for each dimension, how many rows have
/// each of its codes, of those rows whose codes in all other dimensions are selected. So a dimension shows
/// what a change of its own selection would bring. One pass over the rows; groups count in shared memory if
/// all histograms and selections fit 32 KiB.
///
/// Needs OpenGL 4.3. Zero rows are allowed. Errors: usage for rows of another shape and selections of other
/// lengths; failure, naming the bytes, if the GPU is out of memory; Cancelled.
///
///     const DeviceHistograms histograms(engine, rows.shape);   // rows (0, 0) (1, 1) (0, 1)
///     histograms(rows, {{}, {false, true}});                   // 1 1   1 2
class DeviceHistograms {
public:
    DeviceHistograms(compute::Engine& engine, const Shape& shape);

    /// selected: [dimension][code]; none: all codes of the dimension. Returns [dimension][code].
    std::vector<std::vector<std::uint32_t>> operator()(const DeviceRows& rows,
                                                       const std::vector<std::vector<bool>>& selected,
                                                       const CallLimits& limits = {}) const;

private:
    struct Parts;
    Hidden<const Parts> parts_;
};

} // namespace scanline::cube
