#pragma once
#include "scanline/gl/handle.h"
#include "scanline/gl/state_guard.h"
#include "support/gl_state.h"

#include <array>
#include <cstddef>
#include <string>
#include <utility>

namespace scanline::test {

/// The non-indexed buffer bindings, with names for messages.
struct BufferBinding {
    const char* name;
    GLenum target, query;
};
inline constexpr std::array<BufferBinding, 4> guarded_buffers{{
    {"storage buffer", GL_SHADER_STORAGE_BUFFER, GL_SHADER_STORAGE_BUFFER_BINDING},
    {"dispatch buffer", GL_DISPATCH_INDIRECT_BUFFER, GL_DISPATCH_INDIRECT_BUFFER_BINDING},
    {"copy read buffer", GL_COPY_READ_BUFFER, GL_COPY_READ_BUFFER_BINDING},
    {"copy write buffer", GL_COPY_WRITE_BUFFER, GL_COPY_WRITE_BUFFER_BINDING},
}};

/// All state that gl::ComputeStateGuard restores, read from OpenGL, with names for messages.
inline GlState read_compute_state() {
    GlState state;
    state["program"] = state_of(GL_CURRENT_PROGRAM, 1);
    for (const BufferBinding& binding : guarded_buffers)
        state[binding.name] = state_of(binding.query, 1);
    for (GLuint index = 0; index < gl::ComputeStateGuard::storage_bindings; ++index) {
        GLint buffer = 0;
        GLint64 start = 0, size = 0;
        glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, index, &buffer);
        glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, index, &start);
        glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_SIZE, index, &size);
        state["storage buffer " + std::to_string(index)] = {
            static_cast<double>(buffer), static_cast<double>(start), static_cast<double>(size)};
    }
    return state;
}

/// Buffers to set that state with, different at every binding: ranges of buffers and, at every third binding,
/// whole ones. The objects must outlive the state.
class ComputeSetting {
public:
    ComputeSetting() {
        for (gl::Buffer& buffer : buffers_) {
            buffer = gl::Buffer::create();
            glBindBuffer(GL_COPY_WRITE_BUFFER, buffer.id());
            glBufferData(GL_COPY_WRITE_BUFFER, bytes, nullptr, GL_STATIC_DRAW);
        }
    }

    void apply(GLuint program) const {
        glUseProgram(program);
        for (GLuint index = 0; index < gl::ComputeStateGuard::storage_bindings; ++index) {
            if (index % 3 == 2)
                glBindBufferBase(GL_SHADER_STORAGE_BUFFER, index, buffers_[index].id());
            else
                glBindBufferRange(GL_SHADER_STORAGE_BUFFER, index, buffers_[index].id(), 256 * (index + 1),
                                  64 + 4 * index);
        }
        for (std::size_t i = 0; i < guarded_buffers.size(); ++i)
            glBindBuffer(guarded_buffers[i].target,
                         buffers_[gl::ComputeStateGuard::storage_bindings + i].id());
    }

    /// The buffers of storage bindings 0, 1 ..., then those of guarded_buffers.
    gl::Buffer& buffer(std::size_t index) { return buffers_[index]; }

private:
    static constexpr GLsizeiptr bytes = 8192;

    std::array<gl::Buffer, gl::ComputeStateGuard::storage_bindings + guarded_buffers.size()> buffers_;
};

} // namespace scanline::test
