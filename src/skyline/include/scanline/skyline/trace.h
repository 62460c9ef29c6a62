#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/skyline/keys.h"
#include "scanline/skyline/skyline.h"

#include <array>
#include <cstdint>
#include <vector>

namespace scanline::skyline {

/// SkyAlign as reference::sky_align() runs it, with what each of its steps finds out: to show or to check it.
struct Trace {
    enum class Outcome : std::uint8_t {
        filtered, ///< by the pre-filter
        pruned,   ///< found dominated in a level
        skyline,
    };
    struct Row {
        std::uint32_t median = 0, quartile = 0; ///< its masks; 0 if it was filtered
        Outcome outcome = Outcome::filtered;
        int level = -1; ///< at whose end it left; -1 if it was filtered
        /// A row that dominates it: the first that was found to. Of a filtered row, tau_row. In the skyline:
        /// its own number.
        std::uint32_t dominator = 0;

        bool operator==(const Row&) const = default;
    };

    std::uint32_t tau = 0;     ///< the least of all greatest keys
    std::uint32_t tau_row = 0; ///< the first row whose greatest key it is
    /// The three quartiles of each column, over the rows that passed the filter.
    std::vector<std::array<std::uint32_t, 3>> quartiles;
    std::vector<std::uint32_t> order; ///< rows that were not filtered: by level, median mask and number
    std::vector<Row> rows;
    Skyline found; ///< the result of reference::sky_align()
};

/// Runs SkyAlign on one thread and keeps what it finds out: 20 bytes a row more than reference::sky_align().
/// Zero rows are allowed: nothing is found then. Errors: Cancelled.
///
///     (1, 2, 3), (2, 2, 1), (2, 4, 1), (3, 3, 3): row 3 is filtered, by row 1 with tau = 2; row 2 is pruned
///     in level 0, by row 1; row 1 is of the skyline at the end of level 0, row 0 at the end of level 1
Trace trace_sky_align(const Keys& keys, const CancelHook& cancelled = {});

} // namespace scanline::skyline
