#pragma once
#include "scanline/raster/engine.h"
#include "scanline/raster/options.h"

#include <array>
#include <initializer_list>
#include <span>
#include <string>

namespace scanline::raster {

/// A fragment program drawn over a rectangle of a stream texture.
class FillProgram {
public:
    /// samplers: the program's sampler names, in the order of its passes' inputs. vertex: the vertex shader
    /// of Engine::draw_triangle() by default.
    FillProgram(Engine& engine, const std::string& fragment, std::initializer_list<const char*> samplers,
                const gl::Specialization& specialization = {},
                const std::string& vertex = "common/fill.vert");

    /// Makes it the current program and sets the uniforms of shaders/common/stream.glsl for the layout.
    void use(const StreamLayout& layout) const;
    /// The same for a texture without blocks.
    void use(const StreamTexture& texture) const {
        use({texture.area().texels(), min_block, texture.width(), texture.height()});
    }

    /// Sets a uniform of 1, 2 or 4 floats; the program must be current. No effect if it has no such uniform.
    template <class... Number>
    void set(const char* name, Number... values) const {
        set_floats(name, std::array{static_cast<float>(values)...});
    }
    /// The same for an int.
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

/// Assigns texture units 0, 1 ... to the samplers of a program. Preserves the current program.
void assign_samplers(const gl::Program& program, std::initializer_list<const char*> samplers);

} // namespace scanline::raster
