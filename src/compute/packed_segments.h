#pragma once
#include "scanline/compute/gather_scatter.h"
#include "scanline/compute/radix_sort.h"
#include "scanline/compute/scan.h"

namespace scanline::compute::detail {

/// Sorts long segments where groups may not wait for each other or have no lanes: packs their keys side by
/// side, sorts them together, then by segment, and moves them back.
class PackedSegments {
public:
    PackedSegments(Engine& engine, ElementType key, bool positions, std::int64_t max_segments,
                   const RadixSortOptions& options);

    struct List {
        BufferRange firsts; ///< where they begin in the array
        BufferRange sizes;  ///< replaced by their ends when packed side by side
        BufferRange count;  ///< number of long segments
        BufferRange keys;   ///< number of their keys
    };
    void sort(Operation& operation, const BufferRange& keys, const List& list, const BufferRange& sorted_keys,
              const std::optional<BufferRange>& positions) const;

private:
    void gather(const BufferRange& keys, const List& list, const BufferRange& gathered,
                const BufferRange& numbers) const;
    void scatter(const ElementwiseKernel& kernel, const BufferRange& values, const List& list,
                 const BufferRange& numbers, const BufferRange& results) const;

    ElementType key_;
    ScanKernels ends_;
    ElementwiseKernel gather_;
    RadixSortKernels by_key_, by_segment_;
    IndexedKernel gather_numbers_, gather_keys_;
    ElementwiseKernel scatter_, scatter_positions_;
};

} // namespace scanline::compute::detail
