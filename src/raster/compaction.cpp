#include "scanline/raster/compaction.h"

#include "algorithms.h"
#include "scanline/core/error.h"
#include "scanline/raster/auto_compaction.h"
#include "scanline/raster/blockwise_compaction.h"

#include <fmt/format.h>

namespace scanline::raster {

std::int64_t read_count(const Engine& engine, const CountTexel& count) {
    const std::vector<float> texel = engine.read(*count.texture, count.area());
    float survivors = count.bias;
    for (std::size_t channel = 0; channel < texel.size(); ++channel)
        survivors += count.weights[channel] * texel[channel];
    return static_cast<std::int64_t>(survivors);
}

BlockCounts count_valid(const StreamLayout& layout, const StreamTexture& sums) {
    return {&sums, layout.block - 1, layout.block, -1.0f, static_cast<float>(layout.block)};
}

std::unique_ptr<StreamCompaction> make_stream_compaction(Engine& engine, const StreamLayout& layout,
                                                         const CompactionOptions& options) {
    switch (options.algorithm) {
    case Algorithm::horn:
    case Algorithm::jj:
    case Algorithm::rlz:
    case Algorithm::bt: return std::make_unique<BlockwiseCompaction>(engine, layout, options);
    case Algorithm::horn_unblocked: return make_horn_unblocked(engine, layout, options);
    case Algorithm::histopyramid: return make_histopyramid(engine, layout, options);
    case Algorithm::packed: return make_packed(engine, layout, options);
    case Algorithm::automatic: return std::make_unique<AutoCompaction>(engine, layout, options);
    }
    throw usage_error("no such algorithm");
}

std::unique_ptr<BlockCompaction> make_block_compaction(Engine& engine, const StreamLayout& layout,
                                                       const CompactionOptions& options) {
    if (options.era_limits && layout.block > era_max_block(options.algorithm))
        throw usage_error(
            fmt::format("{} at block size {} may loop {} times, the era's limit is {}: choose blocks of "
                        "at most {} or lift the era limits",
                        to_string(options.algorithm), layout.block, layout.block, era_loop_limit,
                        era_max_block(options.algorithm)));
    switch (options.algorithm) {
    case Algorithm::horn: return make_horn(engine, layout, options);
    case Algorithm::jj: return make_jj(engine, layout, options);
    case Algorithm::rlz: return make_rlz(engine, layout, options);
    case Algorithm::bt: return make_bt(engine, layout, options);
    case Algorithm::horn_unblocked:
    case Algorithm::histopyramid:
    case Algorithm::packed:
    case Algorithm::automatic: break;
    }
    throw usage_error(
        fmt::format("{} works on the whole stream and compacts no blocks: see make_stream_compaction()",
                    to_string(options.algorithm)));
}

} // namespace scanline::raster
