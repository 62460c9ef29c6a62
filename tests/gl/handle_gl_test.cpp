#include "scanline/gl/context.h"
#include "scanline/gl/handle.h"

#include <GL/glew.h>
#include <catch2/catch_all.hpp>

#include <type_traits>

namespace handle_gl_test {

using namespace scanline::gl;

template <class T>
constexpr bool move_only = !std::is_copy_constructible_v<T> && !std::is_copy_assignable_v<T> &&
                           std::is_nothrow_move_constructible_v<T> && std::is_nothrow_move_assignable_v<T> &&
                           sizeof(T) == sizeof(GLuint);
static_assert(move_only<Texture> && move_only<Buffer> && move_only<Framebuffer> && move_only<Query> &&
              move_only<ShaderHandle> && move_only<ProgramHandle>);

namespace {

// A texture name becomes a texture on its first bind.
Texture bound_texture() {
    Texture texture = Texture::create();
    glBindTexture(GL_TEXTURE_2D, texture.id());
    glBindTexture(GL_TEXTURE_2D, 0);
    return texture;
}

} // namespace

TEST_CASE("a default handle owns nothing") {
    const Texture texture;
    CHECK(texture.id() == 0);
    CHECK_FALSE(texture);
}

TEST_CASE("a handle deletes its object at the end of its scope") {
    const Context context = Context::headless();
    GLuint id = 0;
    {
        const Texture texture = bound_texture();
        id = texture.id();
        CHECK(texture);
        CHECK(glIsTexture(id) == GL_TRUE);
    }
    CHECK(glIsTexture(id) == GL_FALSE);
}

TEST_CASE("a moved handle leaves nothing behind, and an assigned one deletes what it had") {
    const Context context = Context::headless();
    Texture a = bound_texture();
    Texture b = bound_texture();
    const GLuint id_a = a.id();
    const GLuint id_b = b.id();
    b = std::move(a);
    CHECK(b.id() == id_a);
    CHECK(glIsTexture(id_a) == GL_TRUE);
    CHECK(glIsTexture(id_b) == GL_FALSE);
    const Texture c(std::move(b));
    CHECK(c.id() == id_a);
    CHECK(glIsTexture(id_a) == GL_TRUE);
}

TEST_CASE("a released object lives on and can be wrapped again") {
    const Context context = Context::headless();
    Texture texture = bound_texture();
    const GLuint id = std::move(texture).release();
    CHECK(glIsTexture(id) == GL_TRUE);
    { const Texture again = Texture::wrap(id); }
    CHECK(glIsTexture(id) == GL_FALSE);
}

TEST_CASE("every kind of object is made and deleted") {
    const Context context = Context::headless();
    GLuint buffer = 0;
    GLuint framebuffer = 0;
    GLuint query = 0;
    GLuint shader = 0;
    GLuint program = 0;
    {
        const Buffer owned_buffer = Buffer::create();
        glBindBuffer(GL_ARRAY_BUFFER, owned_buffer.id());
        glBindBuffer(GL_ARRAY_BUFFER, 0);
        const Framebuffer owned_framebuffer = Framebuffer::create();
        bind_framebuffer(GL_FRAMEBUFFER, owned_framebuffer.id());
        bind_framebuffer(GL_FRAMEBUFFER, 0);
        const Query owned_query = Query::create();
        glBeginQuery(GL_SAMPLES_PASSED, owned_query.id());
        glEndQuery(GL_SAMPLES_PASSED);
        const ShaderHandle owned_shader = ShaderHandle::create(GL_FRAGMENT_SHADER);
        const ProgramHandle owned_program = ProgramHandle::create();
        buffer = owned_buffer.id();
        framebuffer = owned_framebuffer.id();
        query = owned_query.id();
        shader = owned_shader.id();
        program = owned_program.id();
        CHECK(glIsBuffer(buffer) == GL_TRUE);
        CHECK(glIsFramebuffer(framebuffer) == GL_TRUE);
        CHECK(glIsQuery(query) == GL_TRUE);
        CHECK(glIsShader(shader) == GL_TRUE);
        CHECK(glIsProgram(program) == GL_TRUE);
    }
    CHECK(glIsBuffer(buffer) == GL_FALSE);
    CHECK(glIsFramebuffer(framebuffer) == GL_FALSE);
    CHECK(glIsQuery(query) == GL_FALSE);
    CHECK(glIsShader(shader) == GL_FALSE);
    CHECK(glIsProgram(program) == GL_FALSE);
    check_errors("making and deleting objects");
}

TEST_CASE("a framebuffer with a texture is complete") {
    const Context context = Context::headless();
    const Texture texture = Texture::create();
    glBindTexture(GL_TEXTURE_2D, texture.id());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    const Framebuffer framebuffer = Framebuffer::create();
    bind_framebuffer(GL_FRAMEBUFFER, framebuffer.id());
    CHECK(check_framebuffer_status(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT);
    framebuffer_texture_2d(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.id(), 0);
    CHECK(check_framebuffer_status(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE);
    check_errors("making a framebuffer");
}

} // namespace handle_gl_test
