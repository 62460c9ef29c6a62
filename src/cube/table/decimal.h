#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace scanline::cube {

/// The number units * 10^exponent.
struct Decimal {
    std::int64_t units = 0;
    int exponent = 0;
};

/// Reads "1204.50" as 12045 * 10^-1: the units have no 0 at their end, and 0 has exponent 0. None for other
/// text, and for more digits than 64 bits hold.
std::optional<Decimal> read_decimal(std::string_view text);

/// The shortest decimal that is nearer to this finite number than to any other.
Decimal decimal_of(double number);

/// The nearest number; infinity beyond double precision.
double number_of(Decimal decimal);

/// "1204.50" for 120450 * 10^-2.
std::string text_of(Decimal decimal);

/// The decimal in units of 10^-digits, rounded half away from zero. None from 2^63 on.
std::optional<std::int64_t> in_units(Decimal decimal, int digits);

/// The exponent of the first digit of a decimal that is not 0: 3 for 1204.5.
int magnitude_of(Decimal decimal);

} // namespace scanline::cube
