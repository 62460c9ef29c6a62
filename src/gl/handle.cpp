#include "scanline/gl/handle.h"
#include "scanline/core/error.h"

#include <GL/glew.h>
#include <fmt/format.h>

namespace scanline::gl {
namespace {

const char* name_of(ObjectKind kind) {
    switch (kind) {
    case ObjectKind::texture: return "texture";
    case ObjectKind::buffer: return "buffer";
    case ObjectKind::framebuffer: return "framebuffer object";
    case ObjectKind::query: return "query";
    case ObjectKind::shader: return "shader";
    case ObjectKind::program: return "program";
    }
    return "";
}

} // namespace

unsigned create_object(ObjectKind kind, unsigned type) {
    GLuint id = 0;
    switch (kind) {
    case ObjectKind::texture: glGenTextures(1, &id); break;
    case ObjectKind::buffer: glGenBuffers(1, &id); break;
    case ObjectKind::framebuffer: gen_framebuffers(1, &id); break;
    case ObjectKind::query: glGenQueries(1, &id); break;
    case ObjectKind::shader: id = glCreateShader(type); break;
    case ObjectKind::program: id = glCreateProgram(); break;
    }
    if (id == 0)
        throw Error(fmt::format("OpenGL made no {}; is a context current on this thread?", name_of(kind)));
    return id;
}

void destroy_object(ObjectKind kind, unsigned id) noexcept {
    switch (kind) {
    case ObjectKind::texture: glDeleteTextures(1, &id); break;
    case ObjectKind::buffer: glDeleteBuffers(1, &id); break;
    case ObjectKind::framebuffer: delete_framebuffers(1, &id); break;
    case ObjectKind::query: glDeleteQueries(1, &id); break;
    case ObjectKind::shader: glDeleteShader(id); break;
    case ObjectKind::program: glDeleteProgram(id); break;
    }
}

} // namespace scanline::gl
