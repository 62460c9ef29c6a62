#pragma once
#include "scanline/bench/results.h"

#include <functional>
#include <string>
#include <string_view>

namespace scanline::bench {

/// The number of elements of the rows: "4M", or "256K to 16M" where they differ.
std::string stream_size(const Results& results);

/// The line under the title of a figure: what is shown, then GPU, driver, timer and date.
std::string subtitle(const Results& results, const std::string& shown);

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
