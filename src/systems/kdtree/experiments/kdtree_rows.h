#pragma once
#include "scanline/bench/axes.h"
#include "scanline/bench/results.h"

#include <string>
#include <string_view>

namespace scanline::bench {

// What the plans of k-d trees write into their rows, and what their reports read. The axes elements and by
// are those of primitives.

inline constexpr std::string_view task_axis = "task", points_axis = "points", dimensions_axis = "dimensions",
                                  type_axis = "type", queries_axis = "queries", k_axis = "k",
                                  library_axis = "library";
/// Scanline on the CPU.
inline constexpr std::string_view by_scanline_cpu = "scanline-cpu";
/// And on OpenGL.
inline constexpr std::string_view by_scanline_compute = "scanline-compute";
/// The peer that claims are about.
inline constexpr std::string_view by_nanoflann = "nanoflann";
/// The peer that builds by one thread and does nothing else.
inline constexpr std::string_view by_nth_element = "nth-element";

/// "scanline-cpu, threads: 2", "scanline-compute"
std::string contender_of(const Row& row);

} // namespace scanline::bench
