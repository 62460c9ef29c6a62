#include "scanline/gl/context.h"
#include "scanline/gl/program.h"
#include "scanline/gl/state_guard.h"
#include "support/gl_state.h"

#include <GL/glew.h>
#include <catch2/catch_all.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace state_guard_gl_test {

using namespace scanline::gl;
using scanline::test::GlState;
using scanline::test::GuardedNumber;
using scanline::test::has_samplers;
using scanline::test::has_vertex_arrays;
using scanline::test::read_state;

namespace {

double attribute(GLenum name) {
    GLint value = -1;
    glGetVertexAttribiv(0, name, &value);
    return value;
}

// Objects for a complete set of state: one set stands for a program's state before, another for an
// algorithm's state inside.
class Setting {
public:
    explicit Setting(const Capabilities& capabilities) : capabilities_(capabilities) {
        for (Texture& texture : textures_)
            texture = Texture::create();
        if (has_vertex_arrays(capabilities))
            glGenVertexArrays(1, &vertex_array_);
        if (has_samplers(capabilities))
            glGenSamplers(StateGuard::texture_units, samplers_.data());
    }
    Setting(const Setting&) = delete;
    Setting& operator=(const Setting&) = delete;
    ~Setting() {
        if (vertex_array_ != 0)
            glDeleteVertexArrays(1, &vertex_array_);
        if (has_samplers(capabilities_))
            glDeleteSamplers(StateGuard::texture_units, samplers_.data());
    }

    // Each value depends on n, so two settings differ in everything, except that `enabled` sets the enables.
    void apply(int n, GLuint program, bool enabled) const {
        glUseProgram(program);
        bind_framebuffer(GL_DRAW_FRAMEBUFFER, draw_.id());
        bind_framebuffer(GL_READ_FRAMEBUFFER, read_.id());
        glViewport(n, n + 1, n + 2, n + 3);
        glScissor(n + 4, n + 5, n + 6, n + 7);
        if (has_vertex_arrays(capabilities_))
            glBindVertexArray(0);
        glBindBuffer(GL_ARRAY_BUFFER, attribute_buffer_.id());
        glVertexAttribPointer(0, 1 + n, n == 1 ? GL_FLOAT : GL_UNSIGNED_BYTE, n == 1, 4 * n,
                              reinterpret_cast<const void*>(static_cast<std::uintptr_t>(16 * n)));
        if (enabled)
            glEnableVertexAttribArray(0);
        else
            glDisableVertexAttribArray(0);
        if (capabilities_.version >= Version{3, 3})
            glVertexAttribDivisor(0, static_cast<GLuint>(n));
        if (has_vertex_arrays(capabilities_))
            glBindVertexArray(vertex_array_);
        glBindBuffer(GL_ARRAY_BUFFER, array_buffer_.id());
        glBindBuffer(GL_PIXEL_PACK_BUFFER, pack_buffer_.id());
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, unpack_buffer_.id());
        for (std::size_t unit = 0; unit < StateGuard::texture_units; ++unit) {
            glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
            glBindTexture(GL_TEXTURE_2D, textures_[unit].id());
            if (has_samplers(capabilities_))
                glBindSampler(static_cast<GLuint>(unit), samplers_[unit]);
        }
        glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + n));
        glPixelStorei(GL_PACK_ALIGNMENT, 4 * n);
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4 * n);
        glPixelStorei(GL_PACK_ROW_LENGTH, 10 * n);
        glPixelStorei(GL_UNPACK_ROW_LENGTH, 11 * n);
        for (const GLenum skip : std::array<GLenum, 4>{GL_PACK_SKIP_ROWS, GL_UNPACK_SKIP_ROWS,
                                                       GL_PACK_SKIP_PIXELS, GL_UNPACK_SKIP_PIXELS})
            glPixelStorei(skip, n);
        glPixelStorei(GL_PACK_SWAP_BYTES, n == 1);
        glPixelStorei(GL_UNPACK_SWAP_BYTES, n == 1);
        for (const GuardedNumber& number : scanline::test::guarded_pixel_transfers)
            glPixelTransferf(number.value, number.value == GL_MAP_COLOR ? static_cast<GLfloat>(n == 1)
                                                                        : static_cast<GLfloat>(n) / 4);
        for (const GuardedNumber& number : scanline::test::guarded_clamps(capabilities_))
            scanline::test::clamp_color(capabilities_, number.value, n == 1 ? GL_TRUE : GL_FIXED_ONLY);
        const GLfloat shade = static_cast<GLfloat>(n) / 8;
        glClearColor(shade, shade / 2, shade / 4, shade / 8);
        glColorMask(n == 1, n == 2, n == 1, n == 2);
        glPolygonMode(GL_FRONT, n == 1 ? GL_LINE : GL_POINT);
        glPolygonMode(GL_BACK, n == 1 ? GL_POINT : GL_LINE);
        glLineWidth(static_cast<GLfloat>(n + 1));
        for (const auto& [name, value] : scanline::test::guarded_enables(capabilities_)) {
            if (enabled)
                glEnable(value);
            else
                glDisable(value);
        }
    }

