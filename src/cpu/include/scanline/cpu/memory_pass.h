#pragma once
#include "scanline/cpu/thread_team.h"

#include <array>
#include <memory>
#include <span>
#include <string_view>

namespace scanline::cpu {

/// The work of a pass over memory on each element.
enum class MemoryAccess {
    increment,      ///< reads it, adds 1, and writes it back: what a scan in place cannot avoid
    copy,           ///< copies it, as the C library does
    streaming_copy, ///< copies it past the caches
};
inline constexpr std::array all_memory_accesses{MemoryAccess::increment, MemoryAccess::copy,
                                                MemoryAccess::streaming_copy};
std::string_view to_string(MemoryAccess access); ///< "increment", "copy", "streaming-copy"

/// Goes through memory with next to no work: the roof of scans of as many threads. Each thread has a part of
/// its own. The increment is in place, the copies are apart; sizes are the same. Errors: those of ThreadTeam;
/// usage where sizes or places do not fit the access.
///
///     MemoryPass pass(MemoryAccess::increment, 2);
///     pass(numbers, numbers);   // 3 1 7 becomes 4 2 8
class MemoryPass {
public:
    MemoryPass(MemoryAccess access, int threads);

    void operator()(std::span<const float> input, std::span<float> output) const;

private:
    MemoryAccess access_;
    std::unique_ptr<ThreadTeam> team_;
};

} // namespace scanline::cpu
