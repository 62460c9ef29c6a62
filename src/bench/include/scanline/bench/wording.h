#pragma once
#include "scanline/bench/results.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

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

/// How long work will still take, if it goes on as it has: "12 s left", from ten minutes on "11 min left".
/// fraction: what is done of it, in [0, 1]; empty at 0, where nothing is known.
///
///     time_left(0.25, 4) == "12 s left"
std::string time_left(double fraction, double seconds_so_far);

/// The texts of all values with a separator between them.
///
///     joined(std::array{1024, 4096}, element_count) == "1K, 4K"
template <class Values, class Text>
std::string joined(const Values& values, Text text, std::string_view separator = ", ") {
    std::string all;
    std::string_view between;
    for (const auto& value : values) {
        all += between;
        all += std::invoke(text, value);
        between = separator;
    }
    return all;
}

} // namespace scanline::bench
