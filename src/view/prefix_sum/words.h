/// Texts for the picture of a prefix sum.
#pragma once
#include "prefix_sum/comparison.h"
#include "prefix_sum/explanation.h"
#include "prefix_sum/trace.h"
#include "scanline/view/scene.h"

#include <optional>
#include <string>
#include <vector>

namespace scanline::view::prefix_sum {

/// Short text beside the value in a cell: "+ x5", "look at 2", "barrier".
std::string label_text(const LaneStep& lane, Operator op);
/// "scanline scan --algorithm scalar1, simd1 or lookahead1".
std::string command_text(const Command& command);
/// For the tooltip: what an event does, and everything it reads and writes, one per line.
std::string details_text(const Timeline& timeline, EventId event, Operator op);

/// What all visible values have in common.
struct ValueRange {
    // The longest texts, so that all values of a kind can share a font.
    std::string input = "0", output = "0", result = "0"; ///< result: of lanes
    int least = 0, most = 0;                             ///< for shades
};
ValueRange value_range(const Timeline& timeline);

/// Facts about a pin after the first `steps` steps; none without a pin.
std::optional<Pinned> pinned_in(const Timeline& timeline, const Pin& pin, int steps);
/// The same for all variants at once: in how many sums it is, and when its prefix sum is there.
std::optional<Pinned> pinned_in_all(const std::vector<Contestant>& contestants, const Pin& pin, int steps);

} // namespace scanline::view::prefix_sum
