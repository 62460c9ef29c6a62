#pragma once
#include <nlohmann/json.hpp>

#include <string>

namespace scanline::cli {

/// What `list` says of the compute room: scans, compactions, the sort.
std::string compute_algorithms_text();
nlohmann::ordered_json compute_algorithms_json();

} // namespace scanline::cli
