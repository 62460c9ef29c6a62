#include "scanline/raster/texel_mail.h"

#include "scanline/gl/state_guard.h"

#include <algorithm>

namespace scanline::raster {

namespace {

constexpr GLsizeiptr texel_bytes = 4 * sizeof(float);

bool is_open(GLenum query) {
    GLint open = 0;
    glGetQueryiv(query, GL_CURRENT_QUERY, &open);
    return open != 0;
}

} // namespace

TexelMail::TexelMail(const gl::Capabilities& capabilities)
    : buffer_(gl::Buffer::create()), arrival_(gl::Query::create()), occlusion_queries_{GL_SAMPLES_PASSED} {
    if (capabilities.supports({3, 3}, {"GL_ARB_occlusion_query2"}))
        occlusion_queries_.push_back(GL_ANY_SAMPLES_PASSED);
    if (capabilities.supports({4, 3}, {"GL_ARB_ES3_compatibility"}))
        occlusion_queries_.push_back(GL_ANY_SAMPLES_PASSED_CONSERVATIVE);
    const gl::StateGuard guard;
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_.id());
    glBufferData(GL_PIXEL_PACK_BUFFER, texel_bytes, nullptr, GL_STREAM_READ);
}

void TexelMail::send(const StreamTexture& texture) {
    if (under_way_ || std::ranges::any_of(occlusion_queries_, is_open))
        return;
    const gl::StateGuard guard;
    gl::bind_framebuffer(GL_FRAMEBUFFER, texture.framebuffer());
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_.id());
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT, nullptr);
    glBeginQuery(GL_SAMPLES_PASSED, arrival_.id());
    glEndQuery(GL_SAMPLES_PASSED);
    under_way_ = true;
}

std::optional<std::array<float, 4>> TexelMail::take() {
    if (!under_way_)
        return std::nullopt;
    GLint arrived = 0;
    glGetQueryObjectiv(arrival_.id(), GL_QUERY_RESULT_AVAILABLE, &arrived);
    if (arrived == 0)
        return std::nullopt;
    under_way_ = false;
    const gl::StateGuard guard;
    std::array<float, 4> texel{};
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_.id());
    glGetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, texel_bytes, texel.data());
    return texel;
}

} // namespace scanline::raster
