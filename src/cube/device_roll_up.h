#pragma once
#include "device_items.h"

#include "scanline/compute/copy.h"
#include "scanline/compute/kernel.h"

namespace scanline::cube {

/// Folds the measures of the items below each node of all levels, and writes the keys and row counts of
/// nodes.
class RollUp {
public:
    RollUp(compute::Engine& engine, const Shape& shape);

    /// The scratch memory needed, in pairs.
    std::int64_t scratch_size(const Items& items) const;

    /// first_items, entries: see nodes.comp.
    void run(const Items& items, Words first_items, Words entries, DeviceTree& tree) const;

private:
    std::int64_t measures_;
    compute::ElementwiseKernel item_values_, pyramid_, aggregates_;
    compute::Copy<std::uint32_t> copy_;
};

} // namespace scanline::cube
