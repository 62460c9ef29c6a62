#include "scanline/raster/jj.h"

namespace scanline::raster {

Jj::Jj(Engine& engine, const StreamLayout& layout, const CompactionOptions& options)
    : PrefixSumCompaction(engine, layout, options, "raster/jj_search.frag", {"u_max_jumps", layout.block}) {}

} // namespace scanline::raster
