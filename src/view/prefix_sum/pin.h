#pragma once
#include "prefix_sum/comparison.h"
#include "prefix_sum/trace.h"
#include "scanline/view/scene.h"

#include <optional>
#include <vector>

namespace scanline::view::prefix_sum {

/// What the first `steps` steps tell of a pin; none if there is none.
std::optional<Pinned> pinned_in(const Timeline& timeline, const Pin& pin, int steps);
/// The same for all variants at once: in how many sums it is, and when its prefix sum is there.
std::optional<Pinned> pinned_in_all(const std::vector<Contestant>& contestants, const Pin& pin, int steps);

} // namespace scanline::view::prefix_sum
