#include "scanline/raster/survey.h"

#include "scanline/core/bits.h"
#include "scanline/gl/state_guard.h"
#include "scanline/raster/passes.h"

#include <GL/glew.h>
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

SurveyLayout make_survey_layout(const StreamLayout& stream) {
    SurveyLayout layout;
    const auto whole = divide_rounding_up<std::int64_t>(stream.size, SurveyLayout::elements);
    // Odd, so that samples of pictures with power-of-two rows cover all columns.
    const auto skip = divide_rounding_up<std::int64_t>(whole, SurveyLayout::max_samples) | 1;
    layout.samples = divide_rounding_up<std::int64_t>(whole, skip);
    layout.stride = skip * SurveyLayout::elements;
    layout.height = static_cast<int>(
        std::max<std::int64_t>(1, divide_rounding_up<std::int64_t>(layout.samples, SurveyLayout::width)));
    return layout;
}

StreamFeatures survey_features(std::span<const float> sums) {
    const auto part = [](float some, float all) {
        return all > 0 ? static_cast<double>(some) / static_cast<double>(all) : 0.0;
    };
    return {part(sums[0], sums[2]), part(sums[1], sums[3])};
}

Survey::Survey(Engine& engine, const StreamLayout& layout)
    : engine_(engine), layout_(layout), survey_(make_survey_layout(layout)),
      sample_(engine, "raster/survey.frag", {"u_values"}),
      sum_(engine, "raster/survey_sum.frag", {"u_source"}),
      samples_(engine.make_vectors(SurveyLayout::width, survey_.height)),
      columns_(engine.make_vectors(SurveyLayout::width, 1)), total_(engine.make_vectors(1, 1)) {}

void Survey::operator()(const StreamTexture& values, const Discriminator& discriminator) const {
    sample_.use(layout_);
    set_discriminator(sample_, discriminator);
    sample_.set("u_size", layout_.size);
    sample_.set("u_width", layout_.width, inverse(layout_.width));
    sample_.set("u_target_width", SurveyLayout::width);
    sample_.set("u_stride", survey_.stride);
    sample_.set_int("u_elements", SurveyLayout::elements);
    engine_.fill(pass::survey, 0, {{"values", values}}, {"samples", samples_}, SurveyLayout::elements);

    sum_.use(samples_);
    sum_.set("u_step", 0.0f, 1.0f);
    sum_.set_int("u_texels", samples_.height());
    engine_.fill(pass::survey_sum, 1, {{"samples", samples_}}, {"columns", columns_}, samples_.height());

    sum_.use(columns_);
    sum_.set("u_step", 1.0f, 0.0f);
    sum_.set_int("u_texels", columns_.width());
    engine_.fill(pass::survey_sum, 2, {{"columns", columns_}}, {"total", total_}, columns_.width());
}

TexelMail::TexelMail(const gl::Capabilities& capabilities)
    : buffer_(gl::Buffer::create()), arrival_(gl::Query::create()), occlusion_queries_{GL_SAMPLES_PASSED} {
    if (capabilities.supports({3, 3}, {"GL_ARB_occlusion_query2"}))
        occlusion_queries_.push_back(GL_ANY_SAMPLES_PASSED);
    if (capabilities.supports({4, 3}, {"GL_ARB_ES3_compatibility"}))
        occlusion_queries_.push_back(GL_ANY_SAMPLES_PASSED_CONSERVATIVE);
    const gl::StateGuard guard;
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_.id());
    glBufferData(GL_PIXEL_PACK_BUFFER, texel_bytes, nullptr, GL_STREAM_READ);
    gl::check_room("a texel", texel_bytes);
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
