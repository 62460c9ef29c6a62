#pragma once
#include "compaction_small/model.h"

#include <optional>
#include <vector>

namespace scanline::view {

/// The code of a step's pass with the numbers of the pinned element, or of the first texel of the row if
/// there is none; in a search, of the selected output up to the current fetch. Without lines for the input.
/// `probes`: of the selected output.
Listing listing_of(const SmallModel& model, const std::vector<Probe>& probes, std::size_t selected,
                   const SmallStep& step, std::optional<std::size_t> element);

} // namespace scanline::view
