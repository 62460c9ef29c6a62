#pragma once
#include "scanline/raster/auto_model.h"
#include "scanline/raster/fill_program.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace scanline::raster {

/// The sample of a stream: `samples` runs of 64 elements, at most 4096, evenly spread, and for rows of a
/// power of two spread evenly over the columns. A shorter stream is sampled in full.
struct SurveyLayout {
    static constexpr int elements = 64, width = 64, max_samples = 4096;
    std::int64_t samples = 0;
    std::int64_t stride = elements; ///< from the first element of a run to that of the next
    int height = 1;                 ///< of the texture with a texel per run
};
SurveyLayout make_survey_layout(const StreamLayout& stream);

/// Density and changes from the sums of (valid, changes, sampled elements, pairs of neighbours); 0 if nothing
/// was sampled.
StreamFeatures survey_features(std::span<const float> sums);

/// Measures the StreamFeatures of a sample of the stream. Three small passes; stage: survey.
class Survey {
public:
    Survey(Engine& engine, const StreamLayout& layout);

    /// Leaves the sums in one texel. values: of the layout.
    void operator()(const StreamTexture& values, const Discriminator& discriminator) const;

    /// Four channels, the input of survey_features().
    const StreamTexture& sums() const { return total_; }
    /// The features of the last run. Waits for the GPU.
    StreamFeatures read() const { return survey_features(engine_.read(total_, total_.area())); }

    std::int64_t scratch_bytes() const { return samples_.bytes() + columns_.bytes() + total_.bytes(); }

private:
    Engine& engine_;
    StreamLayout layout_;
    SurveyLayout survey_;
    FillProgram sample_, sum_;
    StreamTexture samples_, columns_, total_;
};

/// Reads one texel back without a wait: copies it into a buffer on the GPU and fetches it once a query after
/// the copy is available. Needs nothing beyond OpenGL 2.1.
class TexelMail {
public:
    explicit TexelMail(const gl::Capabilities& capabilities);

    /// Sends texel (0, 0) of an RGBA texture. Does nothing while another texel is under way, or while the
    /// caller has an occlusion query of any kind open: OpenGL allows only one.
    void send(const StreamTexture& texture);

    /// Returns the texel once it has arrived; none before that, and none a second time.
    std::optional<std::array<float, 4>> take();

private:
    gl::Buffer buffer_;
    gl::Query arrival_;
    std::vector<unsigned> occlusion_queries_; ///< the kinds that this OpenGL has
    bool under_way_ = false;
};

} // namespace scanline::raster
