#pragma once
#include "compaction_small/model.h"

#include <optional>
#include <vector>

namespace scanline::view {

/// The code of a step's pass in the words of its shader, with what it computes for the pinned element, or for
/// the first number of the row if there is none; in a search, for the selected output up to the current
/// fetch. Without lines for the input and for passes that have no code here. `probes`: of the selected
/// output.
Listing listing_of(const SmallModel& model, const std::vector<Probe>& probes, std::size_t selected,
                   const SmallStep& step, std::optional<std::size_t> element);

} // namespace scanline::view
