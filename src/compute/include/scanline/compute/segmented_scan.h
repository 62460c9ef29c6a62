#pragma once
#include "scanline/compute/fill.h"
#include "scanline/compute/scan.h"

namespace scanline::compute {

namespace detail {

class SegmentedScanKernels {
public:
    SegmentedScanKernels(Engine& engine, ElementType type, const ScanOptions& options);

    void by_flags(const BufferRange& input, const BufferRange& flags, const BufferRange& output,
                  const std::optional<BufferRange>& count) const;
    void by_offsets(const BufferRange& input, const BufferRange& offsets, const BufferRange& output) const;

private:
    Engine* engine_;
    FillKernel fill_;
    ElementwiseKernel mark_heads_;
    ScanKernels scan_;
};

} // namespace detail

/// Scans every segment of an array, with equal work for each group however long the segments are. uint32,
/// int32 or float; inclusive or exclusive, with every method and the orders reduce-then-scan and chained.
/// Segments are given
/// - by flags, one per element: nonzero where a segment begins. Element 0 always begins one.
/// - by offsets, as in compressed sparse rows: segment s is elements offsets[s] to offsets[s + 1] - 1, so s
///   segments have s + 1 offsets, ascending, none above the number of elements. Segments may be empty.
///   Elements before the first and after the last form a segment each.
///
/// Aliasing, determinism and limits as in Scan; the output must not overlap flags or offsets. Scratch: two
/// words per tile, none if chained; with offsets one word per element. Errors: usage, as in Scan, and for the
/// order scan-then-add.
///
///     SegmentedScan<std::uint32_t> scan(engine);
///     scan.by_flags(a, flags, b);     // a: 3 1 7 0 4   flags: 1 0 0 1 0   b: 3 4 11 0 4
///     scan.by_offsets(a, offsets, b); // offsets: 0 3 5   the same
template <Number T>
class SegmentedScan {
public:
    explicit SegmentedScan(Engine& engine, const ScanOptions& options = {})
        : kernels_(engine, element_type_of<T>, options) {}

    /// count: scan only the first count[0] elements, read on the GPU.
    void by_flags(ArrayView<const T> input, ArrayView<const std::uint32_t> flags, ArrayView<T> output,
                  Count count = {}) const {
        kernels_.by_flags(input.range(), flags.range(), output.range(), count.range());
    }
    void by_offsets(ArrayView<const T> input, ArrayView<const std::uint32_t> offsets,
                    ArrayView<T> output) const {
        kernels_.by_offsets(input.range(), offsets.range(), output.range());
    }

private:
    detail::SegmentedScanKernels kernels_;
};

} // namespace scanline::compute
