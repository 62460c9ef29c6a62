#pragma once
#include "scanline/raster/stream_compaction.h"

namespace scanline::raster {

/// The uniforms of shaders/common/survivors.glsl.
class CountUniforms {
public:
    /// Program: anything with uniform(name). unit: where the passes have the texture of the count.
    template <class Program>
    CountUniforms(const Program& program, GLint unit)
        : unit_(unit), sampler_(program.uniform("u_count")), position_(program.uniform("u_count_position")),
          weights_(program.uniform("u_count_weights")), bias_(program.uniform("u_count_bias")) {}

    /// The program is current.
    void set(const CountTexel& count) const {
        // Others with another number of inputs may share the program.
        glUniform1i(sampler_, unit_);
        glUniform2f(position_,
                    (static_cast<float>(count.x) + 0.5f) / static_cast<float>(count.texture->width()),
                    (static_cast<float>(count.y) + 0.5f) / static_cast<float>(count.texture->height()));
        glUniform4fv(weights_, 1, count.weights.data());
        glUniform1f(bias_, count.bias);
    }

private:
    GLint unit_, sampler_, position_, weights_, bias_;
};

} // namespace scanline::raster
