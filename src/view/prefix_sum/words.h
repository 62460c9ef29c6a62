#pragma once
#include "prefix_sum/explanation.h"
#include "prefix_sum/trace.h"

#include <string>

/// Texts for the picture of a prefix sum.
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

} // namespace scanline::view::prefix_sum
