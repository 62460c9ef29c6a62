#pragma once
#include "scanline/cube/column.h"

#include <string>
#include <string_view>
#include <vector>

namespace scanline::cube {

// The values of a dimension as queries name them. `what` begins messages. Errors: usage.

/// The codes of a value: that of the text; else that of the bin a number is in, or those of equal numbers.
/// Errors: there is none.
std::vector<std::uint32_t> codes_of_value(const Dimension& dimension, const std::string& text,
                                          const std::string& what);

/// The codes of the values from one to another; no text is no end. Errors: ends that are no numbers in a
/// dimension of numbers, and no edges in one of bins.
std::vector<std::uint32_t> codes_of_range(const Dimension& dimension, const std::optional<std::string>& low,
                                          const std::optional<std::string>& high, const std::string& what);

} // namespace scanline::cube
