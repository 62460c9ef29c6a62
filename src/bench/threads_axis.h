#pragma once

#include <string_view>

namespace scanline::bench {

/// How many threads of the CPU did the work of a row.
inline constexpr std::string_view threads_axis = "threads";

} // namespace scanline::bench
