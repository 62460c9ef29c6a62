#pragma once
#include <span>
#include <string_view>

namespace scanline::gl {

struct EmbeddedShader {
    std::string_view name; ///< relative to shaders/
    std::string_view text;
};

/// Defined in a file made at build time from everything under shaders/.
std::span<const EmbeddedShader> embedded_shaders();

} // namespace scanline::gl
