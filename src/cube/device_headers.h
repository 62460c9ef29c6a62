#pragma once
#include "device_layout.h"

#include "scanline/compute/kernel.h"
#include "scanline/compute/radix_sort.h"

namespace scanline::cube {

/// Makes the side links and header tables of all levels with one sort.
class HeaderTables {
public:
    HeaderTables(compute::Engine& engine, const Shape& shape);

    /// entries: that of each node in the header tables, which is lost.
    void make(Words entries, DeviceTree& tree) const;

private:
    compute::RadixSortPositions<std::uint32_t> sort_;
    compute::ElementwiseKernel headers_;
};

} // namespace scanline::cube
