#pragma once
#include "scanline/compute/kernel.h"
#include "scanline/compute/single_kernel.h"

#include <utility>

namespace scanline::compute {

/// A kernel for algorithms above this room, each of whose invocations works on a few elements by itself: a
/// shader that includes compute/kernel.glsl and compute/items.glsl. Move-only. It opens no Operation, so its
/// caller does.
///
///     const ElementwiseKernel rank(engine, "kdtree/ranks");
///     rank.run(n, {.pass = "rank", .bindings = {{"order", order.range()}, {"ranks", ranks.range()}}});
class ElementwiseKernel : detail::SingleKernel {
public:
    /// shader: a stem below shaders.
    ElementwiseKernel(Engine& engine, std::string_view shader, gl::Specialization constants = {})
        : SingleKernel(engine, shader, std::move(constants)) {}

    /// length: elements.
    void run(const Length& length, const Kernel::Run& run) const { kernel().run(engine(), length, run); }
};

/// The same memory as 32-bit words, which kernels take whatever the type: a float is one word, a pair two.
inline BufferRange as_words(const BufferRange& range) {
    const std::int64_t words = element_bytes(range.type) / 4;
    return {range.buffer, range.first * words, range.size * words, ElementType::uint32};
}

} // namespace scanline::compute
