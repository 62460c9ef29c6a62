#pragma once
#include "scanline/raster/auto_model.h"
#include "scanline/raster/compaction.h"
#include "scanline/raster/survey.h"

#include <memory>
#include <optional>
#include <vector>

namespace scanline::raster {

/// The algorithms that auto may choose from: those of the options, or all that keep the order where they name
/// none.
std::vector<Algorithm> auto_candidates(const AutoOptions& options);

/// What can be chosen for the streams of a layout, see make_auto_plan(). A look at the stream before is not
/// waited for, so a temporal plan surveys wherever there is a choice. Errors: usage where there is nothing to
/// choose from.
AutoPlan auto_plan(const StreamLayout& layout, const CompactionOptions& options);

/// Auto: the meta-algorithm that GRAPP 2009, section 4, outlines, by a model of what each algorithm costs on
/// this machine.
/// - global: looks at a sample of the stream (Survey), waits for what it found, and runs the algorithm and
///   block size that the model names for it. Where no stream of this size is worth the look, because one
///   choice is close to the best for all of them, it takes that at once.
/// - regional: as global, and where that takes packed, the regions of the output are told apart on the GPU:
///   inside of solid shapes elements are copied, elsewhere searched.
/// - temporal: as global, by the last look that has come back from the GPU; the first stream gets the first
///   choice. For sequences whose streams are alike; nothing is waited for.
///
/// Keeps the order where all that it may choose from do. All choices are compiled and allocated at
/// construction. Stages: survey (global before, temporal behind), and those of what is chosen.
class AutoCompaction final : public StreamCompaction {
public:
    AutoCompaction(Engine& engine, const StreamLayout& layout, const CompactionOptions& options);

    bool monotonic() const override { return monotonic_; }
    void operator()(const StreamTexture& values, const Discriminator& discriminator,
                    const StreamTexture& output) override;
    /// Of the algorithm that ran last.
    CountTexel count() const override { return chosen_->compaction->count(); }
    std::int64_t scratch_bytes() const override;

    const AutoPlan& plan() const { return plan_; }
    /// What ran last.
    const CompactionChoice& choice() const { return chosen_->choice; }
    /// What the last look found that has come back; none before there is one.
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
