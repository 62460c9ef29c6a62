#pragma once
#include "scanline/raster/engine.h"
#include "scanline/raster/options.h"

#include <array>
#include <initializer_list>
#include <span>
#include <string>

namespace scanline::raster {

/// A fragment program that is drawn over a rectangle of a stream texture.
class FillProgram {
public:
    /// samplers: the names of the program's samplers in the order of the inputs of its passes. vertex: that
    /// of Engine::draw_triangle(), or another one.
    FillProgram(Engine& engine, const std::string& fragment, std::initializer_list<const char*> samplers,
                const gl::Specialization& specialization = {},
                const std::string& vertex = "common/fill.vert");

    /// Makes it the current program and sets the uniforms of shaders/common/stream.glsl for textures of that
    /// layout.
    void use(const StreamLayout& layout) const;
    /// The same for a texture that has no blocks.
    void use(const StreamTexture& texture) const {
        use({texture.area().texels(), min_block, texture.width(), texture.height()});
    }

    /// Sets a uniform, a float or a vector of 2 or 4 floats, while it is the current program; without effect
    /// where the program has none of that name.
    template <class... Number>
    void set(const char* name, Number... values) const {
        set_floats(name, std::array{static_cast<float>(values)...});
    }
    /// The same of an int.
    void set_int(const char* name, int value) const;

private:
    void set_floats(const char* name, std::span<const float> values) const;

    gl::SharedProgram program_;
};

/// Sets u_threshold and u_negate.
void set_discriminator(const FillProgram& program, const Discriminator& discriminator);

constexpr float inverse(int size) {
    return 1.0f / static_cast<float>(size);
}

/// Assigns texture units 0, 1 ... to the samplers of a program; the current program stays what it was.
void assign_samplers(const gl::Program& program, std::initializer_list<const char*> samplers);

} // namespace scanline::raster
