#pragma once
#include "scanline/raster/auto_model.h"
#include "scanline/raster/fill_program.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

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
    StreamTexture samples_, columns_, total_;
};

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
