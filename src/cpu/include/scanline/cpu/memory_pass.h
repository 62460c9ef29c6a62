#pragma once
#include "scanline/cpu/thread_team.h"

#include <array>
#include <memory>
#include <span>
#include <string_view>

namespace scanline::cpu {

/// The work of a memory pass on each element.
enum class MemoryAccess {
    increment,      ///< reads it, adds 1, writes it back: the minimum for an in-place scan
    copy,           ///< copies it, as the C library does
    streaming_copy, ///< copies it, bypassing the caches
};
inline constexpr std::array all_memory_accesses{MemoryAccess::increment, MemoryAccess::copy,
                                                MemoryAccess::streaming_copy};
std::string_view to_string(MemoryAccess access); ///< "increment", "copy", "streaming-copy"

/// Streams through memory with almost no work: the roof of scans with as many threads. Each thread handles
/// its own part. The increment works in place; the copies need disjoint arrays. Sizes must match. Errors:
/// those of ThreadTeam; usage if sizes or aliasing do not suit the access.
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
