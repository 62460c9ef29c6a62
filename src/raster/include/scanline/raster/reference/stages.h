#pragma once
#include "scanline/raster/options.h"
#include "scanline/raster/reference/trace.h"
#include "scanline/raster/stream_layout.h"

#include <cstdint>
#include <vector>

/// The CPU twins: every stage of the raster room computed on the CPU with the same passes in the same order,
/// block by block, for tests and for `scanline verify`. They mirror the shaders, so that a wrong result is
/// found at its pass; the oracle for whole results is std::copy_if, not these.
///
/// Streams are vectors of layout.padded_size() floats; trees are vectors of levels, level p of padded_size >>
/// p. Every function that mirrors passes adds them to `trace` unless it is null; what it is given from other
/// functions with the same trace then tells the reads apart by their passes, see Trace::Detail::reads.
namespace scanline::raster::reference {

/// Pads `values` (layout.size of them) to the layout, padding invalid, and marks. Pass: discriminate.
Stream discriminate(std::span<const float> values, const StreamLayout& layout,
                    const Discriminator& discriminator, Mark mark, Trace* trace = nullptr);

/// Inclusive prefix sums inside every block. `method` resolved. size of input: a multiple of block.
/// Passes: doubling 1..L, or up-sweep 1..L-1 and down-sweep L-1..0, where L = log2(block).
Stream prefix_sum(const Stream& input, int block, PrefixSumMethod method, Trace* trace = nullptr);

/// Sums of two children, levels 1..levels. result[0] is the input. Passes: up-sweep 1..levels.
std::vector<Stream> up_sweep(const Stream& leaves, int levels, Trace* trace = nullptr);

/// Lengths of the runs of ones starting at each element, inside every block. `method` resolved.
/// Passes: run-doubling 1..L, or run-up-sweep 1..L-1, run-down-sweep L-1..0, run-shift.
Stream run_lengths(const Stream& inv, int block, RunLengthMethod method, Trace* trace = nullptr);

/// Keeps the length of a run at its first element only. Pass: run-extraction.
Stream extract_runs(const Stream& lengths, int block, Trace* trace = nullptr);

/// The searches: the survivors of every block packed at its left, `empty_element` behind them. `payload` is
/// what each element carries. Pass: search. Horn's may have blocks of any size, also one that is the whole
/// stream.
Stream horn_search(const Stream& payload, const Stream& inv, const Stream& prefix_sums, int block,
                   Trace* trace = nullptr);
Stream jj_search(const Stream& payload, const Stream& inv, const Stream& prefix_sums, int block,
                 Trace* trace = nullptr);
Stream rlz_search(const Stream& payload, const Stream& run_sums, int block, Trace* trace = nullptr);
Stream bt_search(const Stream& payload, const std::vector<Stream>& tree, int block, Trace* trace = nullptr);

/// The levels of a HistoPyramid over the flags of valid elements, see histopyramid.cpp: result[k - 1] is
/// level k, RGBA texels row by row. Passes: histopyramid-level 1..levels.
std::vector<Stream> histopyramid(const Stream& valid, const StreamLayout& layout, Trace* trace = nullptr);

/// The survivors in Z-order at the front of the whole stream. Pass: search.
Stream histopyramid_search(const Stream& payload, const std::vector<Stream>& pyramid,
                           const StreamLayout& layout, Trace* trace = nullptr);

/// The survivors of a stream as packed.cpp finds them. Passes: packed-pack; packed-sum 1..;
/// packed-node-starts; packed-leaf-starts; packed-lookup, where what no survivor reaches is empty_element;
/// search.
/// With `regional` the lookup names the outputs that are copied.
Stream packed(std::span<const float> values, const Stream& payload, const StreamLayout& layout,
              const Discriminator& discriminator, bool regional, Trace* trace = nullptr);

/// The sums that raster::Survey leaves. Passes: survey; survey-sum 1, 2.
Stream survey(std::span<const float> values, const StreamLayout& layout, const Discriminator& discriminator,
              Trace* trace = nullptr);

/// Where a block's survivors come from and go to; the RGBA of a descriptor texel.
struct BlockDescriptor {
    float source_x = 0, source_y = 0, offset = 0, count = 0;
    friend bool operator==(const BlockDescriptor&, const BlockDescriptor&) = default;
};

/// Exclusive prefix sums of the blocks' counts, in block_layout(stream) order; descriptors beyond the last
/// block have count 0. counts has stream.blocks() elements. `method` is resolved for each of the two scans by
/// its own block size. Passes: block-count; the row scan's; row-total; the scan of the totals';
/// block-descriptor.
std::vector<BlockDescriptor> block_scan(const Stream& counts, const StreamLayout& stream,
                                        PrefixSumMethod method, Trace* trace = nullptr);

/// The same as the last pass leaves them, four floats a block, and those as descriptors.
Stream block_descriptors(const Stream& counts, const StreamLayout& stream, PrefixSumMethod method,
                         Trace* trace = nullptr);
std::vector<BlockDescriptor> descriptors_of(const Stream& texels);

/// The compacted blocks joined, in the stream's own layout, `empty_element` behind the last. Passes: clear;
/// concatenate for each batch.
Stream concatenate(const Stream& compacted, std::span<const BlockDescriptor> descriptors,
                   const StreamLayout& stream, Trace* trace = nullptr);
/// The same with block_descriptors().
Stream concatenate(const Stream& compacted, const Stream& descriptors, const StreamLayout& stream,
                   Trace* trace = nullptr);

struct CompactionResult {
    Stream blocks;               ///< every block compacted on its own, padded size; empty without blocks
    Stream counts;               ///< survivors of every block; empty without blocks
    std::vector<float> elements; ///< the compacted stream, as long as it has elements
};

/// The whole compaction, all passes in the order of the GPU's. Of auto its first run, where vertex shaders
/// can fetch.
CompactionResult compact(std::span<const float> values, const StreamLayout& layout,
                         const CompactionOptions& options, Trace* trace = nullptr);

} // namespace scanline::raster::reference
