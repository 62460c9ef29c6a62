#pragma once
#include "scanline/core/named.h"
#include "scanline/cpu/thread_team.h"

#include <memory>
#include <span>

namespace scanline::cpu {

/// The work of a memory pass on each element.
enum class MemoryAccess {
    increment,      ///< reads it, adds 1, writes it back: the minimum for an in-place scan
    copy,           ///< copies it, as the C library does
    streaming_copy, ///< copies it, bypassing the caches
};
constexpr auto table_of(MemoryAccess) {
    using enum MemoryAccess;
    return named<MemoryAccess>(
        {{increment, "increment"}, {copy, "copy"}, {streaming_copy, "streaming-copy"}});
}
using scanline::to_string;

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
