#pragma once
#include "kit/scene.h"

#include <string>
#include <vector>

namespace scanline::view {

/// The shader behind the code of a step, with everything that it includes.
class ShaderText {
public:
    struct Line {
        std::string text;
        std::string origin; ///< "shaders/compute/tile.glsl:12"
    };

    /// The lines of a shader, read once. Errors: those of gl::ShaderStore::flatten().
    const std::vector<Line>& lines(const std::string& name);
    /// Shaders have been edited.
    void forget() { name_.clear(); }

private:
    std::string name_;
    std::vector<Line> lines_;
};

/// The code of a step as its shader has it: lit are the lines that do the same as the lit ones of the
/// pseudo-code, with the same values; the title says where the first of them is. A line of pseudo-code that
/// the shader lacks lights nothing.
Listing shader_listing(const Listing& code, const std::vector<ShaderText::Line>& shader);

} // namespace scanline::view
