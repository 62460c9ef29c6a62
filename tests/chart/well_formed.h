#pragma once
#include <map>
#include <string>

namespace scanline::chart {

/// Reads a text as XML 1.0 without a document type: a declaration, then one element whose tags nest,
/// attributes in quotes and each once, `<` and `&` nowhere but where they belong, valid UTF-8 without control
/// characters. Returns how many elements of each name there are; throws std::runtime_error with what is wrong
/// and where.
std::map<std::string, int> count_elements(const std::string& xml);

} // namespace scanline::chart
