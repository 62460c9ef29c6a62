#pragma once
#include "scanline/raster/options.h"
#include "scanline/raster/reference/trace.h"

#include <string>
#include <string_view>
#include <vector>

namespace scanline::view {

/// What the numbers of a row are.
enum class RowKind {
    stream,    ///< the input
    flags,     ///< 1 or 0
    counts,    ///< sums, lengths, positions
    groups,    ///< elements as bits, see raster::Packed
    survivors, ///< elements that were moved, holes between them
};

/// What the texels of a row are about: the same passes run over elements, their blocks and rows of blocks.
enum class RowScope { elements, blocks, block_rows };

/// A pass in words.
struct PassText {
    RowKind kind = RowKind::counts;
    std::string name{};                  ///< "prefix sums"
    std::string detail{};                ///< "doubling, offset 2"
    std::string meaning{};               ///< what it does, one or two sentences
    std::vector<std::string> channels{}; ///< of a texel: "offset", "count"; empty for one
    RowScope scope = RowScope::elements;
};

/// All passes of a trace in words, in its order.
std::vector<PassText> describe_passes(const raster::reference::Trace& trace, raster::Algorithm algorithm);

/// Short enough for a list in a narrow panel.
std::string_view short_title(raster::Algorithm algorithm);

/// How an algorithm works, in a few sentences.
std::string_view explanation_of(raster::Algorithm algorithm);

} // namespace scanline::view
