#pragma once
#include "scanline/core/error.h"

#include <string_view>

namespace scanline::compute {

/// A GLSL expression of x, an element, and i, its index, that a caller gave to become part of a shader.
struct Expression {
    std::string_view operation; ///< that takes it
    std::string_view text;

    /// That it is one expression, and reaches nowhere beyond its place in the shader. Errors: usage.
    void require_one() const;
    Error refusal(std::string_view why) const;
};

} // namespace scanline::compute
