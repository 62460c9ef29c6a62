#pragma once
#include "scanline/raster/count_uniforms.h"
#include "scanline/raster/fill_program.h"

#include <initializer_list>
#include <string>

namespace scanline::raster {

/// A fragment program that is drawn over the rows of a target that survivors reach, or over those behind
/// them. Their number is known on the GPU alone, so a vertex shader fetches it and moves the edge of the
/// rectangle. Where vertex shaders cannot fetch, all rows are drawn and none are left behind: the program
/// must be right there too.
class SurvivorRows {
public:
    /// samplers: of the inputs in their order. The count takes the next texture unit, so that `pass_inputs`
    /// ends with its texture.
    SurvivorRows(Engine& engine, const std::string& fragment, std::initializer_list<const char*> samplers,
                 const gl::Specialization& specialization = {});

    GLint uniform(const char* name) const { return program_.uniform(name); }

    /// Makes it the current program and sets the uniforms of shaders/common/stream.glsl for textures of the
    /// layout, and those of survivors.glsl. A row of the target, which has `target_rows`, stands for
    /// `survivors_per_row` survivors, a power of two.
    void use(const StreamLayout& layout, const CountTexel& count, int survivors_per_row,
             int target_rows) const;

    /// Inside a pass whose target and inputs are bound, after use().
    void draw_reached() const { draw(0.0f); }
    void draw_behind() const;

    std::int64_t scratch_bytes() const;

private:
    void draw(float behind) const;

    Engine& engine_;
    bool vertices_fetch_;
    FillProgram program_;
    GLint inverse_rows_, behind_;
    CountUniforms count_;
    gl::Buffer corners_;
};

} // namespace scanline::raster
