#pragma once
#include "scanline/gl/capabilities.h"
#include "scanline/gl/handle.h"
#include "scanline/raster/stream_texture.h"

#include <array>
#include <optional>
#include <vector>

namespace scanline::raster {

/// Brings one texel to the CPU without a wait: it is copied into a buffer on the GPU, and fetched from there
/// once a query behind the copy says that it has arrived. Needs nothing beyond OpenGL 2.1.
class TexelMail {
public:
    explicit TexelMail(const gl::Capabilities& capabilities);

    /// Sends texel (0, 0) of an RGBA texture. Nothing happens while another is on its way, or while the
    /// caller has an occlusion query of its own open, of any kind: OpenGL has one at a time.
    void send(const StreamTexture& texture);

    /// What was sent, once it has arrived; none before that, and none a second time.
    std::optional<std::array<float, 4>> take();

private:
    gl::Buffer buffer_;
    gl::Query arrival_;
    std::vector<GLenum> occlusion_queries_; ///< the kinds that this OpenGL has
    bool under_way_ = false;
};

} // namespace scanline::raster
