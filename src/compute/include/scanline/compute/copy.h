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

/// Copies elements of any type in a kernel: many times as fast as glCopyBufferSubData on hardware, and the
/// roof against which other algorithms are measured.
///
/// Output must be as long as the input and must not overlap it. n = 0: no work. Errors: usage if these rules
/// are broken or an array is larger than a storage block.
///
///     Copy<float> copy(engine);
///     copy(a, b);
template <Element T>
class Copy {
public:
    explicit Copy(Engine& engine) : kernel_(engine, element_type_of<T>) {}

    /// count: copy only the first count[0] elements, read on the GPU.
    void operator()(ArrayView<const T> input, ArrayView<T> output, Count count = {}) const {
        kernel_.run(input.range(), output.range(), count.range());
    }

private:
    detail::CopyKernel kernel_;
};

} // namespace scanline::compute
