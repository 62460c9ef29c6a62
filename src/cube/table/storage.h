#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/cube/rows.h"
#include "scanline/tables/decimal.h"

#include <span>
#include <vector>

namespace scanline::cube {

using tables::Decimal;

/// How a stored measure encodes its numbers as integers; see Measure.
struct Storage {
    Fold fold = Fold::sum;
    int digits = 0;
    bool is_key = false;
    bool is_rounded = false;

    bool writes_as(const Storage& other) const { return digits == other.digits && is_key == other.is_key; }
};

/// Maps numbers to integers of the same order, and back.
std::int64_t key_of_number(double number);
double number_of_key(std::int64_t key);

/// Extends a storage so that it encodes the new numbers too.
Storage extended(const Storage& storage, std::span<const std::int64_t> stored, std::span<const Decimal> added,
                 CancelPoll& poll);

/// Encodes numbers.
std::vector<std::int64_t> stored_numbers(std::span<const Decimal> numbers, const Storage& storage,
                                         CancelPoll& poll);
/// Encodes stored integers anew in a storage that extends theirs.
std::vector<std::int64_t> stored_again(std::span<const std::int64_t> stored, const Storage& before,
                                       const Storage& now, CancelPoll& poll);

} // namespace scanline::cube
