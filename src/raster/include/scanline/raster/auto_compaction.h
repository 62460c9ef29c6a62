#pragma once
#include "scanline/raster/auto_model.h"
#include "scanline/raster/compaction.h"
#include "scanline/raster/survey.h"

#include <memory>
#include <optional>
#include <vector>

namespace scanline::raster {

/// The algorithms that auto may choose from: those named in the options, or all order-preserving ones if none
/// are.
std::vector<Algorithm> auto_candidates(const AutoOptions& options);

/// The choices for streams of a layout, see make_auto_plan(). A temporal plan never waits for its survey, so
/// it surveys whenever there is a choice. Errors: usage if there is nothing to choose from.
AutoPlan auto_plan(const StreamLayout& layout, const CompactionOptions& options);

/// Auto: the meta-algorithm outlined in GRAPP 2009, section 4, driven by a model of each algorithm's cost on
/// this machine.
/// - global: surveys a sample of the stream (Survey), waits for the result, and runs the algorithm and block
///   size that the model picks for it. If one choice is close to the best for all streams of this size, it
///   skips the survey and takes that.
/// - regional: as global; if that picks packed, the GPU also classifies the regions of the output: elements
///   inside solid shapes are copied, the others searched.
/// - temporal: as global, but uses the last survey that has arrived from the GPU; the first stream gets the
///   first choice. For sequences of similar streams; never waits.
///
/// Stable if every candidate is. All choices are compiled and allocated at construction. Stages: survey
/// (before the compaction for global, after it for temporal), and those of the chosen algorithm.
class AutoCompaction final : public StreamCompaction {
public:
    AutoCompaction(Engine& engine, const StreamLayout& layout, const CompactionOptions& options);

    bool monotonic() const override { return monotonic_; }
    void operator()(const StreamTexture& values, const Discriminator& discriminator,
                    const StreamTexture& output) override;
    /// The count of the algorithm that ran last.
    CountTexel count() const override { return chosen_->compaction->count(); }
    std::int64_t scratch_bytes() const override;

    const AutoPlan& plan() const { return plan_; }
    /// The choice that ran last.
    const CompactionChoice& choice() const { return chosen_->choice; }
    /// The result of the last survey that has arrived; none before the first.
    const std::optional<StreamFeatures>& features() const { return features_; }

private:
    struct Candidate {
        CompactionChoice choice;
        std::unique_ptr<StreamCompaction> compaction;
    };
    void choose();

    Engine& engine_;
    StreamLayout layout_;
    Adaption adaption_;
    AutoPlan plan_;
    std::vector<Candidate> candidates_; ///< in the order of the plan's costs
    const Candidate* chosen_ = nullptr;
    bool monotonic_ = true;
    std::optional<Survey> survey_;
    TexelMail mail_;
    std::optional<StreamFeatures> features_;
};

} // namespace scanline::raster
