#pragma once
#include "kit/scene.h"
#include "scanline/gl/shader_store.h"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace scanline::view::test {

/// At least half of the lines of a code name a part of the shader, and the shader has each of these.
inline void check_shader_lines(const Listing& listing) {
    REQUIRE_FALSE(listing.shader.empty());
    const std::string text = gl::ShaderStore::standard().flatten(listing.shader).text;
    std::size_t named = 0;
    for (const Listing::Line& line : listing.lines) {
        CAPTURE(listing.shader, line.text, line.glsl);
        named += line.glsl.empty() ? 0u : 1u;
        CHECK(text.find(line.glsl) != text.npos);
    }
    CHECK(2 * named >= listing.lines.size());
}

} // namespace scanline::view::test
