#pragma once
#include "scanline/gl/capabilities.h"
#include "scanline/gl/handle.h"
#include "scanline/gl/state_guard.h"

#include <GL/glew.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace scanline::test {

using GlState = std::map<std::string, std::vector<double>>;

/// The enables that gl::StateGuard handles in such a context, with names for messages.
inline std::vector<std::pair<std::string, GLenum>> guarded_enables(const gl::Capabilities& capabilities) {
    std::vector<std::pair<std::string, GLenum>> all{{"blend", GL_BLEND},
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
                                                    {"line stipple", GL_LINE_STIPPLE},
                                                    {"polygon stipple", GL_POLYGON_STIPPLE}};
    for (GLenum plane = 0; plane < 6; ++plane)
        all.emplace_back("clip plane " + std::to_string(plane), GL_CLIP_PLANE0 + plane);
    if (capabilities.version >= gl::Version{3, 0})
        all.emplace_back("rasterizer discard", GL_RASTERIZER_DISCARD);
    if (capabilities.version >= gl::Version{3, 0} || capabilities.has_extension("GL_EXT_framebuffer_sRGB"))
        all.emplace_back("sRGB", GL_FRAMEBUFFER_SRGB);
    return all;
}

/// A number that gl::StateGuard handles, and its base value.
struct GuardedNumber {
    const char* name; ///< for messages
    GLenum value;
    int base;
};

inline constexpr std::array<GuardedNumber, 10> guarded_pixel_stores{{
    {"pack alignment", GL_PACK_ALIGNMENT, 1},
    {"unpack alignment", GL_UNPACK_ALIGNMENT, 1},
    {"pack row length", GL_PACK_ROW_LENGTH, 0},
    {"unpack row length", GL_UNPACK_ROW_LENGTH, 0},
    {"pack skip rows", GL_PACK_SKIP_ROWS, 0},
    {"unpack skip rows", GL_UNPACK_SKIP_ROWS, 0},
    {"pack skip pixels", GL_PACK_SKIP_PIXELS, 0},
    {"unpack skip pixels", GL_UNPACK_SKIP_PIXELS, 0},
    {"pack swap bytes", GL_PACK_SWAP_BYTES, 0},
    {"unpack swap bytes", GL_UNPACK_SWAP_BYTES, 0},
}};

inline constexpr std::array<GuardedNumber, 9> guarded_pixel_transfers{{
    {"map colour", GL_MAP_COLOR, 0},
    {"red scale", GL_RED_SCALE, 1},
    {"green scale", GL_GREEN_SCALE, 1},
    {"blue scale", GL_BLUE_SCALE, 1},
    {"alpha scale", GL_ALPHA_SCALE, 1},
    {"red bias", GL_RED_BIAS, 0},
    {"green bias", GL_GREEN_BIAS, 0},
    {"blue bias", GL_BLUE_BIAS, 0},
    {"alpha bias", GL_ALPHA_BIAS, 0},
}};

/// The targets of glClampColor in such a context; none if it does not exist.
inline std::vector<GuardedNumber> guarded_clamps(const gl::Capabilities& capabilities) {
    if (!capabilities.supports({3, 0}, {"GL_ARB_color_buffer_float"}))
        return {};
    return {{"read colour clamp", GL_CLAMP_READ_COLOR, GL_FALSE},
            {"fragment colour clamp", GL_CLAMP_FRAGMENT_COLOR, GL_FALSE},
            {"vertex colour clamp", GL_CLAMP_VERTEX_COLOR, GL_FALSE}};
}

inline void clamp_color(const gl::Capabilities& capabilities, GLenum target, GLenum clamp) {
    if (capabilities.version >= gl::Version{3, 0})
        glClampColor(target, clamp);
    else
        glClampColorARB(target, clamp);
}

inline bool has_vertex_arrays(const gl::Capabilities& capabilities) {
    return capabilities.version >= gl::Version{3, 0} ||
           capabilities.has_extension("GL_ARB_vertex_array_object");
}

inline bool has_samplers(const gl::Capabilities& capabilities) {
    return capabilities.version >= gl::Version{3, 3} || capabilities.has_extension("GL_ARB_sampler_objects");
}

inline std::vector<double> state_of(GLenum name, std::ptrdiff_t count) {
    std::array<GLdouble, 16> values{};
    glGetDoublev(name, values.data());
    return {values.begin(), values.begin() + count};
}

