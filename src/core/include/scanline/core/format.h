#pragma once
#include <cstdint>
#include <string>

namespace scanline {

// Numbers for people, as reports and the visualizer show them.

/// At least three significant digits: "0.303", "24.1", "161", "1234".
std::string three_digits(double number);

/// At least four significant digits, at most six decimals: "0.01234", "1.500", "161.0", "12345", "0.000012".
std::string four_digits(double number);

/// "0.303 ms"
std::string in_milliseconds(double milliseconds);

/// Uses the paper's suffixes where they divide evenly, K = 2^10 and M = 2^20: "256K", "4M", "1000".
std::string element_count(std::int64_t elements);

/// Three digits with a suffix for powers of ten: "999", "12.3k", "4.19M".
std::string short_count(double number);

/// Three digits: "0.303 ms", "12.1 µs", "1.20 s".
std::string duration_text(double milliseconds);

/// Three digits: "999 B", "1.50 MiB".
std::string bytes_text(double bytes);

/// A decimal number with thousands separators: "-1,234,567.25", "1e+300".
std::string with_commas(std::string decimal);
inline std::string with_commas(std::int64_t number) {
    return with_commas(std::to_string(number));
}

/// Estimated remaining time at the current rate: "12 s left", from ten minutes on "11 min left". fraction:
/// the part already done, in [0, 1]; the result is empty at 0.
///
///     time_left(0.25, 4) == "12 s left"
std::string time_left(double fraction, double seconds_so_far);

} // namespace scanline
