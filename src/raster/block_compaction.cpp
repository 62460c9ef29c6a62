#include "scanline/raster/block_compaction.h"

#include "scanline/core/error.h"
#include "scanline/raster/bt.h"
#include "scanline/raster/horn.h"
#include "scanline/raster/jj.h"
#include "scanline/raster/rlz.h"

#include <fmt/format.h>

namespace scanline::raster {

BlockCounts count_valid(const StreamLayout& layout, const StreamTexture& sums) {
    return {&sums, layout.block - 1, layout.block, -1.0f, static_cast<float>(layout.block)};
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
    case Algorithm::horn: return std::make_unique<Horn>(engine, layout, options);
    case Algorithm::jj: return std::make_unique<Jj>(engine, layout, options);
    case Algorithm::rlz: return std::make_unique<Rlz>(engine, layout, options);
    case Algorithm::bt: return std::make_unique<Bt>(engine, layout, options);
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
