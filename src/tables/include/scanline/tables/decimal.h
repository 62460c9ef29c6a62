#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace scanline::tables {

/// The number units * 10^exponent.
struct Decimal {
    std::int64_t units = 0;
    int exponent = 0;
};

/// Reads "1204.50" as 12045 * 10^-1: units have no trailing zeros, and 0 has exponent 0. None if the text is
/// not a decimal, or has more digits than 64 bits hold.
std::optional<Decimal> read_decimal(std::string_view text);

/// Reads a finite number as users write it.
std::optional<double> finite_number(std::string_view text);

/// Returns the shortest decimal that reads back as this finite number.
Decimal decimal_of(double number);

/// Returns the nearest double; infinity if it overflows.
double number_of(Decimal decimal);

/// "1204.50" for 120450 * 10^-2.
std::string text_of(Decimal decimal);

/// Returns the decimal in units of 10^-digits, rounded half away from zero; none if that overflows 64 bits.
std::optional<std::int64_t> in_units(Decimal decimal, int digits);

/// Returns the exponent of the leading digit of a nonzero decimal: 3 for 1204.5.
int magnitude_of(Decimal decimal);

} // namespace scanline::tables
