#pragma once
#include <map>
#include <string>

namespace scanline::chart {

/// Parses a text as XML 1.0 without a document type: a declaration, then one element with properly nested
/// tags, quoted and unique attributes, no stray `<` or `&`, valid UTF-8 without control characters. Returns
/// the number of elements by name; throws std::runtime_error with the problem and its position.
std::map<std::string, int> count_elements(const std::string& xml);

} // namespace scanline::chart
