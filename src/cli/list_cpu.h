#pragma once
#include <nlohmann/json.hpp>

#include <string>

namespace scanline::cli {

/// What `list` says of the CPU's room: its scans.
std::string cpu_scans_text();
nlohmann::ordered_json cpu_scans_json();

} // namespace scanline::cli
