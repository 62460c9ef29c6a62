#include "scanline/gl/compute_state_guard.h"

namespace scanline::gl {
namespace {

GLuint existing(GLint buffer) {
    const auto id = static_cast<GLuint>(buffer);
    return id != 0 && glIsBuffer(id) == GL_TRUE ? id : 0;
}

} // namespace

ComputeStateGuard::ComputeStateGuard() {
    glGetIntegerv(GL_CURRENT_PROGRAM, &program_);
    for (GLuint index = 0; index < bindings_.size(); ++index) {
        Binding& binding = bindings_[index];
        glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, index, &binding.buffer);
        if (binding.buffer == 0)
            continue;
        glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, index, &binding.offset);
        glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_SIZE, index, &binding.size);
    }
    glGetIntegerv(GL_SHADER_STORAGE_BUFFER_BINDING, &storage_buffer_);
    glGetIntegerv(GL_DISPATCH_INDIRECT_BUFFER_BINDING, &dispatch_buffer_);
    glGetIntegerv(GL_COPY_READ_BUFFER, &copy_read_buffer_);
    glGetIntegerv(GL_COPY_WRITE_BUFFER, &copy_write_buffer_);
}

ComputeStateGuard::~ComputeStateGuard() {
    glUseProgram(static_cast<GLuint>(program_));
    for (GLuint index = 0; index < bindings_.size(); ++index) {
        const Binding& binding = bindings_[index];
        const GLuint buffer = existing(binding.buffer);
        if (buffer != 0 && binding.size != 0)
            glBindBufferRange(GL_SHADER_STORAGE_BUFFER, index, buffer, binding.offset, binding.size);
        else
            glBindBufferBase(GL_SHADER_STORAGE_BUFFER, index, buffer);
    }
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, existing(storage_buffer_));
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, existing(dispatch_buffer_));
    glBindBuffer(GL_COPY_READ_BUFFER, existing(copy_read_buffer_));
    glBindBuffer(GL_COPY_WRITE_BUFFER, existing(copy_write_buffer_));
}

} // namespace scanline::gl
