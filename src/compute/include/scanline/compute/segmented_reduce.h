#pragma once
#include "scanline/compute/segmented_scan.h"

namespace scanline::compute {
namespace detail {

class SegmentedReduceKernels {
public:
    SegmentedReduceKernels(Engine& engine, ElementType type, Operator op);
    void run(const BufferRange& input, const BufferRange& offsets, const BufferRange& output) const;

private:
    Engine* engine_;
    ElementType type_;
    SegmentedScanKernels scan_;
    ElementwiseKernel ends_;
};

} // namespace detail

/// Reduces every segment of an array: output[s] is the sum, minimum or maximum of elements offsets[s] to
/// offsets[s + 1] - 1; for an empty segment the identity, see Operator. uint32, int32 or float; every group
/// does equal work, however long the segments are.
///
/// s segments have s + 1 offsets, ascending, none above the number of elements, and s results, which must not
/// overlap the inputs. Deterministic. Scratch: two words per element and two per tile. Errors: usage if the
/// lengths do not match, arrays overlap or are larger than a storage block.
///
///     SegmentedReduce<std::uint32_t> reduce(engine);
///     reduce(a, offsets, b);   // a: 3 1 7 0 4   offsets: 0 3 3 5   b: 11 0 4
template <Number T>
class SegmentedReduce {
public:
    explicit SegmentedReduce(Engine& engine, Operator op = Operator::sum)
        : kernels_(engine, element_type_of<T>, op) {}

    void operator()(ArrayView<const T> input, ArrayView<const std::uint32_t> offsets,
                    ArrayView<T> output) const {
        kernels_.run(input.range(), offsets.range(), output.range());
    }

private:
    detail::SegmentedReduceKernels kernels_;
};

} // namespace scanline::compute
