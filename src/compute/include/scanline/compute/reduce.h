#pragma once
#include "scanline/compute/kernel.h"

#include <optional>

namespace scanline::compute {

namespace detail {

class ReduceKernel {
public:
    ReduceKernel(Engine& engine, ElementType type, Operator op);
    void run(const BufferRange& input, const BufferRange& output,
             const std::optional<BufferRange>& count) const;

private:
    Engine* engine_;
    ElementType type_;
    Kernel kernel_;
};

} // namespace detail

/// Reduces (sum, minimum, maximum) uint32, int32, float and, if the driver supports it, uint64 to output[0],
/// which stays on the GPU. One pass, in which no group waits for another.
///
/// Output has at least one element and must not overlap the input; only output[0] is written. n = 0 gives the
/// identity, see Operator. Deterministic, even for floats: for one size the bits are the same in every run.
/// The error of a sum of n floats is at most (64 + n / 2^20) / 2^24 times the sum of |x|. Scratch: one value
/// per group, at most 1024. Errors: usage if the input is larger than a storage block or the arrays overlap;
/// no_opengl for uint64 without ARB_gpu_shader_int64.
///
///     Reduce<std::uint32_t> largest(engine, Operator::max);
///     largest(a, b);   // a: 3 1 7 0 4   b: 7
template <Addable T>
class Reduce {
public:
    explicit Reduce(Engine& engine, Operator op = Operator::sum) : kernel_(engine, element_type_of<T>, op) {}

    /// count: reduce only the first count[0] elements, read on the GPU.
    void operator()(ArrayView<const T> input, ArrayView<T> output, Count count = {}) const {
        kernel_.run(input.range(), output.range(), count.range());
    }

private:
    detail::ReduceKernel kernel_;
};

} // namespace scanline::compute