/// All state that gl::StateGuard restores, read from OpenGL, with names for messages. Does not change the
/// state.
inline GlState read_state(const gl::Capabilities& capabilities) {
    GlState state;
    const auto add = [&state](const std::string& what, GLenum name, std::ptrdiff_t count = 1) {
        state[what] = state_of(name, count);
    };
    add("program", GL_CURRENT_PROGRAM);
    add("draw framebuffer", GL_DRAW_FRAMEBUFFER_BINDING);
    add("read framebuffer", GL_READ_FRAMEBUFFER_BINDING);
    add("viewport", GL_VIEWPORT, 4);
    add("scissor box", GL_SCISSOR_BOX, 4);
    add("array buffer", GL_ARRAY_BUFFER_BINDING);
    add("pixel pack buffer", GL_PIXEL_PACK_BUFFER_BINDING);
    add("pixel unpack buffer", GL_PIXEL_UNPACK_BUFFER_BINDING);
    for (const GuardedNumber& number : guarded_pixel_stores)
        add(number.name, number.value);
    for (const GuardedNumber& number : guarded_pixel_transfers)
        add(number.name, number.value);
    for (const GuardedNumber& number : guarded_clamps(capabilities))
        add(number.name, number.value);
    add("clear colour", GL_COLOR_CLEAR_VALUE, 4);
    add("colour mask", GL_COLOR_WRITEMASK, 4);
    add("polygon mode", GL_POLYGON_MODE, 2);
    add("line width", GL_LINE_WIDTH);
    for (const auto& [name, value] : guarded_enables(capabilities))
        state[name] = {static_cast<double>(glIsEnabled(value))};

    add("active texture", GL_ACTIVE_TEXTURE);
    GLint active = 0;
    glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
    for (unsigned unit = 0; unit < gl::StateGuard::texture_units; ++unit) {
        glActiveTexture(GL_TEXTURE0 + unit);
        add("texture of unit " + std::to_string(unit), GL_TEXTURE_BINDING_2D);
        if (has_samplers(capabilities))
            add("sampler of unit " + std::to_string(unit), GL_SAMPLER_BINDING);
    }
    glActiveTexture(static_cast<GLenum>(active));

    GLint vertex_array = 0;
    if (has_vertex_arrays(capabilities)) {
        add("vertex array", GL_VERTEX_ARRAY_BINDING);
        glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertex_array);
        glBindVertexArray(0);
    }
    const auto add_attribute = [&state](const std::string& what, GLenum name) {
        GLint value = -1;
        glGetVertexAttribiv(0, name, &value);
        state["attribute " + what] = {static_cast<double>(value)};
    };
    add_attribute("enabled", GL_VERTEX_ATTRIB_ARRAY_ENABLED);
    add_attribute("size", GL_VERTEX_ATTRIB_ARRAY_SIZE);
    add_attribute("stride", GL_VERTEX_ATTRIB_ARRAY_STRIDE);
    add_attribute("type", GL_VERTEX_ATTRIB_ARRAY_TYPE);
    add_attribute("normalized", GL_VERTEX_ATTRIB_ARRAY_NORMALIZED);
    add_attribute("buffer", GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING);
    if (capabilities.version >= gl::Version{3, 3})
        add_attribute("divisor", GL_VERTEX_ATTRIB_ARRAY_DIVISOR);
    void* pointer = nullptr;
    glGetVertexAttribPointerv(0, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
    state["attribute pointer"] = {static_cast<double>(reinterpret_cast<std::uintptr_t>(pointer))};
    if (has_vertex_arrays(capabilities))
        glBindVertexArray(static_cast<GLuint>(vertex_array));
    return state;
}

