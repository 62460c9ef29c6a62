#pragma once
#include "scanline/compute/device_array.h"

#include <GL/glew.h>
#include <string_view>

namespace scanline::compute {

/// Binds a buffer to GL_COPY_READ_BUFFER or GL_COPY_WRITE_BUFFER and restores the previous binding.
class CopyBinding {
public:
    CopyBinding(GLenum target, GLuint buffer) : target_(target) {
        glGetIntegerv(target == GL_COPY_READ_BUFFER ? GL_COPY_READ_BUFFER_BINDING
                                                    : GL_COPY_WRITE_BUFFER_BINDING,
                      &before_);
        glBindBuffer(target, buffer);
    }
    ~CopyBinding() { glBindBuffer(target_, static_cast<GLuint>(before_)); }
    CopyBinding(const CopyBinding&) = delete;
    CopyBinding& operator=(const CopyBinding&) = delete;

private:
    GLenum target_;
    GLint before_ = 0;
};

/// Errors: usage if the range is not as long as `bytes`.
void require_same(const BufferRange& range, std::size_t bytes, std::string_view what);

} // namespace scanline::compute
