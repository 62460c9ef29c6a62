#pragma once
#include "scanline/compute/kernel.h"

namespace scanline::compute {
namespace detail {

class CopyKernel : ElementwiseKernel {
public:
    CopyKernel(Engine& engine, ElementType type);
    void run(const BufferRange& input, const BufferRange& output,
             const std::optional<BufferRange>& count) const;
};

} // namespace detail

/// Copies elements of any type by a kernel: on hardware many times as fast as glCopyBufferSubData, and the
/// roof that other algorithms are measured against.
///
/// Output must be as long as the input, and apart from it. n = 0 is nothing to do. Errors: usage where that
/// does not hold or a storage block is too small for it.
///
///     Copy<float> copy(engine);
///     copy(a, b);
template <Element T>
class Copy {
public:
    explicit Copy(Engine& engine) : kernel_(engine, element_type_of<T>) {}

    /// count: only the first count[0] elements, a number that lies on the GPU.
    void operator()(ArrayView<const T> input, ArrayView<T> output, Count count = {}) const {
        kernel_.run(input.range(), output.range(), count.range());
    }

private:
    detail::CopyKernel kernel_;
};

} // namespace scanline::compute
