#pragma once
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace scanline::tables {

__extension__ using Int128 = __int128;

/// The number units * 10^exponent, or an infinity. Units have at most 38 digits and no trailing zeros; zero
/// has exponent 0. So equal numbers have equal members, and every 64-bit integer, signed or not, is exact.
///
///     *read_decimal("-1204.50")   // units -12045, exponent -1
struct Decimal {
    static constexpr int infinite = 1 << 30; ///< the exponent of infinities, whose units are 1 or -1
    static constexpr int max_digits = 38;

    Int128 units = 0;
    int exponent = 0;

    bool is_finite() const { return exponent != infinite; }
    bool operator==(const Decimal&) const = default;
    /// Compares exactly.
    std::strong_ordering operator<=>(const Decimal& other) const;
};

/// Reads digits with an optional sign, point and exponent; "inf" and "infinity" in any case. None for other
/// text, more than 38 digits between the first and the last that is not 0, or an exponent beyond 9999.
std::optional<Decimal> read_decimal(std::string_view text);

/// The number, which must not be NaN: whole ones of up to 63 bits exactly, others as the shortest decimal
/// that reads back as it.
///
///     decimal_of(0.1f) == *read_decimal("0.1")
Decimal decimal_of(double number);
Decimal decimal_of(float number);
Decimal decimal_of(std::int64_t number);
Decimal decimal_of(std::uint64_t number);

/// The nearest double; infinity if it overflows.
double number_of(const Decimal& decimal);

/// True if different numbers for which this is true have different nearest doubles, of the same order: few
/// digits, or the shortest decimal of a double.
bool is_told_by_double(const Decimal& decimal);

/// units * 10^exponent in its normal form. |units| < 10^38.
Decimal normal_decimal(Int128 units, int exponent);

/// "-1204.5"; all zeros of an integer. "inf" and "-inf" for infinities.
std::string text_of(const Decimal& decimal);
std::string text_of(Int128 integer);

/// The number in units of 10^-digits; none if it is not a multiple of these, or has more than 127 bits.
std::optional<Int128> in_units(const Decimal& decimal, int digits);

/// floor(a / b) of finite numbers, b positive; none if it has more than 127 bits.
///
///     floor_of_ratio(0.3, 0.1) == 3, whose quotient in binary is 2.9999999999999996
std::optional<Int128> floor_of_ratio(const Decimal& a, const Decimal& b);

/// The double nearest to sum / (count * 10^digits), rounded once. 0 < count < 2^31.
double nearest_quotient(Int128 sum, std::int64_t count, int digits);

} // namespace scanline::tables
