#include "scanline/raster/prefix_sum_compaction.h"

#include "scanline/raster/passes.h"

namespace scanline::raster {

PrefixSumCompaction::PrefixSumCompaction(Engine& engine, const StreamLayout& layout,
                                         const CompactionOptions& options, const std::string& fragment,
                                         Search::LoopBound bound)
    : engine_(engine), layout_(layout), prefix_sum_(engine, layout, options.prefix_sum),
      search_(engine, layout, options.payload, fragment, {"u_values", "u_inv", "u_sums"}, bound),
      scratch_(engine.make_pair(layout)) {}

BlockCounts PrefixSumCompaction::operator()(const StreamTexture& values, const StreamTexture& flags,
                                            const StreamTexture& output) {
    const StreamTexture& sums = prefix_sum_(flags, scratch_, stage::prefix_sum);
    search_({{"values", values}, {"inv", flags}, {"sums", sums}}, output);
    return count_valid(layout_, sums);
}

} // namespace scanline::raster
