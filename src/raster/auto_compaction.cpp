#include "scanline/raster/auto_compaction.h"

#include "algorithms.h"
#include "scanline/raster/passes.h"

#include <algorithm>

namespace scanline::raster {

namespace {

std::unique_ptr<StreamCompaction> make_candidate(Engine& engine, const StreamLayout& layout,
                                                 const CompactionOptions& options,
                                                 const CompactionChoice& choice) {
    CompactionOptions chosen = options;
    chosen.algorithm = choice.algorithm;
    if (choice.algorithm == Algorithm::packed)
        return make_packed(engine, layout, chosen, options.automatic.adaption == Adaption::regional);
    StreamLayout blocks = layout;
    if (choice.block > 0)
        blocks.block = choice.block;
    return make_stream_compaction(engine, blocks, chosen);
}

} // namespace

std::vector<Algorithm> auto_candidates(const AutoOptions& options) {
    if (!options.among.empty())
        return options.among;
    std::vector<Algorithm> candidates;
    std::ranges::copy_if(enumerators<Algorithm>, std::back_inserter(candidates), [](Algorithm algorithm) {
        return algorithm != Algorithm::automatic && keeps_order(algorithm);
    });
    return candidates;
}

AutoPlan auto_plan(const StreamLayout& layout, const CompactionOptions& options) {
    AutoModel model = options.automatic.model ? *options.automatic.model : shipped_auto_model();
    if (options.automatic.adaption == Adaption::temporal)
        model.survey_milliseconds = 0;
    if (options.sm3_limits)
        std::erase_if(model.costs, [](const CompactionCost& cost) {
            return cost.choice.block > row_of(cost.choice.algorithm).sm3_max_block;
        });
    return make_auto_plan(model, layout.size, auto_candidates(options.automatic), layout.width);
}

AutoCompaction::AutoCompaction(Engine& engine, const StreamLayout& layout, const CompactionOptions& options)
    : engine_(engine), layout_(layout), adaption_(options.automatic.adaption),
      plan_(auto_plan(layout, options)), mail_(engine.capabilities()) {
    for (const CompactionCost& cost : plan_.costs) {
        candidates_.push_back({cost.choice, make_candidate(engine, layout, options, cost.choice)});
        monotonic_ = monotonic_ && candidates_.back().compaction->monotonic();
    }
    chosen_ = &candidates_.front();
    if (plan_.survey)
        survey_.emplace(engine, layout);
}

void AutoCompaction::operator()(const StreamTexture& values, const Discriminator& discriminator,
                                const StreamTexture& output) {
    if (!survey_) {
        (*chosen_->compaction)(values, discriminator, output);
        return;
    }
    if (adaption_ == Adaption::temporal) {
        if (const auto sums = mail_.take())
            features_ = survey_features(*sums);
        choose();
        (*chosen_->compaction)(values, discriminator, output);
        const StageScope scope(engine_.observer(), stage::survey);
        (*survey_)(values, discriminator);
        mail_.send(survey_->sums());
        return;
    }
    {
        const StageScope scope(engine_.observer(), stage::survey);
        (*survey_)(values, discriminator);
        features_ = survey_->read();
    }
    choose();
    (*chosen_->compaction)(values, discriminator, output);
}

void AutoCompaction::choose() {
    if (!features_)
        return;
    const CompactionChoice& best = plan_.best(layout_.size, *features_).choice;
    chosen_ = &*std::ranges::find(candidates_, best, &Candidate::choice);
}

std::unique_ptr<StreamCompaction> make_auto(Engine& engine, const StreamLayout& layout,
                                            const CompactionOptions& options) {
    return std::make_unique<AutoCompaction>(engine, layout, options);
}

std::int64_t AutoCompaction::scratch_bytes() const {
    std::int64_t bytes = survey_ ? survey_->scratch_bytes() : 0;
    for (const Candidate& candidate : candidates_)
        bytes += candidate.compaction->scratch_bytes();
    return bytes;
}

} // namespace scanline::raster
