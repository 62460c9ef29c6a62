#include "scanline/raster/stream_compaction.h"

#include "scanline/raster/auto_compaction.h"
#include "scanline/raster/blockwise_compaction.h"
#include "scanline/raster/histopyramid.h"
#include "scanline/raster/horn_unblocked.h"
#include "scanline/raster/packed.h"

namespace scanline::raster {

std::unique_ptr<StreamCompaction> make_stream_compaction(Engine& engine, const StreamLayout& layout,
                                                         const CompactionOptions& options) {
    switch (options.algorithm) {
    case Algorithm::horn:
    case Algorithm::jj:
    case Algorithm::rlz:
    case Algorithm::bt: return std::make_unique<BlockwiseCompaction>(engine, layout, options);
    case Algorithm::horn_unblocked: return std::make_unique<HornUnblocked>(engine, layout, options);
    case Algorithm::histopyramid: return std::make_unique<HistoPyramid>(engine, layout, options);
    case Algorithm::packed: return std::make_unique<Packed>(engine, layout, options);
    case Algorithm::automatic: return std::make_unique<AutoCompaction>(engine, layout, options);
    }
    throw usage_error("no such algorithm");
}

std::int64_t read_count(const Engine& engine, const CountTexel& count) {
    const std::vector<float> texel = engine.read(*count.texture, count.area());
    float survivors = count.bias;
    for (std::size_t channel = 0; channel < texel.size(); ++channel)
        survivors += count.weights[channel] * texel[channel];
    return static_cast<std::int64_t>(survivors);
}

} // namespace scanline::raster
