#pragma once
#include "scanline/cpu/thread_team.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace scanline::cpu {

/// Selects the valid values of a mask.
struct MaskThreshold {
    int least = 128;     ///< smallest valid value; 0 accepts all, 256 none
    bool negate = false; ///< selects the other values instead

    bool operator()(std::uint8_t value) const { return (value >= least) != negate; }
};

/// Stream compaction of a byte mask on the CPU: the positions of the valid values, ascending.
///
/// Each thread counts the valid values of its part. The counts of the preceding parts give the offset at
/// which it then writes. Values are compared a register at a time, and the valid ones read off the bits. The
/// threads live as long as the object, which serves one caller at a time. n = 0 is a no-op. Errors: usage if
/// the output cannot hold all values, or for more than 2^32 of them; those of ThreadTeam.
/// Source: Blelloch, "Prefix sums and their applications", 1990, section 1.4 (pack).
///
///     MaskCompaction compact(2);
///     compact(std::span<const std::uint8_t>(a), {.least = 3}, b);
///     // a: 3 1 7 0 4   b: 0 2 4   3 are kept
class MaskCompaction {
public:
    /// threads: upper limit, see threads_for().
    explicit MaskCompaction(int threads = 1);
    /// Number of threads worth using for this many values: each needs thousands; at most
    /// the processors that this process may use. A compaction leaves further threads idle.
    static int threads_for(std::size_t values);

    /// Returns the number kept; leaves the rest of `kept` unchanged.
    std::size_t operator()(std::span<const std::uint8_t> mask, const MaskThreshold& valid,
                           std::span<std::uint32_t> kept) const;

private:
    std::unique_ptr<ThreadTeam> team_;
};

} // namespace scanline::cpu
