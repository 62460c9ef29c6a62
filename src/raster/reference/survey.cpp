#include "scanline/raster/survey.h"

#include "reference/run_pass.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/reference/stages.h"

#include <array>

namespace scanline::raster::reference {

namespace {

std::array<float, 4> look(const Source& values, std::size_t first, const Discriminator& discriminator) {
    std::array<float, 4> found{};
    for (std::size_t i = first; i < std::min(first + SurveyLayout::elements, values.size()); ++i) {
        found[0] += discriminator(values[i]) ? 1.0f : 0.0f;
        found[2] += 1.0f;
        if (i > first) {
            found[1] += discriminator(values[i]) != discriminator(values[i - 1]) ? 1.0f : 0.0f;
            found[3] += 1.0f;
        }
    }
    return found;
}

} // namespace

Stream survey(std::span<const float> values, const StreamLayout& layout, const Discriminator& discriminator,
              Trace* trace) {
    const SurveyLayout samples = make_survey_layout(layout);
    constexpr std::size_t width = SurveyLayout::width;
    const auto height = static_cast<std::size_t>(samples.height);
    const Source source(values);
    const Stream found = run_pass(
        trace, pass::survey, 0, 4 * width * height,
        [&](std::size_t i) {
            return look(source, i / 4 * static_cast<std::size_t>(samples.stride), discriminator)[i % 4];
        },
        4);
    const Stream columns = run_pass(
        trace, pass::survey_sum, 1, 4 * width,
        [&](std::size_t i) {
            float sum = 0.0f;
            for (std::size_t row = 0; row < height; ++row)
                sum += found[4 * width * row + i];
            return sum;
        },
        4);
    return run_pass(
        trace, pass::survey_sum, 2, 4,
        [&](std::size_t channel) {
            float sum = 0.0f;
            for (std::size_t column = 0; column < width; ++column)
                sum += columns[4 * column + channel];
            return sum;
        },
        4);
}

} // namespace scanline::raster::reference
