#pragma once
#include "scanline/raster/compaction.h"

/// The algorithms, each described in its own file, that make_block_compaction() and make_stream_compaction()
/// choose from.
namespace scanline::raster {

std::unique_ptr<BlockCompaction> make_horn(Engine& engine, const StreamLayout& layout,
                                           const CompactionOptions& options);
std::unique_ptr<BlockCompaction> make_jj(Engine& engine, const StreamLayout& layout,
                                         const CompactionOptions& options);
std::unique_ptr<BlockCompaction> make_rlz(Engine& engine, const StreamLayout& layout,
                                          const CompactionOptions& options);
std::unique_ptr<BlockCompaction> make_bt(Engine& engine, const StreamLayout& layout,
                                         const CompactionOptions& options);

std::unique_ptr<StreamCompaction> make_horn_unblocked(Engine& engine, const StreamLayout& layout,
                                                      const CompactionOptions& options);
std::unique_ptr<StreamCompaction> make_histopyramid(Engine& engine, const StreamLayout& layout,
                                                    const CompactionOptions& options);

/// The levels of the pyramid over a stream's texture, from 1: a texel of level k has 2^k x 2^k elements below
/// it, and the last level is one texel. Textures that are no squares of a power of two are padded with
/// nothing.
int histopyramid_levels(const StreamLayout& layout);

/// Where a level lies in a pair of RGBA textures, so that no pass reads from the one it draws to: levels 1, 3
/// ... in texture 1, 2, 4 ... in texture 0. The lowest begins at (0, 0), the others lie side by side below
/// it.
///
///     8 x 8 elements:   |1 1 1 1|      |2 2|
///                       |1 1 1 1|      |2 2|
///                       |1 1 1 1|
///                       |1 1 1 1|
///                       |3|
Area histopyramid_area(const StreamLayout& layout, int level);

/// regional: the lookup also names the output positions whose elements are neighbours, as inside of solid
/// shapes, and the search copies those. A branch that pays where regions are larger than what a GPU runs in
/// step; on software renderers it never does, and long stretches of whole rows are copied instead. Errors:
/// no_opengl where textures cannot be 4096 texels wide.
std::unique_ptr<StreamCompaction> make_packed(Engine& engine, const StreamLayout& layout,
                                              const CompactionOptions& options, bool regional = false);

} // namespace scanline::raster
