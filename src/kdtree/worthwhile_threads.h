#pragma once
#include "scanline/cpu/thread_team.h"
#include "scanline/kdtree/cpu_options.h"

#include <algorithm>
#include <cstdint>

namespace scanline::kdtree {

/// For fewer points a thread costs more than it does.
inline constexpr std::int64_t points_of_a_thread = 1 << 11;

/// The threads that work takes: exactly those asked for; where that is left open, all processors, but no more
/// than there are portions of work which are each worth a thread. A number that cannot be is left for the
/// team to refuse.
///
///     {.threads = 0}, 3 portions, 16 processors: 3
inline int worthwhile_threads(const CpuOptions& options, std::int64_t portions) {
    if (options.threads != 0)
        return options.threads;
    return static_cast<int>(std::clamp<std::int64_t>(portions, 1, cpu::ThreadTeam::all_processors()));
}

} // namespace scanline::kdtree
