#pragma once
#include "scanline/kdtree/points.h"

#include "scanline/compute/element.h"
#include "scanline/gl/program.h"

namespace scanline::kdtree {

/// The constant FLOATS of shaders/kdtree/coordinate.glsl.
template <Coordinate C>
gl::Specialization coordinate_constants() {
    return {{"FLOATS", std::same_as<C, float> ? "1" : "0"}};
}

/// The same memory as words, whatever its elements of four bytes are.
inline compute::BufferRange as_words(const compute::BufferRange& range) {
    return {range.buffer, range.first, range.size, compute::ElementType::uint32};
}

} // namespace scanline::kdtree
