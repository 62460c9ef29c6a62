#pragma once
#include "scanline/gl/handle.h"

#include <cstdint>
#include <string_view>

namespace scanline::raster {

/// How one float a texel is stored: the first of these that the driver can render to exactly.
enum class StreamFormat { r32f, luminance32f, rgba32f };

/// "R32F", "LUMINANCE32F", "RGBA32F"
std::string_view to_string(StreamFormat format);

/// A rectangle of texels.
struct Area {
    int x = 0, y = 0;
    int width = 0, height = 0;

    std::int64_t texels() const { return std::int64_t{width} * height; }
};

/// A float texture that passes read from and, through its own framebuffer object, draw to. Move-only.
/// Contents are undefined until drawn to. Made by Engine.
class StreamTexture {
public:
    StreamTexture() = default;
    /// channels: 1 (stored as `format` says) or 4 (RGBA32F). Leaves the texture and framebuffer bindings
    /// changed.
    StreamTexture(int width, int height, int channels, StreamFormat format);

    int width() const { return width_; }
    int height() const { return height_; }
    int channels() const { return channels_; }
    Area area() const { return {0, 0, width_, height_}; }
    GLuint texture() const { return texture_.id(); }
    GLuint framebuffer() const { return framebuffer_.id(); }
    /// Bytes of texture memory.
    std::int64_t bytes() const;
    /// Whether it can be drawn to.
    bool complete() const { return complete_; }

private:
    gl::Texture texture_;
    gl::Framebuffer framebuffer_;
    int width_ = 0, height_ = 0, channels_ = 1;
    int stored_channels_ = 1;
    bool complete_ = false;
};

/// The two textures between which passes alternate, one read and one written.
struct StreamPair {
    StreamTexture textures[2];

    std::int64_t bytes() const { return textures[0].bytes() + textures[1].bytes(); }
};

} // namespace scanline::raster
