#include "algorithms.h"
#include "scanline/raster/discriminate.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/prefix_sum.h"
#include "scanline/raster/search.h"

namespace scanline::raster {

namespace {

/// Gather-search as published, without blocks: prefix sums of the invalid elements over the whole stream by
/// recursive doubling, log2(n) passes over all elements, and a binary search of at most log2(n) + 1 probes
/// per survivor. Stable. Stages: discriminate, prefix-sum, search. Source: Horn, GPU Gems 2 (2005), chapter
/// 36. make_horn() does the same inside blocks.
///
/// Exact: sums are at most 2^24, and positions below that. Offsets of 2^k are computed as columns and rows. A
/// probe never leaves the stream, because an output below the number of survivors is followed by at least as
/// many elements as are invalid.
class HornUnblocked final : public StreamCompaction {
public:
    HornUnblocked(Engine& engine, const StreamLayout& layout, const CompactionOptions& options)
        : engine_(engine), layout_(layout), discriminate_(engine, Mark::invalid),
          prefix_sum_(engine, "raster/stream_doubling.frag", pass::doubling, DoublingReach::stream),
          search_(engine, layout, options.payload, "raster/horn_unblocked_search.frag",
                  {"u_values", "u_inv", "u_sums"}, {"u_max_probes", layout.stream_levels() + 1}),
          flags_(engine.make_stream(layout)), scratch_(engine.make_pair(layout)) {}

    void operator()(const StreamTexture& values, const Discriminator& discriminator,
                    const StreamTexture& output) override {
        discriminate_(layout_, values, discriminator, flags_);
        {
            const StageScope scope(engine_.observer(), stage::prefix_sum);
            prefix_sum_(layout_, flags_, scratch_);
        }
        search_({{"values", values}, {"inv", flags_}, {"sums", sums()}}, count(), output);
    }

    CountTexel count() const override {
        return {.texture = &sums(),
                .x = layout_.width - 1,
                .y = layout_.height - 1,
                .weights = {-1.0f, 0.0f, 0.0f, 0.0f},
                .bias = static_cast<float>(layout_.padded_size())};
    }

    std::int64_t scratch_bytes() const override {
        return flags_.bytes() + scratch_.bytes() + search_.scratch_bytes();
    }

private:
    const StreamTexture& sums() const { return prefix_sum_.result(layout_, scratch_); }

    Engine& engine_;
    StreamLayout layout_;
    Discriminate discriminate_;
    Doubling prefix_sum_;
    SurvivorSearch search_;
    StreamTexture flags_;
    StreamPair scratch_;
};

} // namespace

std::unique_ptr<StreamCompaction> make_horn_unblocked(Engine& engine, const StreamLayout& layout,
                                                      const CompactionOptions& options) {
    return std::make_unique<HornUnblocked>(engine, layout, options);
}

} // namespace scanline::raster
