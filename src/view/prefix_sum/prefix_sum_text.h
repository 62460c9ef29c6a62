#pragma once
#include "prefix_sum/prefix_sum_recorder.h"

#include <string>

/// What the picture of a prefix sum says in words.
namespace scanline::view::prefix_sum {

/// The number; "inf" and "-inf" for the identities of min and max.
std::string value_text(int value);
/// "x3", "x0 .. x5"; "nothing" of an empty one.
std::string range_text(const Partial& value);
/// "x5", "y5", "lane 3", "prefix of tile 2".
std::string place_text(Place place);
/// In a cell, beside the value: "+ x5", "look at 2", "barrier". Short: a few characters.
std::string label_text(const LaneStep& lane, Operator op);
/// In the tooltip: what it does, and all that it reads and writes, a line each.
std::string details_text(const Timeline& timeline, EventId event, Operator op);
/// The longest of the values that are shown, so that all of a kind can be written in the same font.
struct LongestValues {
    std::string input, output;
    std::string result; ///< of lanes
};
LongestValues longest_values(const Timeline& timeline);

} // namespace scanline::view::prefix_sum
