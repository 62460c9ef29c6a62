#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/cube/cube.h"
#include "scanline/ranks/communicator.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scanline::cube {

/// The bits of a sum in each of its arrays but the last. Sums of up to 2^31 of these fit 64 bits.
inline constexpr int bits_of_word = 32;

inline bool is_sum(const Measure& measure) {
    return measure.aggregate == Aggregate::sum || measure.aggregate == Aggregate::avg;
}

/// The facts of a column's numbers that decide how they are stored. Units are 10^-digits.
class NumberFacts {
public:
    int digits() const { return digits_; } ///< the most after the point
    /// The sum of absolute values in units; none beyond 127 bits.
    std::optional<Int128> total() const { return total_; }
    /// True if the numbers in units are all in a range.
    bool are_within(Int128 low, Int128 high) const {
        return is_empty_ || (!is_beyond_ && low_ >= low && high_ <= high);
    }

    bool has_missing() const { return has_missing_; }

    void add_missing() { has_missing_ = true; }
    void add(const Decimal& number) {
        if (-number.exponent > digits_)
            rescale(-number.exponent);
        add_units(tables::in_units(number, digits_));
    }
    /// units: of the digits so far; none beyond 127 bits.
    void add_units(const std::optional<Int128>& units);
    void add(NumberFacts other);
    /// To at least these digits.
    void rescale(int digits);

private:
    int digits_ = 0;
    std::optional<Int128> total_{0};
    Int128 low_ = 0, high_ = 0;
    bool is_empty_ = true, has_missing_ = false;
    bool is_beyond_ = false; ///< some number has more than 127 bits
};

/// The numbers of a column. They are read anew where they are needed, which takes less time than memory for
/// all of them would.
struct Numbers {
    std::size_t rows = 0;
    std::function<std::optional<Decimal>(std::size_t row)> number{}; ///< none if it is missing
    NumberFacts facts{};
};

/// Decodes a minimum or maximum.
Decimal decoded(std::int64_t stored, const Measure& measure);

/// The measures of a cube with further rows, and the arrays that store them.
struct Stored {
    std::vector<Measure> measures;
    std::vector<Fold> folds{};
    std::vector<std::vector<std::int64_t>> arrays{}; ///< of the further rows
    bool changes_old = false;                        ///< the cube's own rows are stored in another way
    std::vector<std::vector<std::int64_t>> old{};    ///< these rows, stored anew; only if changes_old
};

/// Stores the numbers of further rows. columns: the names of the columns of measures, in order of first use;
/// numbers: of each, with the facts of all ranks' if there are several. Errors: failure, naming the measure,
/// for sums of more than 127 bits, and for minima and maxima that 64 bits do not hold.
Stored stored_with(const Cube& cube, std::span<const std::string> columns, std::span<const Numbers> numbers,
                   std::string_view operation, CancelPoll& poll, ranks::Communicator* ranks = nullptr);

} // namespace scanline::cube
