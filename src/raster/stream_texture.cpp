#include "scanline/raster/stream_texture.h"

namespace scanline::raster {

namespace {

struct StorageFormat {
    GLint internal_format;
    GLenum format;
    int channels;
};

StorageFormat storage_of(int channels, StreamFormat format) {
    if (channels == 4)
        return {GL_RGBA32F_ARB, GL_RGBA, 4};
    switch (format) {
    case StreamFormat::r32f: return {GL_R32F, GL_RED, 1};
    case StreamFormat::luminance32f: return {GL_LUMINANCE32F_ARB, GL_LUMINANCE, 1};
    case StreamFormat::rgba32f: return {GL_RGBA32F_ARB, GL_RGBA, 4};
    }
    return {};
}

} // namespace

std::string_view to_string(StreamFormat format) {
    switch (format) {
    case StreamFormat::r32f: return "R32F";
    case StreamFormat::luminance32f: return "LUMINANCE32F";
    case StreamFormat::rgba32f: return "RGBA32F";
    }
    return {};
}

StreamTexture::StreamTexture(int width, int height, int channels, StreamFormat format)
    : texture_(gl::Texture::create()), framebuffer_(gl::Framebuffer::create()), width_(width),
      height_(height), channels_(channels) {
    const StorageFormat storage = storage_of(channels, format);
    stored_channels_ = storage.channels;
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexImage2D(GL_TEXTURE_2D, 0, storage.internal_format, width, height, 0, storage.format, GL_FLOAT,
                 nullptr);
    gl::bind_framebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    gl::framebuffer_texture_2d(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.id(), 0);
    complete_ = gl::check_framebuffer_status(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

std::int64_t StreamTexture::bytes() const {
    return area().texels() * stored_channels_ * std::int64_t{sizeof(float)};
}

} // namespace scanline::raster
