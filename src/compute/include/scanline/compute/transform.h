#pragma once
#include "scanline/compute/kernel.h"

#include <string_view>

namespace scanline::compute {
namespace detail {

class TransformKernel : ElementwiseKernel {
public:
    TransformKernel(Engine& engine, ElementType in, ElementType out, std::string_view expression);
    void run(const BufferRange& input, const BufferRange& output,
             const std::optional<BufferRange>& count) const;
};

} // namespace detail

/// Maps elements with a GLSL 4.30 expression of x, which is input[i], and the uint i: output[i] is its value.
/// x is a uint, an int, a float, a uvec2 (for Pair: x.x the key, x.y the value) or, if the driver supports
/// it, a uint64_t. The value is converted as GLSL constructors do: a bool gives 0 or 1, a float truncates to
/// an integer, a number fills both words of a Pair, a vector gives its first component to a number. What GLSL
/// leaves to the driver (the last bits of sin(x), denormal floats) is unspecified here, too.
///
/// Output must be as long as the input. It may alias the input exactly if both element types have the same
/// size; otherwise they must not overlap. n = 0: no work. Errors: usage if these rules are broken, an array
/// is larger than a storage block, the count overlaps the output, or the expression is empty, holds a line
/// break, a comment, one of # ; { } \ or unbalanced parentheses, or does not compile: the first line of the
/// message names it, the driver's message follows; no_opengl for uint64 without ARB_gpu_shader_int64.
///
///     Transform<std::uint32_t, float> halves(engine, "0.5 * float(x)");
///     halves(a, b);   // a: 3 1 7   b: 1.5 0.5 3.5
///     Transform<std::uint32_t, Pair> numbered(engine, "uvec2(x, i)");
///     numbered(a, c);   // c: (3, 0) (1, 1) (7, 2)
template <class In, class Out = In>
class Transform {
public:
    Transform(Engine& engine, std::string_view expression)
        : kernel_(engine, element_type_of<In>, element_type_of<Out>, expression) {}

    /// count: transform only the first count[0] elements, read on the GPU; the others are unchanged.
    void operator()(ArrayView<const In> input, ArrayView<Out> output, Count count = {}) const {
        kernel_.run(input.range(), output.range(), count.range());
    }

private:
    detail::TransformKernel kernel_;
};

} // namespace scanline::compute
