#pragma once
#include "scanline/kdtree/points.h"

#include "scanline/compute/array_view.h"
#include "scanline/gl/program.h"

#include <string>

namespace scanline::kdtree {

/// The constant FLOATS of shaders/kdtree/coordinate.glsl.
template <DeviceCoordinate C>
gl::Specialization coordinate_constants() {
    return {{"FLOATS", std::same_as<C, float> ? "1" : "0"}};
}

/// Those of shaders/kdtree/find_out_of_range.comp, which looks at floats.
inline gl::Specialization range_constants() {
    using Range = CoordinateRange<float>;
    return {{"STEP_EXPONENT", std::to_string(Range::step_exponent)},
            {"GREATEST_EXPONENT", std::to_string(Range::greatest_exponent)}};
}

/// The same memory as words.
inline compute::BufferRange as_words(const compute::BufferRange& range) {
    const std::int64_t words = compute::element_bytes(range.type) / 4;
    return {range.buffer, range.first * words, range.size * words, compute::ElementType::uint32};
}

} // namespace scanline::kdtree
