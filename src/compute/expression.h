#pragma once
#include "scanline/core/error.h"

#include <string_view>

namespace scanline::compute {

/// A caller's GLSL expression of an element x and its index i, to be inserted into a shader.
struct Expression {
    std::string_view operation; ///< name of the operation
    std::string_view text;

    /// Requires that it is one expression and cannot affect the rest of the shader. Errors: usage.
    void require_one() const;
    Error refusal(std::string_view why) const;
};

} // namespace scanline::compute
