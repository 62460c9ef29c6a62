#pragma once
#include "scanline/core/named.h"
#include "scanline/tables/condition.h"
#include "scanline/tables/decimal.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scanline::cube {

using tables::Decimal;
using tables::Int128;

enum class Aggregate { sum, count, min, max, avg };
constexpr auto table_of(Aggregate) {
    using enum Aggregate;
    return named<Aggregate>({{sum, "sum"}, {count, "count"}, {min, "min"}, {max, "max"}, {avg, "avg"}});
}
using scanline::to_string;

/// How a minimum or maximum is stored in 64 bits, in an order that is that of the numbers.
enum class Encoding {
    units,     ///< in units of 10^-digits
    unsigned_, ///< a whole number less 2^63
    binary,    ///< the bits of a double
};

/// A measure of a cube. It is stored in arrays of Rows::measures as 64-bit integers, so that results are
/// exact and do not depend on the order of rows. Sums count units of 10^-digits, the finest that the column
/// needs; a sum of more than 63 bits is stored as two or three words of 32 bits, each in an array of its own,
/// of which the last one has the rest. Missing values count as nothing: then one more array counts the
/// others.
struct Measure {
    std::string column{}; ///< empty for :count
    Aggregate aggregate = Aggregate::count;
    int stored = -1;  ///< first index into Rows::measures; -1 for :count
    int words = 1;    ///< of sums: the number of arrays
    int present = -1; ///< index of the array that counts values; -1 if no value is missing
    int digits = 0;
    Encoding encoding = Encoding::units; ///< of minima and maxima

    std::string name() const { return column + ':' + std::string(to_string(aggregate)); }
    bool operator==(const Measure&) const = default;
};

/// A measure's value in a cell of a cube, still encoded.
struct Aggregated {
    std::int64_t count = 0; ///< rows, without those whose value is missing
    Int128 number = 0;      ///< the sum in units; the encoded minimum or maximum
};

/// rows: of the cell. values: [array][place].
Aggregated aggregated(const Measure& measure, std::int64_t rows,
                      const std::vector<std::vector<std::int64_t>>& values, std::size_t place);

/// The exact value; none of no values, and of an average, which may not be a decimal.
std::optional<Decimal> exact_value(const Measure& measure, const Aggregated& of);

/// The nearest double, rounded once; none of no values, except for :count.
std::optional<double> value_of(const Measure& measure, const Aggregated& of);

/// The value as text. Sums have the digits that the column needs, "1204.50"; averages and binary numbers are
/// the shortest text of the nearest double. Empty where value_of() has no value.
std::string text_of(const Measure& measure, const Aggregated& of);

/// Compares the values of two cells; cells without values are equal. Averages are compared exactly.
std::strong_ordering compare(const Measure& measure, const Aggregated& a, const Aggregated& b);

/// A condition on the value of a measure: "price:sum >= 100".
struct MeasureLimit {
    Measure measure{};
    tables::Relation relation = tables::Relation::greater_equal;
    Decimal limit{}; ///< at most 18 digits

    /// False for no values.
    bool holds(const Aggregated& of) const;
};

} // namespace scanline::cube
