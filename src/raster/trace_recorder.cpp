#include "scanline/raster/trace_recorder.h"

#include "scanline/gl/state_guard.h"

#include <utility>

namespace scanline::raster {

TraceRecorder::TraceRecorder() : framebuffer_(gl::Framebuffer::create()) {}

void TraceRecorder::pass_ends(const Pass& pass) {
    const gl::StateGuard guard;
    const PassResource& output = pass.output;
    std::vector<float> texels(static_cast<std::size_t>(output.width) *
                              static_cast<std::size_t>(output.height) *
                              static_cast<std::size_t>(output.channels));
    gl::bind_framebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    gl::framebuffer_texture_2d(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, output.handle, 0);
    glReadPixels(output.x, output.y, output.width, output.height, output.channels == 4 ? GL_RGBA : GL_RED,
                 GL_FLOAT, texels.data());
    gl::framebuffer_texture_2d(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
    trace_.add(pass.name, pass.step, texels);
}

reference::Trace TraceRecorder::take() {
    return std::exchange(trace_, {});
}

} // namespace scanline::raster
