#pragma once
#include "kit/property.h"
#include "scanline/raster/options.h"
#include "scanline/raster/reference/trace.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view::compaction {

/// A pass of a run, see raster/passes.h.
struct PassName {
    std::string_view name;
    int step = 0;
};

/// The kind of numbers in a row.
enum class RowKind {
    stream,    ///< the input
    flags,     ///< 1 or 0
    counts,    ///< sums, lengths, positions
    groups,    ///< elements as bits, see raster::Packed
    survivors, ///< elements that were moved, holes between them
};

/// What a row's texels represent: the same passes run over elements, blocks and rows of blocks.
enum class RowScope { elements, blocks, block_rows };

/// Describes a pass.
struct PassText {
    RowKind kind = RowKind::counts;
    std::string_view name{};                      ///< "prefix sums"
    std::string detail{};                         ///< "doubling, offset 2"
    std::string meaning{};                        ///< what it does, one or two sentences
    std::span<const std::string_view> channels{}; ///< of a texel: "offset", "count"; empty for one
    RowScope scope = RowScope::elements;
};

/// To predict a number that a pass has written, counted with all channels.
Written written_number(const PassText& text, std::uint64_t cell, std::size_t number, std::string value,
                       std::string why);

/// The passes of a trace; their names are the trace's.
std::vector<PassName> passes_of(const raster::reference::Trace& trace);

/// Describes the passes of a run. `algorithm`: the one that ran, not auto.
std::vector<PassText> describe_passes(std::span<const PassName> passes, raster::Algorithm algorithm);

/// How outputs find their elements.
enum class SearchKind {
    halving,  ///< of the displacement
    jumps,    ///< from hole to hole
    runs,     ///< over runs of invalid elements
    descent,  ///< of a binary tree of counts
    quarters, ///< descent of a quadtree
    bits,     ///< of a group
    none,     ///< auto's, which is another's
};
SearchKind search_kind(raster::Algorithm algorithm);

std::string_view title_of(raster::Algorithm algorithm);       ///< its name for people
std::string_view explanation_of(raster::Algorithm algorithm); ///< how it works, in a few sentences

/// Settings of both scenes: how prefix sums and run lengths are computed.
Property prefix_sum_row(raster::PrefixSumMethod& method);
Property run_lengths_row(raster::RunLengthMethod& method);

} // namespace scanline::view::compaction
