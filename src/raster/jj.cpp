#include "scanline/raster/jj.h"

#include "scanline/core/error.h"

#include <fmt/format.h>

namespace scanline::raster {

Jj::Jj(Engine& engine, const StreamLayout& layout, const CompactionOptions& options)
    : PrefixSumCompaction(engine, layout, options, "raster/jj_search.frag", {"u_max_jumps", layout.block}) {
    if (options.era_limits && layout.block > era_loop_limit)
        throw usage_error(fmt::format(
            "jj at block size {} may loop {} times, the era's limit is {}: choose blocks of at most "
            "{} or lift the era limits",
            layout.block, layout.block, era_loop_limit, era_loop_limit));
}

} // namespace scanline::raster
