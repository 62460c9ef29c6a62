#pragma once
#include "scanline/compute/copy.h"
#include "scanline/compute/indexed_kernel.h"
#include "scanline/compute/radix_sort.h"
#include "scanline/compute/scan.h"

namespace scanline::compute::detail {

/// Sorts segments that are too long for a group, which have been listed: their keys are put side by side,
/// sorted together, then by their segments, and put back.
class LongSegments {
public:
    LongSegments(Engine& engine, ElementType key, bool positions, std::int64_t max_segments,
                 const RadixSortOptions& options);

    struct List {
        BufferRange firsts; ///< where they begin in the whole array
        BufferRange sizes;  ///< replaced by where they end when they lie side by side
        BufferRange count;  ///< how many they are
        BufferRange keys;   ///< how many keys they have
    };
    void sort(Operation& operation, const BufferRange& keys, const List& list, const BufferRange& sorted_keys,
              const std::optional<BufferRange>& positions) const;

private:
    class GatherKernel : public SingleKernel {
    public:
        explicit GatherKernel(Engine& engine) : SingleKernel(engine, "compute/long_gather", {}) {}
        void run(const BufferRange& keys, const List& list, const BufferRange& gathered,
                 const BufferRange& numbers) const;
    };
    class ScatterKernel : public SingleKernel {
    public:
        ScatterKernel(Engine& engine, bool positions)
            : SingleKernel(engine, "compute/long_scatter", {{"POSITIONS", positions ? "1" : "0"}}) {}
        void run(const BufferRange& values, const List& list, const BufferRange& numbers,
                 const BufferRange& results) const;
    };

    ElementType key_;
    ScanKernels ends_;
    GatherKernel gather_;
    RadixSortKernels by_key_, by_segment_;
    IndexedKernel gather_numbers_, gather_keys_;
    ScatterKernel scatter_, scatter_positions_;
};

} // namespace scanline::compute::detail
