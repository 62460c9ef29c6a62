#include "scanline/gl/state_guard.h"
#include "current_features.h"
#include "scanline/gl/functions.h"

#include <GL/glew.h>
#include <cstddef>
#include <iterator>
#include <tuple>

namespace scanline::gl {

namespace {

// An enable, or a target of glClampColor.
struct Switch {
    GLenum name;
    bool (*exists)(const Features&);
};

template <class Value>
struct Parameter {
    GLenum name;
    Value base;
};

bool always(const Features&) {
    return true;
}
bool with_compatibility(const Features& features) {
    return features.compatibility;
}
bool with_srgb(const Features& features) {
    return features.framebuffer_srgb;
}
bool with_discard(const Features& features) {
    return features.rasterizer_discard;
}
bool with_clamps(const Features& features) {
    return features.clamp_color || features.clamp_color_arb;
}
bool with_vertex_and_fragment_clamps(const Features& features) {
    return with_clamps(features) && features.compatibility;
}

constexpr Switch enables[] = {
    {GL_BLEND, always},
    {GL_DEPTH_TEST, always},
    {GL_STENCIL_TEST, always},
    {GL_SCISSOR_TEST, always},
    {GL_CULL_FACE, always},
    {GL_DITHER, always},
    {GL_COLOR_LOGIC_OP, always},
    {GL_LINE_SMOOTH, always},
    {GL_POLYGON_SMOOTH, always},
    {GL_MULTISAMPLE, always},
    {GL_ALPHA_TEST, with_compatibility},
    {GL_LINE_STIPPLE, with_compatibility},
    {GL_POLYGON_STIPPLE, with_compatibility},
    // Without the compatibility profile, the same enumerants are GL_CLIP_DISTANCE0 to 5.
    {GL_CLIP_PLANE0, always},
    {GL_CLIP_PLANE1, always},
    {GL_CLIP_PLANE2, always},
    {GL_CLIP_PLANE3, always},
    {GL_CLIP_PLANE4, always},
    {GL_CLIP_PLANE5, always},
    {GL_FRAMEBUFFER_SRGB, with_srgb},
    {GL_RASTERIZER_DISCARD, with_discard},
};

constexpr Switch clamps[] = {
    {GL_CLAMP_READ_COLOR, with_clamps},
    {GL_CLAMP_FRAGMENT_COLOR, with_vertex_and_fragment_clamps},
    {GL_CLAMP_VERTEX_COLOR, with_vertex_and_fragment_clamps},
};

constexpr Parameter<GLint> pixel_stores[] = {
    {GL_PACK_ALIGNMENT, 1},  {GL_UNPACK_ALIGNMENT, 1},  {GL_PACK_ROW_LENGTH, 0},  {GL_UNPACK_ROW_LENGTH, 0},
    {GL_PACK_SKIP_ROWS, 0},  {GL_UNPACK_SKIP_ROWS, 0},  {GL_PACK_SKIP_PIXELS, 0}, {GL_UNPACK_SKIP_PIXELS, 0},
    {GL_PACK_SWAP_BYTES, 0}, {GL_UNPACK_SWAP_BYTES, 0},
};

// Compatibility profile only.
constexpr Parameter<GLfloat> pixel_transfers[] = {
    {GL_MAP_COLOR, 0}, {GL_RED_SCALE, 1},  {GL_GREEN_SCALE, 1}, {GL_BLUE_SCALE, 1}, {GL_ALPHA_SCALE, 1},
    {GL_RED_BIAS, 0},  {GL_GREEN_BIAS, 0}, {GL_BLUE_BIAS, 0},   {GL_ALPHA_BIAS, 0},
};

void set_enable(GLenum name, bool on) {
    if (on)
        glEnable(name);
    else
        glDisable(name);
}

void clamp_color(GLenum target, GLint value) {
    if (current_features().clamp_color)
        glClampColor(target, static_cast<GLenum>(value));
    else
        glClampColorARB(target, static_cast<GLenum>(value));
}

bool has_framebuffers(const Features& features) {
    return features.framebuffer_object || features.framebuffer_object_ext;
}

GLuint name_of(GLint value) {
    return static_cast<GLuint>(value);
}

} // namespace

StateGuard::StateGuard() {
    static_assert(std::size(enables) <= max_enables);
    const Features& features = current_features();
    glGetIntegerv(GL_CURRENT_PROGRAM, &program_);
    if (has_framebuffers(features))
        glGetIntegerv(GL_FRAMEBUFFER_BINDING, &draw_framebuffer_);
    if (features.read_framebuffer)
        glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read_framebuffer_);
    glGetIntegerv(GL_VIEWPORT, viewport_.data());
    glGetIntegerv(GL_SCISSOR_BOX, scissor_box_.data());

