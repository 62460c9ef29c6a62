#pragma once
#include "scanline/raster/fill_program.h"

#include <string>
#include <string_view>

namespace scanline::raster {

/// Recursive doubling inside every block: log2(block) passes over all elements, of which pass k combines an
/// element with the one 2^(k-1) away. What it combines, and in which direction, is the fragment program's.
/// Source: Hillis and Steele 1986.
class Doubling {
public:
    /// fragment: samples u_source and has a uniform u_offset; it is drawn as passes called `pass`, steps 1, 2
    /// ...
    Doubling(Engine& engine, const std::string& fragment, std::string_view pass);

    /// Returns the texture of `scratch` that holds the result; `input` is unchanged and must not be one of
    /// them.
    const StreamTexture& operator()(const StreamLayout& layout, const StreamTexture& input,
                                    const StreamPair& scratch) const;

private:
    Engine& engine_;
    std::string_view pass_;
    FillProgram program_;
    GLint offset_;
};

} // namespace scanline::raster
