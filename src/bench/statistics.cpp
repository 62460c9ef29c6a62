#include "scanline/bench/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <vector>

namespace scanline::bench {

double quantile(std::span<const double> samples, double q) {
    assert(!samples.empty());
    std::vector<double> sorted(samples.begin(), samples.end());
    std::ranges::sort(sorted);
    const double position = q * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (position - std::floor(position)) * (sorted[above] - sorted[below]);
}

Quartiles quartiles(std::span<const double> samples) {
    return {quantile(samples, 0.25), quantile(samples, 0.5), quantile(samples, 0.75)};
}

std::size_t median_index(std::span<const double> samples) {
    assert(!samples.empty());
    std::vector<std::size_t> order(samples.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto middle = order.begin() + static_cast<std::ptrdiff_t>((samples.size() - 1) / 2);
    std::nth_element(order.begin(), middle, order.end(),
                     [samples](std::size_t a, std::size_t b) { return samples[a] < samples[b]; });
    return *middle;
}

} // namespace scanline::bench
