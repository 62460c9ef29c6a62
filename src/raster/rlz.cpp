#include "scanline/raster/rlz.h"

#include "scanline/raster/passes.h"

namespace scanline::raster {

namespace {

// The bound of the class comment in pairs of links, as the two-step loop takes them, with a pair to spare for
// rounding.
int search_pairs(int block) {
    int links = 1;
    while (links * links < 2 * block)
        ++links;
    return links / 2 + 2;
}

} // namespace

Rlz::Rlz(Engine& engine, const StreamLayout& layout, const CompactionOptions& options)
    : engine_(engine), layout_(layout), run_lengths_(engine, layout, options.run_lengths),
      extract_(engine, layout), prefix_sum_(engine, layout, options.prefix_sum),
      search_(engine, layout, options.payload, "raster/rlz_search.frag", {"u_values", "u_sums"},
              {"u_max_pairs", search_pairs(layout.block)}),
      run_scratch_(engine.make_pair(layout)), sum_scratch_(engine.make_pair(layout)) {}

BlockCounts Rlz::operator()(const StreamTexture& values, const StreamTexture& flags,
                            const StreamTexture& output) {
    const StreamTexture& lengths = run_lengths_(flags, run_scratch_);
    const StreamTexture& runs = run_scratch_.textures[&lengths == &run_scratch_.textures[0] ? 1 : 0];
    extract_(lengths, runs);
    const StreamTexture& sums = prefix_sum_(runs, sum_scratch_, stage::prefix_sum);
    search_({{"values", values}, {"run-sums", sums}}, output);
    return count_valid(layout_, sums);
}

} // namespace scanline::raster