/// A state that differs from a new context's in everything and would ruin every picture: what a program that
/// draws an interface may leave behind. Lasts as long as the object, which owns the bound objects.
class UnusualState {
public:
    UnusualState(const gl::Capabilities& capabilities, GLuint program) {
        glUseProgram(program);
        gl::bind_framebuffer(GL_FRAMEBUFFER, framebuffer_.id());
        glViewport(3, 5, 7, 11);
        glScissor(1, 2, 1, 1);
        if (has_vertex_arrays(capabilities))
            glBindVertexArray(0);
        constexpr std::array<float, 64> junk{};
        glBindBuffer(GL_ARRAY_BUFFER, attribute_buffer_.id());
        glBufferData(GL_ARRAY_BUFFER, sizeof junk, junk.data(), GL_STATIC_DRAW);
        glVertexAttribPointer(0, 3, GL_UNSIGNED_BYTE, GL_TRUE, 20,
                              reinterpret_cast<const void*>(std::uintptr_t{8}));
        glEnableVertexAttribArray(0);
        if (capabilities.version >= gl::Version{3, 3})
            glVertexAttribDivisor(0, 2);
        if (has_vertex_arrays(capabilities)) {
            glGenVertexArrays(1, &vertex_array_);
            glBindVertexArray(vertex_array_);
        }
        for (const auto& [target, buffer] :
             {std::pair<GLenum, const gl::Buffer*>{GL_ARRAY_BUFFER, &array_buffer_},
              {GL_PIXEL_PACK_BUFFER, &pack_buffer_},
              {GL_PIXEL_UNPACK_BUFFER, &unpack_buffer_}}) {
            glBindBuffer(target, buffer->id());
            glBufferData(target, sizeof junk, junk.data(), GL_STATIC_DRAW);
        }
        for (std::size_t unit = 0; unit < textures_.size(); ++unit) {
            textures_[unit] = gl::Texture::create();
            glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
            glBindTexture(GL_TEXTURE_2D, textures_[unit].id());
        }
        if (has_samplers(capabilities)) {
            glGenSamplers(static_cast<GLsizei>(samplers_.size()), samplers_.data());
            for (std::size_t unit = 0; unit < samplers_.size(); ++unit) {
                glSamplerParameteri(samplers_[unit], GL_TEXTURE_MAG_FILTER, GL_LINEAR);
                glSamplerParameteri(samplers_[unit], GL_TEXTURE_WRAP_S, GL_REPEAT);
                glBindSampler(static_cast<GLuint>(unit), samplers_[unit]);
            }
        }
        glActiveTexture(GL_TEXTURE2);
        glPixelStorei(GL_PACK_ALIGNMENT, 8);
        glPixelStorei(GL_UNPACK_ALIGNMENT, 8);
        glPixelStorei(GL_PACK_ROW_LENGTH, 5);
        glPixelStorei(GL_UNPACK_ROW_LENGTH, 3);
        for (const GLenum skip : std::array<GLenum, 4>{GL_PACK_SKIP_ROWS, GL_UNPACK_SKIP_ROWS,
                                                       GL_PACK_SKIP_PIXELS, GL_UNPACK_SKIP_PIXELS})
            glPixelStorei(skip, 2);
        glPixelStorei(GL_PACK_SWAP_BYTES, 1);
        glPixelStorei(GL_UNPACK_SWAP_BYTES, 1);
        for (const GuardedNumber& number : guarded_pixel_transfers)
            glPixelTransferf(number.value, number.value == GL_MAP_COLOR ? 1.0f : 0.25f);
        for (const GuardedNumber& number : guarded_clamps(capabilities))
            clamp_color(capabilities, number.value, GL_TRUE);
        glClearColor(0.5f, 0.25f, 0.125f, 0.75f);
        glColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_TRUE);
        glPolygonMode(GL_FRONT, GL_POINT);
        glPolygonMode(GL_BACK, GL_LINE);
        glLineWidth(3.0f);
        // Multisampling and dithering are on in a new context.
        for (const auto& [name, value] : guarded_enables(capabilities)) {
            if (value == GL_DITHER || value == GL_MULTISAMPLE)
                glDisable(value);
            else
                glEnable(value);
        }
        gl::check_errors("setting an unusual state");
    }
    ~UnusualState() {
        if (vertex_array_ != 0)
            glDeleteVertexArrays(1, &vertex_array_);
        if (samplers_[0] != 0)
            glDeleteSamplers(static_cast<GLsizei>(samplers_.size()), samplers_.data());
    }
    UnusualState(const UnusualState&) = delete;
    UnusualState& operator=(const UnusualState&) = delete;

private:
    gl::Framebuffer framebuffer_ = gl::Framebuffer::create();
    gl::Buffer attribute_buffer_ = gl::Buffer::create();
    gl::Buffer array_buffer_ = gl::Buffer::create();
    gl::Buffer pack_buffer_ = gl::Buffer::create();
    gl::Buffer unpack_buffer_ = gl::Buffer::create();
    std::array<gl::Texture, gl::StateGuard::texture_units> textures_;
    std::array<GLuint, gl::StateGuard::texture_units> samplers_{};
    GLuint vertex_array_ = 0;
};

} // namespace scanline::test