    glGetIntegerv(GL_ACTIVE_TEXTURE, &active_texture_);
    for (std::size_t unit = 0; unit < textures_.size(); ++unit) {
        glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
        glGetIntegerv(GL_TEXTURE_BINDING_2D, &textures_[unit]);
        if (features.sampler_objects) {
            glGetIntegerv(GL_SAMPLER_BINDING, &samplers_[unit]);
            glBindSampler(static_cast<GLuint>(unit), 0);
        }
    }
    glActiveTexture(static_cast<GLenum>(active_texture_));

    glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &array_buffer_);
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &pixel_pack_buffer_);
    glGetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &pixel_unpack_buffer_);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);

    if (features.vertex_array_object) {
        glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertex_array_);
        glBindVertexArray(0);
    }
    // Without the compatibility profile, vertex array object 0 has no arrays.
    if (features.compatibility)
        save_attribute();

    save_pixel_paths();
    glGetFloatv(GL_COLOR_CLEAR_VALUE, clear_color_.data());
    glGetBooleanv(GL_COLOR_WRITEMASK, color_mask_.data());
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glGetIntegerv(GL_POLYGON_MODE, polygon_mode_.data());
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glGetFloatv(GL_LINE_WIDTH, &line_width_);
    glLineWidth(1.0f);
    for (std::size_t i = 0; i < std::size(enables); ++i) {
        if (!enables[i].exists(features))
            continue;
        enables_[i] = glIsEnabled(enables[i].name);
        glDisable(enables[i].name);
    }
}

StateGuard::~StateGuard() {
    const Features& features = current_features();
    for (std::size_t i = 0; i < std::size(enables); ++i)
        if (enables[i].exists(features))
            set_enable(enables[i].name, enables_[i] == GL_TRUE);
    glLineWidth(line_width_);
    if (features.compatibility) {
        glPolygonMode(GL_FRONT, static_cast<GLenum>(polygon_mode_[0]));
        glPolygonMode(GL_BACK, static_cast<GLenum>(polygon_mode_[1]));
    } else {
        glPolygonMode(GL_FRONT_AND_BACK, static_cast<GLenum>(polygon_mode_[0]));
    }
    glColorMask(color_mask_[0], color_mask_[1], color_mask_[2], color_mask_[3]);
    glClearColor(clear_color_[0], clear_color_[1], clear_color_[2], clear_color_[3]);
    restore_pixel_paths();

    if (features.vertex_array_object)
        glBindVertexArray(0);
    if (features.compatibility)
        restore_attribute();
    if (features.vertex_array_object)
        glBindVertexArray(name_of(vertex_array_));
    glBindBuffer(GL_ARRAY_BUFFER, name_of(array_buffer_));
    glBindBuffer(GL_PIXEL_PACK_BUFFER, name_of(pixel_pack_buffer_));
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, name_of(pixel_unpack_buffer_));

    for (std::size_t unit = 0; unit < textures_.size(); ++unit) {
        glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
        glBindTexture(GL_TEXTURE_2D, name_of(textures_[unit]));
        if (features.sampler_objects)
            glBindSampler(static_cast<GLuint>(unit), name_of(samplers_[unit]));
    }
    glActiveTexture(static_cast<GLenum>(active_texture_));

    glScissor(scissor_box_[0], scissor_box_[1], scissor_box_[2], scissor_box_[3]);
    glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
    if (features.read_framebuffer) {
        bind_framebuffer(GL_DRAW_FRAMEBUFFER, name_of(draw_framebuffer_));
        bind_framebuffer(GL_READ_FRAMEBUFFER, name_of(read_framebuffer_));
    } else if (has_framebuffers(features)) {
        bind_framebuffer(GL_FRAMEBUFFER, name_of(draw_framebuffer_));
    }
    glUseProgram(name_of(program_));
}

