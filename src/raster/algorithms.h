#pragma once
#include "scanline/raster/compaction.h"

#include <array>
#include <memory>

/// The algorithms of make_block_compaction() and make_stream_compaction(), each described in its own file.
namespace scanline::raster {

template <class Compaction>
using Make = std::unique_ptr<Compaction>(Engine& engine, const StreamLayout& layout,
                                         const CompactionOptions& options);

Make<BlockCompaction> make_horn, make_jj, make_rlz, make_bt;
Make<StreamCompaction> make_horn_unblocked, make_histopyramid, make_auto;

/// The levels of the pyramid over a stream's texture, from 1: a texel of level k covers 2^k x 2^k elements,
/// and the last level is one texel. Textures other than power-of-two squares are padded with zeros.
int histopyramid_levels(const StreamLayout& layout);

/// The area of a level in a pair of RGBA textures: levels 1, 3 ... in texture 1, levels 2, 4 ... in texture
/// 0, so that no pass reads the texture it draws to. The lowest level begins at (0, 0), the others lie side
/// by side below it.
///
///     8 x 8 elements:   |1 1 1 1|      |2 2|
///                       |1 1 1 1|      |2 2|
///                       |1 1 1 1|
///                       |1 1 1 1|
///                       |3|
Area histopyramid_area(const StreamLayout& layout, int level);

/// regional: the lookup also flags output positions with consecutive elements, as inside solid shapes, and
/// the search copies those. The branch pays if regions are larger than what a GPU runs in lockstep. On
/// software renderers it never pays; long stretches of whole rows are copied instead. Errors: no_opengl if
/// textures cannot be 4096 texels wide.
std::unique_ptr<StreamCompaction> make_packed(Engine& engine, const StreamLayout& layout,
                                              const CompactionOptions& options, bool regional = false);

/// The function that makes an algorithm: on blocks, or on the whole stream.
struct Maker {
    Algorithm value;
    Make<BlockCompaction>* of_blocks;
    Make<StreamCompaction>* of_stream;
};
inline constexpr auto makers = std::to_array<Maker>({
    {Algorithm::horn, make_horn, nullptr},
    {Algorithm::jj, make_jj, nullptr},
    {Algorithm::rlz, make_rlz, nullptr},
    {Algorithm::bt, make_bt, nullptr},
    {Algorithm::horn_unblocked, nullptr, make_horn_unblocked},
    {Algorithm::histopyramid, nullptr, make_histopyramid},
    {Algorithm::packed, nullptr,
     [](Engine& engine, const StreamLayout& layout, const CompactionOptions& options) {
         return make_packed(engine, layout, options);
     }},
    {Algorithm::automatic, nullptr, make_auto},
});
static_assert(has_row_for_each<Algorithm>(makers));

} // namespace scanline::raster
