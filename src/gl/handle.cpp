#include "scanline/gl/handle.h"
#include "scanline/core/error.h"

#include <fmt/format.h>

namespace scanline::gl {
namespace {

GLuint created(GLuint id, const char* what) {
    if (id == 0)
        throw Error(fmt::format("OpenGL made no {}; is a context current on this thread?", what));
    return id;
}

} // namespace

GLuint TextureTraits::create() {
    GLuint id = 0;
    glGenTextures(1, &id);
    return created(id, "texture");
}

void TextureTraits::destroy(GLuint id) noexcept {
    glDeleteTextures(1, &id);
}

GLuint BufferTraits::create() {
    GLuint id = 0;
    glGenBuffers(1, &id);
    return created(id, "buffer");
}

void BufferTraits::destroy(GLuint id) noexcept {
    glDeleteBuffers(1, &id);
}

GLuint FramebufferTraits::create() {
    GLuint id = 0;
    gen_framebuffers(1, &id);
    return created(id, "framebuffer object");
}

void FramebufferTraits::destroy(GLuint id) noexcept {
    delete_framebuffers(1, &id);
}

GLuint QueryTraits::create() {
    GLuint id = 0;
    glGenQueries(1, &id);
    return created(id, "query");
}

void QueryTraits::destroy(GLuint id) noexcept {
    glDeleteQueries(1, &id);
}

GLuint ShaderTraits::create(GLenum type) {
    return created(glCreateShader(type), "shader");
}

void ShaderTraits::destroy(GLuint id) noexcept {
    glDeleteShader(id);
}

GLuint ProgramTraits::create() {
    return created(glCreateProgram(), "program");
}

void ProgramTraits::destroy(GLuint id) noexcept {
    glDeleteProgram(id);
}

} // namespace scanline::gl