void StateGuard::save_pixel_paths() {
    static_assert(std::size(pixel_stores) == std::tuple_size_v<decltype(pixel_store_)>);
    static_assert(std::size(pixel_transfers) == std::tuple_size_v<decltype(pixel_transfer_)>);
    static_assert(std::size(clamps) == std::tuple_size_v<decltype(clamps_)>);
    const Features& features = current_features();
    for (std::size_t i = 0; i < std::size(pixel_stores); ++i) {
        glGetIntegerv(pixel_stores[i].name, &pixel_store_[i]);
        glPixelStorei(pixel_stores[i].name, pixel_stores[i].base);
    }
    for (std::size_t i = 0; features.compatibility && i < std::size(pixel_transfers); ++i) {
        glGetFloatv(pixel_transfers[i].name, &pixel_transfer_[i]);
        glPixelTransferf(pixel_transfers[i].name, pixel_transfers[i].base);
    }
    for (std::size_t i = 0; i < std::size(clamps); ++i) {
        if (!clamps[i].exists(features))
            continue;
        glGetIntegerv(clamps[i].name, &clamps_[i]);
        clamp_color(clamps[i].name, GL_FALSE);
    }
}

void StateGuard::restore_pixel_paths() const {
    const Features& features = current_features();
    for (std::size_t i = 0; i < std::size(clamps); ++i)
        if (clamps[i].exists(features))
            clamp_color(clamps[i].name, clamps_[i]);
    for (std::size_t i = 0; features.compatibility && i < std::size(pixel_transfers); ++i)
        glPixelTransferf(pixel_transfers[i].name, pixel_transfer_[i]);
    for (std::size_t i = 0; i < std::size(pixel_stores); ++i)
        glPixelStorei(pixel_stores[i].name, pixel_store_[i]);
}

void StateGuard::save_attribute() {
    const Features& features = current_features();
    glGetVertexAttribiv(0, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &attribute_.enabled);
    glGetVertexAttribiv(0, GL_VERTEX_ATTRIB_ARRAY_SIZE, &attribute_.size);
    glGetVertexAttribiv(0, GL_VERTEX_ATTRIB_ARRAY_STRIDE, &attribute_.stride);
    glGetVertexAttribiv(0, GL_VERTEX_ATTRIB_ARRAY_TYPE, &attribute_.type);
    glGetVertexAttribiv(0, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED, &attribute_.normalized);
    glGetVertexAttribiv(0, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &attribute_.buffer);
    glGetVertexAttribPointerv(0, GL_VERTEX_ATTRIB_ARRAY_POINTER, &attribute_.pointer);
    if (features.integer_attributes)
        glGetVertexAttribiv(0, GL_VERTEX_ATTRIB_ARRAY_INTEGER, &attribute_.integer);
    if (features.attribute_divisor) {
        glGetVertexAttribiv(0, GL_VERTEX_ATTRIB_ARRAY_DIVISOR, &attribute_.divisor);
        glVertexAttribDivisor(0, 0);
    }
    glDisableVertexAttribArray(0);
}

void StateGuard::restore_attribute() const {
    const GLenum type = static_cast<GLenum>(attribute_.type);
    glBindBuffer(GL_ARRAY_BUFFER, name_of(attribute_.buffer));
    if (attribute_.integer != 0)
        glVertexAttribIPointer(0, attribute_.size, type, attribute_.stride, attribute_.pointer);
    else
        glVertexAttribPointer(0, attribute_.size, type, attribute_.normalized != 0, attribute_.stride,
                              attribute_.pointer);
    if (current_features().attribute_divisor)
        glVertexAttribDivisor(0, static_cast<GLuint>(attribute_.divisor));
    if (attribute_.enabled != 0)
        glEnableVertexAttribArray(0);
    else
        glDisableVertexAttribArray(0);
}

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
