#pragma once
#include "scanline/cpu/thread_team.h"

#include <algorithm>
#include <cstddef>

namespace scanline::data {

/// Threads for work at the speed of memory on this many bytes: for few, one.
inline int threads_for_bytes(std::size_t bytes) {
    constexpr std::size_t bytes_of_a_thread = std::size_t{4} << 20;
    constexpr int most = 8; // more are no faster
    return std::clamp(static_cast<int>(bytes / bytes_of_a_thread), 1,
                      std::min(cpu::ThreadTeam::all_processors(), most));
}

} // namespace scanline::data
