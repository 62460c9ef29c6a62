#pragma once
#include "device_layout.h"

#include "scanline/compute/gather_scatter.h"
#include "scanline/compute/kernel.h"

namespace scanline::cube {

/// Folds the measures over the rows of the nodes of all levels.
class RollUp {
public:
    explicit RollUp(compute::Engine& engine);

    /// Elements of scratch memory for a measure of this many rows.
    static std::int64_t pyramid_size(std::int64_t rows);

    /// first_rows: see nodes.comp.
    void run(const DeviceRows& rows, Words first_rows, DeviceTree& tree) const;

private:
    compute::Gather<compute::Pair> gather_;
    compute::ElementwiseKernel pyramid_, aggregates_;
};

} // namespace scanline::cube
