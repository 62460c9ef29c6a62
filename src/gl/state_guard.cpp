#include "scanline/gl/state_guard.h"
#include "current_features.h"

#include <cstddef>
#include <iterator>

namespace scanline::gl {
namespace {

struct Enable {
    GLenum name;
    bool (*exists)(const Features&);
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

constexpr Enable enables[] = {
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
    {GL_FRAMEBUFFER_SRGB, with_srgb},
};

constexpr GLenum pixel_stores[] = {GL_PACK_ALIGNMENT, GL_UNPACK_ALIGNMENT, GL_PACK_ROW_LENGTH,
                                   GL_UNPACK_ROW_LENGTH};
constexpr GLint base_pixel_stores[] = {1, 1, 0, 0};

void set_enable(GLenum name, bool on) {
    if (on)
        glEnable(name);
    else
        glDisable(name);
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
    // Without the compatibility profile vertex array object 0 has no arrays.
    if (features.compatibility)
        save_attribute();

    for (std::size_t i = 0; i < pixel_store_.size(); ++i) {
        glGetIntegerv(pixel_stores[i], &pixel_store_[i]);
        glPixelStorei(pixel_stores[i], base_pixel_stores[i]);
    }
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
    for (std::size_t i = 0; i < pixel_store_.size(); ++i)
        glPixelStorei(pixel_stores[i], pixel_store_[i]);

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

} // namespace scanline::gl
