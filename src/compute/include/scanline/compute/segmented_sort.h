#pragma once
#include "scanline/compute/radix_sort.h"

namespace scanline::compute {
namespace detail {

class SegmentedSortKernels {
public:
    SegmentedSortKernels(Engine& engine, ElementType key, bool positions, std::int64_t max_segments,
                         const RadixSortOptions& options);
    SegmentedSortKernels(SegmentedSortKernels&&) noexcept;
    SegmentedSortKernels& operator=(SegmentedSortKernels&&) noexcept;
    SegmentedSortKernels(const SegmentedSortKernels&) = delete;
    SegmentedSortKernels& operator=(const SegmentedSortKernels&) = delete;
    ~SegmentedSortKernels();

    /// positions: none if not wanted.
    void run(const BufferRange& keys, const BufferRange& offsets, const BufferRange& sorted_keys,
             const std::optional<BufferRange>& positions) const;

private:
    struct Parts;
    std::unique_ptr<const Parts> parts_;
};

} // namespace detail

/// Sorts every segment of an array: uint32, int32 or float keys, in the order of RadixSort, stable. If the
/// tier has lanes, one group each sorts segments that fit it. Longer segments are sorted together, so groups
/// do about equal work however skewed the segments are: by sweeps over the tiles of all of them, if chained
/// scans are allowed; otherwise by key, and then by segment.
///
/// Segment s is keys offsets[s] to offsets[s + 1] - 1: s + 1 offsets, ascending, from 0 to the number of
/// keys. Segments may be empty; there are at most max_segments. The sorted keys may alias the keys exactly.
/// Scratch: by sweeps at most four words per key and per segment, and what RadixSort needs for its tiles;
/// otherwise at most seven words per key, six per segment, and what RadixSort needs. Errors: usage if the
/// lengths do not match, arrays overlap or are larger than a storage block.
///
///     SegmentedSort<std::uint32_t> sort(engine, 1000);
///     sort(a, offsets, b);   // a: 3 1 7 0 4   offsets: 0 3 5   b: 1 3 7 0 4
template <Number K>
class SegmentedSort {
public:
    SegmentedSort(Engine& engine, std::int64_t max_segments, const RadixSortOptions& options = {})
        : kernels_(engine, element_type_of<K>, false, max_segments, options) {}

    void operator()(ArrayView<const K> keys, ArrayView<const std::uint32_t> offsets,
                    ArrayView<K> sorted_keys) const {
        kernels_.run(keys.range(), offsets.range(), sorted_keys.range(), std::nullopt);
    }

private:
    detail::SegmentedSortKernels kernels_;
};

/// The same, and also writes the original position of each key in the whole array.
///
///     SegmentedSortPositions<std::uint32_t> sort(engine, 1000);
///     sort(a, offsets, b, positions);   // positions: 1 0 2 3 4
template <Number K>
class SegmentedSortPositions {
public:
    SegmentedSortPositions(Engine& engine, std::int64_t max_segments, const RadixSortOptions& options = {})
        : kernels_(engine, element_type_of<K>, true, max_segments, options) {}

    void operator()(ArrayView<const K> keys, ArrayView<const std::uint32_t> offsets, ArrayView<K> sorted_keys,
                    ArrayView<std::uint32_t> positions) const {
        kernels_.run(keys.range(), offsets.range(), sorted_keys.range(), positions.range());
    }

private:
    detail::SegmentedSortKernels kernels_;
};

} // namespace scanline::compute
