#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/cube/cube.h"

#include <span>
#include <string>
#include <vector>

namespace scanline::cube {

/// The bits of a sum in each of its arrays but the last. Sums of up to 2^31 of these fit 64 bits.
inline constexpr int bits_of_word = 32;

/// The numbers of a column.
struct Numbers {
    std::vector<Decimal> values;
    std::vector<bool> is_missing; ///< empty if no value is missing

    bool missing(std::size_t row) const { return !is_missing.empty() && is_missing[row]; }
};

/// Decodes a minimum or maximum.
Decimal decoded(std::int64_t stored, const Measure& measure);

/// The measures of a cube with further rows, and the arrays that store them.
struct Stored {
    std::vector<Measure> measures;
    std::vector<Fold> folds{};
    std::vector<std::vector<std::int64_t>> arrays{}; ///< of the further rows
    bool changes_old = false;                      ///< the cube's own rows are stored in another way
    std::vector<std::vector<std::int64_t>> old{};  ///< these rows, stored anew; only if changes_old
};

/// Stores the numbers of further rows. columns: the names of the columns of measures, in order of first use;
/// numbers: of each. Errors: failure, naming the measure, for sums of more than 127 bits, and for minima and
/// maxima that 64 bits do not hold.
Stored stored_with(const Cube& cube, std::span<const std::string> columns, std::span<const Numbers> numbers,
                   std::string_view operation, CancelPoll& poll);

} // namespace scanline::cube
