#pragma once
#include "scanline/compute/kernel.h"

namespace scanline::compute {
namespace detail {

class SplitKernel : ElementwiseKernel {
public:
    SplitKernel(Engine& engine, ElementType type, bool segmented);
    /// heads: none for an unsegmented split.
    void run(const BufferRange& input, const std::optional<BufferRange>& heads, const BufferRange& flags,
             const std::optional<BufferRange>& count) const;

private:
    bool segmented_;
};

} // namespace detail

/// Splits an array into runs of equal elements: flags[i] is 1 at the first element of each run, 0 at the
/// others. Any element type; floats compare as numbers: -0 equals +0, and NaN equals nothing.
///
/// There are as many flags as elements; they must not overlap. n = 0: no work. Errors: usage if these rules
/// are broken or an array is larger than a storage block. Source: Wang, Yu, the primitive split.
///
///     Split<std::uint32_t> split(engine);
///     split(a, flags);   // a: 3 3 7 7 7 4   flags: 1 0 1 0 0 1
template <Element T>
class Split {
public:
    explicit Split(Engine& engine) : kernel_(engine, element_type_of<T>, false) {}

    /// count: split only the first count[0] elements, read on the GPU.
    void operator()(ArrayView<const T> input, ArrayView<std::uint32_t> flags, Count count = {}) const {
        kernel_.run(input.range(), std::nullopt, flags.range(), count.range());
    }

private:
    detail::SplitKernel kernel_;
};

/// The same, but a run also ends where a segment begins. heads: one per element, nonzero at the first of a
/// segment. flags may alias heads.
///
///     SegmentedSplit<std::uint32_t> split(engine);
///     split(a, heads, flags);   // a: 3 3 3 7 7 4   heads: 1 0 1 0 0 0   flags: 1 0 1 1 0 1
template <Element T>
class SegmentedSplit {
public:
    explicit SegmentedSplit(Engine& engine) : kernel_(engine, element_type_of<T>, true) {}

    void operator()(ArrayView<const T> input, ArrayView<const std::uint32_t> heads,
                    ArrayView<std::uint32_t> flags, Count count = {}) const {
        kernel_.run(input.range(), heads.range(), flags.range(), count.range());
    }

private:
    detail::SplitKernel kernel_;
};

} // namespace scanline::compute
