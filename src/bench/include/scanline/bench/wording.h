#pragma once
#include "scanline/bench/results.h"

#include <cstdint>
#include <string>

namespace scanline::bench {

// How experiments write numbers, for people.

/// At least three digits that mean something: "0.303", "24.1", "161", "1234".
std::string three_digits(double number);

/// At least four, at most six behind the point: "0.01234", "1.500", "161.0", "12345", "0.000012".
std::string four_digits(double number);

/// "0.303 ms"
std::string in_milliseconds(double milliseconds);

/// The paper's suffixes, K = 2^10 and M = 2^20, where they fit: "256K", "4M", "1000".
std::string element_count(std::int64_t elements);

/// That of the rows: "4M", or "256K to 16M" where they differ.
std::string stream_size(const Results& results);

/// What stands under a figure: what is shown, then GPU, driver, timer and date.
std::string subtitle(const Results& results, const std::string& shown);

} // namespace scanline::bench
