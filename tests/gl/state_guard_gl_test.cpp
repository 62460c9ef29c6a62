#include "scanline/gl/context.h"
#include "scanline/gl/program.h"
#include "scanline/gl/state_guard.h"

#include <catch2/catch.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

using namespace scanline::gl;

namespace {

using State = std::map<std::string, std::vector<double>>;

struct Toggle {
    const char* name;
    GLenum value;
};

std::vector<Toggle> toggles(const Capabilities& capabilities) {
    std::vector<Toggle> all{{"blend", GL_BLEND},
                            {"depth test", GL_DEPTH_TEST},
                            {"stencil test", GL_STENCIL_TEST},
                            {"scissor test", GL_SCISSOR_TEST},
                            {"cull face", GL_CULL_FACE},
                            {"dither", GL_DITHER},
                            {"logic operation", GL_COLOR_LOGIC_OP},
                            {"line smooth", GL_LINE_SMOOTH},
                            {"polygon smooth", GL_POLYGON_SMOOTH},
                            {"multisample", GL_MULTISAMPLE},
                            {"alpha test", GL_ALPHA_TEST},
                            {"line stipple", GL_LINE_STIPPLE}};
    if (capabilities.version >= Version{3, 0} || capabilities.has_extension("GL_EXT_framebuffer_sRGB"))
        all.push_back({"sRGB", GL_FRAMEBUFFER_SRGB});
    return all;
}

bool has_vertex_arrays(const Capabilities& capabilities) {
    return capabilities.version >= Version{3, 0} || capabilities.has_extension("GL_ARB_vertex_array_object");
}

bool has_samplers(const Capabilities& capabilities) {
    return capabilities.version >= Version{3, 3} || capabilities.has_extension("GL_ARB_sampler_objects");
}

std::vector<double> doubles(GLenum name, int count) {
    std::vector<GLdouble> values(16, -1);
    glGetDoublev(name, values.data());
    return {values.begin(), values.begin() + count};
}

double attribute(GLenum name) {
    GLint value = -1;
    glGetVertexAttribiv(0, name, &value);
    return value;
}

// Everything that the guard promises, read from OpenGL. Leaves the state as it is.
State read_state(const Capabilities& capabilities) {
    State state;
    state["program"] = doubles(GL_CURRENT_PROGRAM, 1);
    state["draw framebuffer"] = doubles(GL_DRAW_FRAMEBUFFER_BINDING, 1);
    state["read framebuffer"] = doubles(GL_READ_FRAMEBUFFER_BINDING, 1);
    state["viewport"] = doubles(GL_VIEWPORT, 4);
    state["scissor box"] = doubles(GL_SCISSOR_BOX, 4);
    state["active texture"] = doubles(GL_ACTIVE_TEXTURE, 1);
    GLint active = 0;
    glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
    for (unsigned unit = 0; unit < StateGuard::texture_units; ++unit) {
        glActiveTexture(GL_TEXTURE0 + unit);
        state["texture of unit " + std::to_string(unit)] = doubles(GL_TEXTURE_BINDING_2D, 1);
        if (has_samplers(capabilities))
            state["sampler of unit " + std::to_string(unit)] = doubles(GL_SAMPLER_BINDING, 1);
    }
    glActiveTexture(static_cast<GLenum>(active));
    state["array buffer"] = doubles(GL_ARRAY_BUFFER_BINDING, 1);
    state["pixel pack buffer"] = doubles(GL_PIXEL_PACK_BUFFER_BINDING, 1);
    state["pixel unpack buffer"] = doubles(GL_PIXEL_UNPACK_BUFFER_BINDING, 1);
    GLint vertex_array = 0;
    if (has_vertex_arrays(capabilities)) {
        state["vertex array"] = doubles(GL_VERTEX_ARRAY_BINDING, 1);
        glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertex_array);
        glBindVertexArray(0);
    }
    state["attribute enabled"] = {attribute(GL_VERTEX_ATTRIB_ARRAY_ENABLED)};
    state["attribute size"] = {attribute(GL_VERTEX_ATTRIB_ARRAY_SIZE)};
    state["attribute stride"] = {attribute(GL_VERTEX_ATTRIB_ARRAY_STRIDE)};
    state["attribute type"] = {attribute(GL_VERTEX_ATTRIB_ARRAY_TYPE)};
    state["attribute normalized"] = {attribute(GL_VERTEX_ATTRIB_ARRAY_NORMALIZED)};
    state["attribute buffer"] = {attribute(GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING)};
    if (capabilities.version >= Version{3, 3})
        state["attribute divisor"] = {attribute(GL_VERTEX_ATTRIB_ARRAY_DIVISOR)};
    void* pointer = nullptr;
    glGetVertexAttribPointerv(0, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
    state["attribute pointer"] = {static_cast<double>(reinterpret_cast<std::uintptr_t>(pointer))};
    if (has_vertex_arrays(capabilities))
        glBindVertexArray(static_cast<GLuint>(vertex_array));
    state["pack alignment"] = doubles(GL_PACK_ALIGNMENT, 1);
    state["unpack alignment"] = doubles(GL_UNPACK_ALIGNMENT, 1);
    state["pack row length"] = doubles(GL_PACK_ROW_LENGTH, 1);
    state["unpack row length"] = doubles(GL_UNPACK_ROW_LENGTH, 1);
    state["clear colour"] = doubles(GL_COLOR_CLEAR_VALUE, 4);
    state["colour mask"] = doubles(GL_COLOR_WRITEMASK, 4);
    state["polygon mode"] = doubles(GL_POLYGON_MODE, 2);
    state["line width"] = doubles(GL_LINE_WIDTH, 1);
    for (const Toggle& toggle : toggles(capabilities))
        state[toggle.name] = {static_cast<double>(glIsEnabled(toggle.value))};
    return state;
}

// Objects to set the state to, and a way to set all of it: one set is what a program has before, another what
// an algorithm does inside.
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

