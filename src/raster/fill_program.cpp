#include "scanline/raster/fill_program.h"

#include <GL/glew.h>
#include <cassert>

namespace scanline::raster {

void assign_samplers(const gl::Program& program, std::initializer_list<const char*> samplers) {
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
                         const gl::Specialization& specialization, const std::string& vertex)
    : program_(engine.programs().get({{vertex, fragment}, specialization})) {
    assign_samplers(*program_, samplers);
}

void FillProgram::use(const StreamLayout& layout) const {
    glUseProgram(program_->id());
    set("u_inverse_size", inverse(layout.width), inverse(layout.height));
    set("u_block", layout.block);
    set("u_inverse_block", inverse(layout.block));
}

void FillProgram::set_int(const char* name, int value) const {
    glUniform1i(program_->uniform(name), value);
}

void FillProgram::set_floats(const char* name, std::span<const float> values) const {
    const GLint location = program_->uniform(name);
    switch (values.size()) {
    case 1: glUniform1fv(location, 1, values.data()); return;
    case 2: glUniform2fv(location, 1, values.data()); return;
    default: assert(values.size() == 4); glUniform4fv(location, 1, values.data());
    }
}

void set_discriminator(const FillProgram& program, const Discriminator& discriminator) {
    program.set("u_threshold", discriminator.threshold);
    program.set("u_negate", discriminator.negate);
}

} // namespace scanline::raster
