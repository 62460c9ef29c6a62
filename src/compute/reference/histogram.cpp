#include "scanline/compute/reference/histogram.h"

#include <algorithm>

namespace scanline::compute::reference {

// Not inline: must be compiled without contraction of product and sum into an FMA.
std::vector<std::uint32_t> histogram(std::span<const float> values, float low, float high, int bins) {
    const auto width = static_cast<float>((static_cast<double>(high) - low) / bins);
    std::vector<float> edges(static_cast<std::size_t>(bins));
    for (std::size_t bin = 0; bin < edges.size(); ++bin)
        edges[bin] = low + static_cast<float>(bin) * width;
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(bins));
    for (const float value : values) {
        if (value >= low && value < high)
            ++counts[static_cast<std::size_t>(std::ranges::upper_bound(edges, value) - edges.begin() - 1)];
    }
    return counts;
}

} // namespace scanline::compute::reference
