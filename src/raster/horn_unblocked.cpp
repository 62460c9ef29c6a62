#include "scanline/raster/horn_unblocked.h"

#include "scanline/raster/passes.h"

namespace scanline::raster {

HornUnblocked::HornUnblocked(Engine& engine, const StreamLayout& layout, const CompactionOptions& options)
    : engine_(engine), layout_(layout), discriminate_(engine, Mark::invalid),
      prefix_sum_(engine, "raster/stream_doubling.frag", pass::doubling, DoublingReach::stream),
      search_(engine, layout, options.payload, "raster/horn_unblocked_search.frag",
              {"u_values", "u_inv", "u_sums"}, {"u_max_probes", layout.stream_levels() + 1}),
      flags_(engine.make_stream(layout)), scratch_(engine.make_pair(layout)) {}

void HornUnblocked::operator()(const StreamTexture& values, const Discriminator& discriminator,
                               const StreamTexture& output) {
    discriminate_(layout_, values, discriminator, flags_);
    {
        const StageScope scope(engine_.observer(), stage::prefix_sum);
        prefix_sum_(layout_, flags_, scratch_);
    }
    search_({{"values", values}, {"inv", flags_}, {"sums", prefix_sum_.result(layout_, scratch_)}}, count(),
            output);
}

CountTexel HornUnblocked::count() const {
    return {.texture = &prefix_sum_.result(layout_, scratch_),
            .x = layout_.width - 1,
            .y = layout_.height - 1,
            .weights = {-1.0f, 0.0f, 0.0f, 0.0f},
            .bias = static_cast<float>(layout_.padded_size())};
}

std::int64_t HornUnblocked::scratch_bytes() const {
    return flags_.bytes() + scratch_.bytes() + search_.scratch_bytes();
}

} // namespace scanline::raster
