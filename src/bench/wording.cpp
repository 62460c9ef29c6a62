#include "scanline/bench/wording.h"

#include "scanline/core/format.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::bench {

std::string stream_size(const Results& results) {
    if (results.rows.empty())
        return "no";
    const auto [smallest, largest] = std::ranges::minmax(results.rows, {}, &Row::items);
    return smallest.items == largest.items
               ? element_count(smallest.items)
               : fmt::format("{} to {}", element_count(smallest.items), element_count(largest.items));
}

std::string subtitle(const Results& results, const std::string& shown) {
    const Environment& environment = results.environment;
    return fmt::format("{}; {}, timer {}, {}", shown, environment.device(), environment.timer,
                       environment.date);
}

} // namespace scanline::bench
