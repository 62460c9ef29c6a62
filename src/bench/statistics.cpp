#include "scanline/bench/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <vector>

namespace scanline::bench {

namespace {

constexpr double max_missed = 0.05; ///< of true medians, by MedianInterval on both sides together

// How many of the samples are below the interval of their median, and as many above it.
std::size_t samples_below_interval(std::size_t count) {
    // That just `below` samples are below the true median. As a logarithm, because 2^-1075 is 0 already.
    double log_probability = -static_cast<double>(count) * std::numbers::ln2;
    double at_most = std::exp(log_probability); ///< that `below` or fewer are
    std::size_t below = 0;
    while (2 * at_most <= max_missed) {
        log_probability += std::log(static_cast<double>(count - below) / static_cast<double>(below + 1));
        at_most += std::exp(log_probability);
        ++below;
    }
    // To leave out so many misses too often. Of few samples even to leave out none does, and no interval is
    // better.
    return below == 0 ? 0 : below - 1;
}

} // namespace

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

MedianInterval median_interval(std::span<const double> samples) {
    assert(!samples.empty());
    std::vector<double> sorted(samples.begin(), samples.end());
    std::ranges::sort(sorted);
    const std::size_t below = samples_below_interval(sorted.size());
    return {sorted[below], median(sorted), sorted[sorted.size() - 1 - below]};
}

} // namespace scanline::bench
