#include "scanline/raster/horn.h"

namespace scanline::raster {

Horn::Horn(Engine& engine, const StreamLayout& layout, const CompactionOptions& options)
    : PrefixSumCompaction(engine, layout, options, "raster/horn_search.frag",
                          {"u_max_probes", layout.levels() + 1}) {}

} // namespace scanline::raster
