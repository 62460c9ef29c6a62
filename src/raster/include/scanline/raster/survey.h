#pragma once
#include "scanline/raster/auto_model.h"
#include "scanline/raster/fill_program.h"

namespace scanline::raster {

/// What is looked at of a stream: `samples` times 64 elements in a row, evenly spread, at most 4096 times,
/// and in rows of a power of two in all columns alike; all of a stream that is not longer than that.
struct SurveyLayout {
    static constexpr int elements = 64, width = 64, max_samples = 4096;
    std::int64_t samples = 0;
    std::int64_t stride = elements; ///< from the first element of one to that of the next
    int height = 1;                 ///< of the texture that has a texel for each
};
SurveyLayout make_survey_layout(const StreamLayout& stream);

/// Density and changes from the sums of (valid, changes, looked at, pairs of neighbours); 0 where nothing was
/// looked at.
StreamFeatures survey_features(std::span<const float> sums);

/// Measures what decides which compaction is the fastest, on a sample of the stream. Three small passes;
/// stage: survey.
class Survey {
public:
    Survey(Engine& engine, const StreamLayout& layout);

    /// Leaves the sums in one texel. values: of the layout.
    void operator()(const StreamTexture& values, const Discriminator& discriminator) const;

    /// Four channels, as survey_features() takes them.
    const StreamTexture& sums() const { return total_; }
    /// Of the last run. Waits for the GPU.
    StreamFeatures read() const { return survey_features(engine_.read(total_, total_.area())); }

    std::int64_t scratch_bytes() const { return samples_.bytes() + columns_.bytes() + total_.bytes(); }

private:
    Engine& engine_;
    StreamLayout layout_;
    SurveyLayout survey_;
    FillProgram sample_, sum_;
    struct {
        GLint threshold, negate, size, width, target_width, stride, elements;
    } sample_uniforms_;
    struct {
        GLint step, texels;
    } sum_uniforms_;
    StreamTexture samples_, columns_, total_;
};

} // namespace scanline::raster
