#include "scanline/raster/fill_program.h"

namespace scanline::raster {

void assign_samplers(const gl::Program& program, std::span<const char* const> samplers) {
    GLint current = 0;
    glGetIntegerv(GL_CURRENT_PROGRAM, &current);
    glUseProgram(program.id());
    GLint unit = 0;
    for (const char* sampler : samplers)
        glUniform1i(program.uniform(sampler), unit++);
    glUseProgram(static_cast<GLuint>(current));
}

FillProgram::FillProgram(Engine& engine, const std::string& fragment,
                         std::initializer_list<const char*> samplers,
                         const gl::Specialization& specialization)
    : FillProgram(engine, "common/fill.vert", fragment, samplers, specialization) {}

FillProgram::FillProgram(Engine& engine, const std::string& vertex, const std::string& fragment,
                         std::span<const char* const> samplers, const gl::Specialization& specialization)
    : program_(engine.programs().get({{vertex, fragment}, specialization})),
      inverse_size_(program_->uniform("u_inverse_size")), block_(program_->uniform("u_block")),
      inverse_block_(program_->uniform("u_inverse_block")) {
    assign_samplers(*program_, samplers);
}

void FillProgram::use(const StreamLayout& layout) const {
    glUseProgram(program_->id());
    glUniform2f(inverse_size_, 1.0f / static_cast<float>(layout.width),
                1.0f / static_cast<float>(layout.height));
    glUniform1f(block_, static_cast<float>(layout.block));
    glUniform1f(inverse_block_, 1.0f / static_cast<float>(layout.block));
}

} // namespace scanline::raster
