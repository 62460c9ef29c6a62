#pragma once
#include <optional>
#include <string_view>
#include <type_traits>

namespace scanline {

/// An inclusive range of numbers. T here and below: int, std::int64_t, std::uint64_t or double.
template <class T>
struct Bounds {
    T least, most;
};

/// Parses a number written by a user: the one syntax of options, settings and environment variables.
///
/// Accepts decimal digits with an optional sign, point and exponent, or a power of two, "2^20". Whole numbers
/// may use any of these forms and are exact: "1e3", "1.5e3" and "4.0" are whole, "1e-3" is not. "inf" is a
/// number if `most` is infinite. Leading zeros have no effect. Returns none for anything else: hexadecimal
/// digits, spaces, trailing text, a number out of bounds or beyond double precision.
///
///     read_number<int>("2^12", {1, 5000}) == 4096
///     read_number<int>("0x3", {1, 5000}) == std::nullopt
template <class T>
std::optional<T> read_number(std::string_view text, Bounds<std::type_identity_t<T>> bounds);

/// The same, but throws a usage error that names the parameter:
/// "--reps: '0x3' is not a whole number from 1 to 100000".
template <class T>
T parse_number(std::string_view name, std::string_view text, Bounds<std::type_identity_t<T>> bounds);

} // namespace scanline
