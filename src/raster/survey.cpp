#include "scanline/raster/survey.h"

#include "scanline/core/bits.h"
#include "scanline/raster/passes.h"

#include <algorithm>

namespace scanline::raster {

SurveyLayout make_survey_layout(const StreamLayout& stream) {
    SurveyLayout layout;
    const auto whole = divide_rounding_up<std::int64_t>(stream.size, SurveyLayout::elements);
    // An odd number, so that pictures with rows of a power of two are looked at in all of their columns.
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
      sample_uniforms_{sample_.uniform("u_threshold"),    sample_.uniform("u_negate"),
                       sample_.uniform("u_size"),         sample_.uniform("u_width"),
                       sample_.uniform("u_target_width"), sample_.uniform("u_stride"),
                       sample_.uniform("u_elements")},
      sum_uniforms_{sum_.uniform("u_step"), sum_.uniform("u_texels")},
      samples_(engine.make_vectors(SurveyLayout::width, survey_.height)),
      columns_(engine.make_vectors(SurveyLayout::width, 1)), total_(engine.make_vectors(1, 1)) {}

void Survey::operator()(const StreamTexture& values, const Discriminator& discriminator) const {
    const auto width = static_cast<float>(layout_.width);
    sample_.use(layout_);
    glUniform1f(sample_uniforms_.threshold, discriminator.threshold);
    glUniform1f(sample_uniforms_.negate, discriminator.negate ? 1.0f : 0.0f);
    glUniform1f(sample_uniforms_.size, static_cast<float>(layout_.size));
    glUniform2f(sample_uniforms_.width, width, 1.0f / width);
    glUniform1f(sample_uniforms_.target_width, static_cast<float>(SurveyLayout::width));
    glUniform1f(sample_uniforms_.stride, static_cast<float>(survey_.stride));
    glUniform1i(sample_uniforms_.elements, SurveyLayout::elements);
    engine_.fill(pass::survey, 0, {{"values", values}}, {"samples", samples_}, SurveyLayout::elements);

    sum_.use(samples_);
    glUniform2f(sum_uniforms_.step, 0.0f, 1.0f);
    glUniform1i(sum_uniforms_.texels, samples_.height());
    engine_.fill(pass::survey_sum, 1, {{"samples", samples_}}, {"columns", columns_}, samples_.height());

    sum_.use(columns_);
    glUniform2f(sum_uniforms_.step, 1.0f, 0.0f);
    glUniform1i(sum_uniforms_.texels, columns_.width());
    engine_.fill(pass::survey_sum, 2, {{"columns", columns_}}, {"total", total_}, columns_.width());
}

} // namespace scanline::raster
