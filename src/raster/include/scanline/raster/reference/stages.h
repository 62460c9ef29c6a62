#pragma once
#include "scanline/raster/options.h"
#include "scanline/raster/reference/trace.h"
#include "scanline/raster/stream_layout.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

/// The CPU twins: every stage of the raster room on the CPU, with the same passes in the same order, block by
/// block, for tests and `scanline verify`. They mirror the shaders to locate a wrong result's pass; the
/// oracle for whole results is std::copy_if. The twin of shaders/raster/jj_search.frag is the function
/// jj_search(). doubling() is also the one of stream_doubling.frag, down_sweep() of down_sweep_leaves.frag
/// and horn_search() of horn_unblocked_search.frag.
///
/// Streams are vectors of layout.padded_size() floats; trees are vectors of levels, level p of padded_size >>
/// p. Every function that mirrors passes adds them to `trace` unless it is null. Streams passed between
/// functions with the same trace then attribute reads to their passes, see Trace::Detail::reads.
namespace scanline::raster::reference {

/// Pads `values` (layout.size of them) to the layout with invalid elements, and marks. Pass: discriminate.
Stream discriminate(std::span<const float> values, const StreamLayout& layout,
                    const Discriminator& discriminator, Mark mark, Trace* trace = nullptr);

/// Inclusive prefix sums inside every block. `method`: not automatic. input: a multiple of block in size.
/// Passes: doubling 1..L, or up-sweep 1..L-1 and down-sweep L-1..0, where L = log2(block).
Stream prefix_sum(const Stream& input, int block, PrefixSumMethod method, Trace* trace = nullptr);

/// Sums of two children, levels 1..levels. result[0] is the input. Passes: up-sweep 1..levels.
std::vector<Stream> up_sweep(const Stream& leaves, int levels, Trace* trace = nullptr);

/// Lengths of the runs of ones starting at each element, inside every block. `method`: not automatic. Passes:
/// run-doubling 1..L, or run-up-sweep 1..L-1, run-down-sweep L-1..0, run-shift.
Stream run_lengths(const Stream& inv, int block, RunLengthMethod method, Trace* trace = nullptr);

/// Keeps the length of a run only at its first element. Pass: run-extraction.
Stream run_extraction(const Stream& lengths, int block, Trace* trace = nullptr);

/// The searches: the survivors of every block packed at its left, then `empty_element`. `payload`: the value
/// of each element. Pass: search. Horn's accepts blocks of any size, even one as large as the stream.
Stream horn_search(const Stream& payload, const Stream& inv, const Stream& prefix_sums, int block,
                   Trace* trace = nullptr);
Stream jj_search(const Stream& payload, const Stream& inv, const Stream& prefix_sums, int block,
                 Trace* trace = nullptr);
Stream rlz_search(const Stream& payload, const Stream& run_sums, int block, Trace* trace = nullptr);
Stream bt_search(const Stream& payload, const std::vector<Stream>& tree, int block, Trace* trace = nullptr);

/// The survivors of an algorithm on the whole stream, with the passes of raster/horn_unblocked.cpp,
/// raster/histopyramid.cpp and raster/packed.cpp. `regional`: the lookup of packed flags the outputs that are
/// copied.
using StreamTwin = Stream(std::span<const float> values, const Stream& payload, const StreamLayout& layout,
                          const Discriminator& discriminator, bool regional, Trace* trace);
StreamTwin horn_unblocked, histopyramid, packed;

struct StreamTwinRow {
    Algorithm value;
    StreamTwin* twin;
};
inline constexpr auto stream_twins = std::to_array<StreamTwinRow>({
    {Algorithm::horn_unblocked, horn_unblocked},
    {Algorithm::histopyramid, histopyramid},
    {Algorithm::packed, packed},
});

/// The sums of raster::Survey. Passes: survey; survey-sum 1, 2.
Stream survey(std::span<const float> values, const StreamLayout& layout, const Discriminator& discriminator,
              Trace* trace = nullptr);

/// The source and destination of a block's survivors; the RGBA of a descriptor texel.
struct BlockDescriptor {
    float source_x = 0, source_y = 0, offset = 0, count = 0;
    friend bool operator==(const BlockDescriptor&, const BlockDescriptor&) = default;
};

/// Exclusive prefix sums of the blocks' counts, in block_layout(stream) order; descriptors beyond the last
/// block have count 0. counts has stream.blocks() elements. An automatic `method` is resolved for each of the
/// two scans by its block size. Passes: block-count; the row scan's; row-total; the scan of the totals';
/// block-descriptor.
std::vector<BlockDescriptor> block_scan(const Stream& counts, const StreamLayout& stream,
                                        PrefixSumMethod method, Trace* trace = nullptr);

/// The same as the last pass writes them, four floats per block, and their conversion to descriptors.
Stream block_descriptors(const Stream& counts, const StreamLayout& stream, PrefixSumMethod method,
                         Trace* trace = nullptr);
std::vector<BlockDescriptor> descriptors_of(const Stream& texels);

/// The compacted blocks joined, in the stream's own layout, then `empty_element`. Passes: clear; concatenate
/// for each batch.
Stream concatenate(const Stream& compacted, std::span<const BlockDescriptor> descriptors,
                   const StreamLayout& stream, Trace* trace = nullptr);
/// The same with block_descriptors().
Stream concatenate(const Stream& compacted, const Stream& descriptors, const StreamLayout& stream,
                   Trace* trace = nullptr);

struct CompactionResult {
    Stream blocks;               ///< every block compacted on its own, padded size; empty if not blockwise
    Stream counts;               ///< survivors of every block; empty if not blockwise
    std::vector<float> elements; ///< the compacted stream, without padding
};

/// The whole compaction, all passes in the GPU's order. For auto, the first run, assuming vertex shaders that
/// can fetch.
CompactionResult compact(std::span<const float> values, const StreamLayout& layout,
                         const CompactionOptions& options, Trace* trace = nullptr);

} // namespace scanline::raster::reference
