#pragma once
#include "decimal.h"

#include "scanline/core/cancellation.h"
#include "scanline/cube/rows.h"

#include <span>
#include <vector>

namespace scanline::cube {

/// How the numbers of a stored measure are written as integers; see Measure.
struct Storage {
    Fold fold = Fold::sum;
    int digits = 0;
    bool is_key = false;
    bool is_rounded = false;

    bool writes_as(const Storage& other) const { return digits == other.digits && is_key == other.is_key; }
};

/// An integer in the order of the numbers, and back.
std::int64_t key_of_number(double number);
double number_of_key(std::int64_t key);

/// The storage for stored integers and further numbers together.
Storage extended(const Storage& storage, std::span<const std::int64_t> stored, std::span<const Decimal> added,
                 CancelPoll& poll);

/// Writes numbers as integers.
std::vector<std::int64_t> stored_numbers(std::span<const Decimal> numbers, const Storage& storage,
                                         CancelPoll& poll);
/// Writes integers of one storage as those of the one that extends it.
std::vector<std::int64_t> stored_again(std::span<const std::int64_t> stored, const Storage& before,
                                       const Storage& now, CancelPoll& poll);

} // namespace scanline::cube
