#pragma once
#include "scanline/cpu/thread_team.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace scanline::cpu {

/// Which values of a mask are valid.
struct MaskThreshold {
    int least = 128;     ///< the smallest valid value; 0 takes all, 256 none
    bool negate = false; ///< the others instead

    bool operator()(std::uint8_t value) const { return (value >= least) != negate; }
};

/// What is kept of each valid value.
enum class MaskPayload { values, positions };

/// Stream compaction of a mask of bytes on the CPU: the valid values or their positions, in their order.
///
/// Each thread counts the valid values of its part; the counts of the parts before give the place where it
/// then writes what it keeps. A register of values at a time is compared, and what is valid read off its
/// bits. The threads stay with the object, which works for one caller at a time. n = 0 is nothing to do.
/// Errors: usage where there is no room for all values, or for more than 2^32 of them; those of ThreadTeam.
/// Source: Blelloch, "Prefix sums and their applications", 1990, section 1.4 (pack).
///
///     MaskCompaction compact(2);
///     compact(std::span<const std::uint8_t>(a), {.least = 3}, MaskPayload::positions, b);
///     // a: 3 1 7 0 4   b: 0 2 4   3 are kept
class MaskCompaction {
public:
    /// threads: at most, see worthwhile_threads().
    explicit MaskCompaction(int threads = 1);
    /// The threads that so many values keep busy: of the processors that this process may use, as many as
    /// have thousands of values each. Other threads of a compaction are left out.
    static int worthwhile_threads(std::size_t values);

    /// Returns how many are kept; what lies behind them in `kept` stays as it is.
    std::size_t operator()(std::span<const std::uint8_t> mask, const MaskThreshold& valid,
                           MaskPayload payload, std::span<std::uint32_t> kept) const;

private:
    std::unique_ptr<ThreadTeam> team_;
};

} // namespace scanline::cpu
