#include "scanline/raster/compaction.h"

#include "algorithms.h"
#include "scanline/core/error.h"
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
    const Maker& maker = makers[static_cast<std::size_t>(options.algorithm)];
    return maker.of_stream ? maker.of_stream(engine, layout, options)
                           : std::make_unique<BlockwiseCompaction>(engine, layout, options);
}

std::unique_ptr<BlockCompaction> make_block_compaction(Engine& engine, const StreamLayout& layout,
                                                       const CompactionOptions& options) {
    const int sm3_max_block = row_of(options.algorithm).sm3_max_block;
    if (options.sm3_limits && layout.block > sm3_max_block)
        throw usage_error(fmt::format(
            "{} at block size {} may loop {} times, the era's limit is {}: choose blocks of "
            "at most {} or lift the era limits",
            to_string(options.algorithm), layout.block, layout.block, sm3_loop_limit, sm3_max_block));
    if (const auto make = makers[static_cast<std::size_t>(options.algorithm)].of_blocks)
        return make(engine, layout, options);
    throw usage_error(
        fmt::format("{} works on the whole stream and compacts no blocks: see make_stream_compaction()",
                    to_string(options.algorithm)));
}

} // namespace scanline::raster
