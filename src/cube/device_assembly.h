#pragma once
#include "device_memory.h"
#include "scanline/compute/copy.h"
#include "scanline/compute/fill.h"
#include "scanline/compute/kernel.h"
#include "scanline/compute/radix_sort.h"
#include "scanline/compute/scan.h"

namespace scanline::cube {

/// The input of a tree: rows, or cells of several rows.
struct Items {
    Words words;                                      ///< see packed.glsl
    Words order;                                      ///< ascending
    compute::ArrayView<const compute::Pair> measures; ///< of rows or cells: the first measure, the second ...
    std::int64_t rows;                                ///< in all items
    Words rows_before{}; ///< before each item in that order, then the total; empty for single rows

    std::int64_t size() const { return order.size(); }
};

/// The pyramids of pyramids.glsl.
class Pyramids {
public:
    Pyramids(compute::Engine& engine, const Shape& shape);

    /// The constants of shaders that use them.
    static gl::Specialization constants(const Shape& shape);
    /// The pairs of each measure, and of all.
    static std::int64_t size_of_each(std::int64_t items);
    std::int64_t size(std::int64_t items) const { return measures_ * size_of_each(items); }

    /// pyramids: at least size(). order: of the items.
    void make(Words order, compute::ArrayView<const compute::Pair> measures, Pairs pyramids) const;

private:
    std::int64_t measures_;
    compute::ElementwiseKernel item_values_, pyramid_;
};

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
    Pyramids pyramids_;
    compute::ElementwiseKernel aggregates_;
    compute::Copy<std::uint32_t> copy_;
};

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
    compute::Copy<std::uint32_t> copy_;
    compute::Fill<std::uint32_t> fill_;
    RollUp roll_up_;
    compute::RadixSortPositions<std::uint32_t> sort_entries_;
    SpareMemory spare_;
};

/// Sorts entries of the header tables, see nodes.comp.
compute::RadixSortOptions entry_sort_options(const Shape& shape);

/// The first node of each level, by its record.
std::vector<std::int64_t> first_nodes(std::span<const std::uint32_t> records);

} // namespace scanline::cube
