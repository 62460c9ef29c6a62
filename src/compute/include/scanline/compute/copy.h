#pragma once
#include "scanline/compute/array_view.h"

#include <memory>
#include <optional>

namespace scanline::compute {

class Engine;
class Kernel;

namespace detail {

class CopyKernel {
public:
    CopyKernel(Engine& engine, ElementType type);
    CopyKernel(CopyKernel&&) noexcept;
    CopyKernel& operator=(CopyKernel&&) noexcept;
    CopyKernel(const CopyKernel&) = delete;
    CopyKernel& operator=(const CopyKernel&) = delete;
    ~CopyKernel();

    void run(const BufferRange& input, const BufferRange& output,
             const std::optional<BufferRange>& count) const;

private:
    Engine* engine_;
    std::unique_ptr<const Kernel> kernel_;
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
template <class T>
class Copy {
public:
    explicit Copy(Engine& engine) : kernel_(engine, element_type_of<T>) {}

    void operator()(ArrayView<const T> input, ArrayView<T> output) const {
        kernel_.run(input.range(), output.range(), std::nullopt);
    }
    /// Only the first count[0] elements, a number that lies on the GPU.
    void operator()(ArrayView<const T> input, ArrayView<T> output,
                    ArrayView<const std::uint32_t> count) const {
        kernel_.run(input.range(), output.range(), count.range());
    }

private:
    detail::CopyKernel kernel_;
};

} // namespace scanline::compute
