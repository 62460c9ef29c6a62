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

/// Maps elements by an expression of GLSL 4.30: output[i] is the expression's value where x is input[i] and
/// the uint i is i. In the expression x is a uint, an int, a float, a uvec2 (of Pair: x.x the key, x.y the
/// value) or, where the driver has 64-bit integers, a uint64_t. Its value is converted as the constructors of
/// GLSL convert: a bool gives 0 or 1, a float for an integer is cut off toward zero, a number for a Pair
/// gives both of its words, a vector for a number its first component. What the driver's arithmetic leaves
/// open (the last bits of sin(x), what becomes of the smallest floats) is open here, too.
///
/// Output must be as long as the input; it may be the input itself where elements of both have the same
/// size, and must be apart from it otherwise. n = 0 is nothing to do. Errors: usage where that does not hold,
/// an array is larger than a storage block, the count lies in the output, or the expression is empty, holds
/// a line break, a comment, one of # ; { } \, parentheses that do not match, or does not compile: the first
/// line of the message names it, what the driver says follows; no_opengl for uint64 without
/// ARB_gpu_shader_int64.
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

    /// count: only the first count[0] elements, a number that lies on the GPU; the others stay as they are.
    void operator()(ArrayView<const In> input, ArrayView<Out> output, Count count = {}) const {
        kernel_.run(input.range(), output.range(), count.range());
    }

private:
    detail::TransformKernel kernel_;
};

} // namespace scanline::compute
