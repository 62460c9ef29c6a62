#include "scanline/raster/pass_reader.h"
#include "scanline/gl/state_guard.h"

#include <GL/glew.h>
#include <utility>

namespace scanline::raster {

PassReader::PassReader() : framebuffer_(gl::Framebuffer::create()) {}

std::vector<float> PassReader::read(const PassResource& resource) const {
    const gl::StateGuard guard;
    std::vector<float> texels(static_cast<std::size_t>(resource.width) *
                              static_cast<std::size_t>(resource.height) *
                              static_cast<std::size_t>(resource.channels));
    gl::bind_framebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    gl::framebuffer_texture_2d(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, resource.handle, 0);
    glReadPixels(resource.x, resource.y, resource.width, resource.height,
                 resource.channels == 4 ? GL_RGBA : GL_RED, GL_FLOAT, texels.data());
    gl::framebuffer_texture_2d(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
    return texels;
}

void TraceRecorder::pass_ends(const Pass& pass) {
    trace_.add({std::string(pass.name), pass.step, reader_.read(pass.output), pass.output.channels});
}

reference::Trace TraceRecorder::take() {
    return std::exchange(trace_, {});
}

} // namespace scanline::raster
