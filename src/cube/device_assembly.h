#pragma once
#include "device_roll_up.h"

#include "scanline/compute/fill.h"
#include "scanline/compute/radix_sort.h"
#include "scanline/compute/scan.h"

namespace scanline::cube {

/// Makes trees of sorted items: comparing neighbours tells at which level each item begins nodes, and one
/// scan numbers the nodes of all levels.
class TreeAssembly {
public:
    TreeAssembly(compute::Engine& engine, const Shape& shape);

    /// records: of the levels, see level_records(); completed. The row order is left undefined. Stages:
    /// index, roll-up, header-table. Errors: usage, naming the bytes, if an array is larger than a storage
    /// block.
    DeviceTree make(compute::Operation& operation, const Items& items, Words records,
                    std::span<const int> path) const;

private:
    struct Index {
        Words places; ///< of the nodes of each level and tile
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
