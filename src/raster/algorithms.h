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
/// regional: the lookup also names the output positions whose elements are neighbours, as inside of solid
/// shapes, and the search copies those. A branch that pays where regions are larger than what a GPU runs in
/// step; on software renderers it never does, and long stretches of whole rows are copied instead. Errors:
/// no_opengl where textures cannot be 4096 texels wide.
std::unique_ptr<StreamCompaction> make_packed(Engine& engine, const StreamLayout& layout,
                                              const CompactionOptions& options, bool regional = false);

} // namespace scanline::raster