    // Each value depends on n, so that two settings differ in everything; the enables are those asked for.
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
        const GLfloat shade = static_cast<GLfloat>(n) / 8;
        glClearColor(shade, shade / 2, shade / 4, shade / 8);
        glColorMask(n == 1, n == 2, n == 1, n == 2);
        glPolygonMode(GL_FRONT, n == 1 ? GL_LINE : GL_POINT);
        glPolygonMode(GL_BACK, n == 1 ? GL_POINT : GL_LINE);
        glLineWidth(static_cast<GLfloat>(n + 1));
        for (const Toggle& toggle : toggles(capabilities_)) {
            if (enabled)
                glEnable(toggle.value);
            else
                glDisable(toggle.value);
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
    const GLuint program_before = programs.get({"common/fill.vert", "common/timer_probe.frag", {}}).id();
    const GLuint program_inside =
        programs.get({"common/fill.vert", "common/timer_probe.frag", {{"N", "1"}}}).id();
    const bool enabled_before = GENERATE(true, false);
    const Setting before(capabilities);
    const Setting inside(capabilities);

    before.apply(1, program_before, enabled_before);
    check_errors("setting the state before");
    const State expected = read_state(capabilities);
    {
        const StateGuard guard;
        inside.apply(2, program_inside, !enabled_before);
        // Each item must differ inside, or its restoring is not tried.
        for (const auto& [name, value] : read_state(capabilities)) {
            CAPTURE(name);
            CHECK(value != expected.at(name));
        }
        check_errors("setting the state inside");
    }
    const State after = read_state(capabilities);
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
    const State state = read_state(capabilities);
    for (const Toggle& toggle : toggles(capabilities)) {
        CAPTURE(toggle.name);
        CHECK(state.at(toggle.name) == std::vector<double>{0});
    }
    CHECK(state.at("colour mask") == std::vector<double>{1, 1, 1, 1});
    CHECK(state.at("polygon mode") == std::vector<double>{GL_FILL, GL_FILL});
    CHECK(state.at("line width") == std::vector<double>{1});
    for (const char* name : {"pack alignment", "unpack alignment"})
        CHECK(state.at(name) == std::vector<double>{1});
    for (const char* name : {"pack row length", "unpack row length", "array buffer", "pixel pack buffer",
                             "pixel unpack buffer", "attribute enabled"}) {
        CAPTURE(name);
        CHECK(state.at(name) == std::vector<double>{0});
    }
    if (has_vertex_arrays(capabilities))
        CHECK(state.at("vertex array") == std::vector<double>{0});
    if (has_samplers(capabilities))
        CHECK(state.at("sampler of unit 3") == std::vector<double>{0});
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
    const State expected = read_state(context.capabilities());
    {
        const StateGuard outer;
        glLineWidth(2.0f);
        const State middle = read_state(context.capabilities());
        { const StateGuard inner; }
        CHECK(read_state(context.capabilities()) == middle);
    }
    CHECK(read_state(context.capabilities()) == expected);
    check_errors("guarding a new context");
    CHECK(context.take_debug_errors().empty());
}
