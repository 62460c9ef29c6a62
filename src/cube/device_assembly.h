#pragma once
#include "device_roll_up.h"

#include "scanline/compute/fill.h"
#include "scanline/compute/radix_sort.h"
#include "scanline/compute/scan.h"

namespace scanline::cube {

/// Builds trees from sorted items: a comparison of neighbours finds the first level at which each item begins
/// a node, and one scan numbers the nodes of all levels.
class TreeAssembly {
public:
    TreeAssembly(compute::Engine& engine, const Shape& shape);

    /// records: see level_records(); fills in the first nodes. Leaves the row order undefined. Stages: index,
    /// roll-up, header-table. Errors: usage, naming the bytes, if an array is larger than a storage
    /// block.
    DeviceTree make(compute::Operation& operation, const Items& items, Words records,
                    std::span<const int> path) const;

private:
    struct Index {
        Words places; ///< where the nodes of each level and tile begin
        std::uint32_t tiles;
    };
    Index find_heads(compute::Arena::Scope& scratch, const Items& items, Words records) const;
    void make_header_tables(Words entries, DeviceTree& tree) const;

    compute::Engine& engine_;
    Shape shape_;
    compute::Kernel heads_, nodes_;
    compute::ElementwiseKernel first_nodes_, headers_;
    compute::Scan<std::uint32_t> scan_;
    compute::Fill<std::uint32_t> fill_;
    RollUp roll_up_;
    compute::RadixSortPositions<std::uint32_t> sort_entries_;
    SpareMemory spare_;
};

} // namespace scanline::cube
