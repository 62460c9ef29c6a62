#pragma once
#include "scanline/core/pimpl.h"
#include "scanline/cube/device_tree.h"
#include "scanline/cube/histograms.h"

namespace scanline::cube {

/// Computes linked histograms on the GPU, as crossfilters do: for each dimension, the rows and measures of
/// each code, over the rows that are selected in all other dimensions. So a dimension shows what a change of
/// its own selection would bring. Takes one pass over the rows, and a second one for minima and maxima; works
/// in shared memory if all histograms and selections fit 32 KiB. Exact.
///
/// Needs OpenGL 4.3. Zero rows are allowed. Errors: usage for rows of another shape and selections of other
/// lengths; failure, naming the bytes, if the GPU is out of memory; Cancelled.
///
///     const DeviceHistograms histograms(engine, rows.shape);   // rows (0, 0) (1, 1) (0, 1)
///     histograms(rows, {{}, {false, true}})[1].count;          // 1 2; [0].count: 1 1
class DeviceHistograms {
public:
    /// measures: false only counts rows, which is faster.
    DeviceHistograms(compute::Engine& engine, const Shape& shape, bool measures = true);

    /// selected: [dimension][code]; empty selects all codes of the dimension. Returns [dimension].
    std::vector<Histogram> operator()(const DeviceRows& rows, const std::vector<std::vector<bool>>& selected,
                                      const CallLimits& limits = {}) const;

private:
    struct Parts;
    Pimpl<const Parts> parts_;
};

} // namespace scanline::cube
