#pragma once
#include "kit/scene.h"
#include "scenes/compaction/words.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

/// The code of every pass of a compaction, in the words of its shader but without the shortcuts that change
/// no result. A listing shows one texel's numbers beside it.
namespace scanline::view::compaction {

/// A texel that a pass computes.
struct CodeTexel {
    /// Instead of a pass: the stream.
    static constexpr int stream = -1;

    std::span<const PassName> passes; ///< of the whole run
    int pass = 0;
    std::int64_t texel = 0; ///< row by row
    /// A number that a pass wrote, counted with all channels; none if there is none, or if it is not kept.
    std::function<std::optional<float>(int pass, std::int64_t number)> read;
};

/// The elements that a pass takes as one block, by the passes around it: a whole row of blocks where it adds
/// up their counts. 1 in a run without blocks and without prefix sums.
std::int64_t code_block(std::span<const PassName> passes, int pass);

/// The code of a texel's pass with what the texel reads, and `result` where it is written. Branches that it
/// does not take are not lit. `algorithm`: the one that ran, not auto.
Listing listing_of(const CodeTexel& texel, raster::Algorithm algorithm, std::string title,
                   const std::string& result);

/// What a search has fetched.
struct CodeFetch {
    int pass = CodeTexel::stream; ///< that wrote it; the stream: the element that it has found
    std::string text;
};

/// The code of the search with what it has fetched so far, the line of the last fetch lit.
Listing search_listing(std::span<const PassName> passes, raster::Algorithm algorithm, std::string title,
                       std::span<const CodeFetch> fetches);

} // namespace scanline::view::compaction
