#pragma once
#include "scanline/cube/column.h"

#include <string>
#include <string_view>
#include <vector>

namespace scanline::cube {

// The values of a dimension as queries name them. `what` prefixes messages. Errors: usage.

/// Returns the codes of a value: the code of the text, or else of the bin that contains the number, or of all
/// equal numbers. Errors: the dimension does not have the value.
std::vector<std::uint32_t> codes_of_value(const Dimension& dimension, const std::string& text,
                                          const std::string& what);

/// Returns the codes of the values from one to another, both included; none for an open end. Errors: an end
/// is not a number, in a dimension of numbers; not an edge, in a dimension of bins.
std::vector<std::uint32_t> codes_of_range(const Dimension& dimension, const std::optional<std::string>& low,
                                          const std::optional<std::string>& high, const std::string& what);

} // namespace scanline::cube