private:
    const Capabilities& capabilities_;
    Framebuffer draw_ = Framebuffer::create();
    Framebuffer read_ = Framebuffer::create();
    Buffer array_buffer_ = Buffer::create();
    Buffer attribute_buffer_ = Buffer::create();
    Buffer pack_buffer_ = Buffer::create();
    Buffer unpack_buffer_ = Buffer::create();
    std::vector<Texture> textures_{StateGuard::texture_units};
    std::array<GLuint, StateGuard::texture_units> samplers_{};
    GLuint vertex_array_ = 0;
};

} // namespace

TEST_CASE("all that the state guard names is as before when its scope ends") {
    ContextRequest request;
    request.debug = true;
    Context context = Context::headless(request);
    const Capabilities& capabilities = context.capabilities();
    ProgramCache programs(ShaderStore::standard());
    const GLuint program_before = programs.get({{"common/fill.vert", "common/timer_probe.frag"}, {}})->id();
    const GLuint program_inside =
        programs.get({{"common/fill.vert", "common/timer_probe.frag"}, {{"N", "1"}}})->id();
    const bool enabled_before = GENERATE(true, false);
    const Setting before(capabilities);
    const Setting inside(capabilities);

    before.apply(1, program_before, enabled_before);
    check_errors("setting the state before");
    const GlState expected = read_state(capabilities);
    {
        const StateGuard guard;
        inside.apply(2, program_inside, !enabled_before);
        // Each item must differ inside, or restoring it is not tested.
        for (const auto& [name, value] : read_state(capabilities)) {
            CAPTURE(name);
            CHECK(value != expected.at(name));
        }
        check_errors("setting the state inside");
    }
    const GlState after = read_state(capabilities);
    for (const auto& [name, value] : expected) {
        CAPTURE(name);
        CHECK(after.at(name) == value);
    }
    check_errors("guarding the state");
    CHECK(context.take_debug_errors().empty());
}

TEST_CASE("the state guard sets the base that algorithms draw on") {
    Context context = Context::headless();
    const Capabilities& capabilities = context.capabilities();
    const Setting before(capabilities);
    before.apply(1, 0, true);
    const StateGuard guard;
    const GlState state = read_state(capabilities);
    for (const auto& [name, value] : scanline::test::guarded_enables(capabilities)) {
        CAPTURE(name, value);
        CHECK(state.at(name) == std::vector<double>{0});
    }
    CHECK(state.at("colour mask") == std::vector<double>{1, 1, 1, 1});
    CHECK(state.at("polygon mode") == std::vector<double>{GL_FILL, GL_FILL});
    CHECK(state.at("line width") == std::vector<double>{1});
    const auto check_base = [&state](const GuardedNumber& number) {
        CAPTURE(number.name);
        CHECK(state.at(number.name) == std::vector<double>{static_cast<double>(number.base)});
    };
    for (const GuardedNumber& number : scanline::test::guarded_pixel_stores)
        check_base(number);
    for (const GuardedNumber& number : scanline::test::guarded_pixel_transfers)
        check_base(number);
    for (const GuardedNumber& number : scanline::test::guarded_clamps(capabilities))
        check_base(number);
    for (const char* name :
         {"array buffer", "pixel pack buffer", "pixel unpack buffer", "attribute enabled"}) {
        CAPTURE(name);
        CHECK(state.at(name) == std::vector<double>{0});
    }
    if (has_vertex_arrays(capabilities))
        CHECK(state.at("vertex array") == std::vector<double>{0});
    // One unit for each texture that a pass can read.
    CHECK(StateGuard::texture_units == 8);
    if (has_samplers(capabilities))
        for (const int unit : {0, 3, 7})
            CHECK(state.at("sampler of unit " + std::to_string(unit)) == std::vector<double>{0});
    check_errors("setting the base");
}

TEST_CASE("an integer attribute array stays one") {
    Context context = Context::headless();
    if (context.capabilities().version < Version{3, 0}) {
        WARN("not tried: integer attributes need OpenGL 3.0, this is "
             << context.capabilities().version_text);
        return;
    }
    const Buffer buffer = Buffer::create();
    glBindBuffer(GL_ARRAY_BUFFER, buffer.id());
    glVertexAttribIPointer(0, 3, GL_INT, 12, nullptr);
    { const StateGuard guard; }
    CHECK(attribute(GL_VERTEX_ATTRIB_ARRAY_INTEGER) == 1);
    CHECK(attribute(GL_VERTEX_ATTRIB_ARRAY_SIZE) == 3);
    CHECK(attribute(GL_VERTEX_ATTRIB_ARRAY_TYPE) == GL_INT);
    check_errors("guarding an integer attribute");
}

TEST_CASE("the state guard makes no error on a new context, and guards nest") {
    ContextRequest request;
    request.debug = true;
    Context context = Context::headless(request);
    const GlState expected = read_state(context.capabilities());
    {
        const StateGuard outer;
        glLineWidth(2.0f);
        const GlState middle = read_state(context.capabilities());
        { const StateGuard inner; }
        CHECK(read_state(context.capabilities()) == middle);
    }
    CHECK(read_state(context.capabilities()) == expected);
    check_errors("guarding a new context");
    CHECK(context.take_debug_errors().empty());
}

} // namespace state_guard_gl_test
