#pragma once
#include <cstddef>
#include <span>

namespace scanline::bench {

/// The q-quantile (0 <= q <= 1) with linear interpolation between the two nearest of the sorted samples, as
/// NumPy's default: quantile(1 2 3 4, 0.5) == 2.5. At least one sample.
double quantile(std::span<const double> samples, double q);

inline double median(std::span<const double> samples) {
    return quantile(samples, 0.5);
}

/// Median, and the quantiles at 25 % and 75 % around it.
struct Quartiles {
    double q25 = 0, median = 0, q75 = 0;

    /// Interquartile range over median, 0 if the median is 0: what of a difference may be noise.
    double noise() const { return median == 0 ? 0 : (q75 - q25) / median; }
};

/// At least one sample.
///
///     quartiles(1 2 3 4) == {1.75, 2.5, 3.25}
Quartiles quartiles(std::span<const double> samples);

/// The median of samples, and bounds of the true one: that of what they are drawn from.
struct MedianInterval {
    double low = 0, median = 0, high = 0;
};

/// The confidence interval of the median of at least 95 %, whatever the distribution, for samples that do not
/// depend on each other: from the k-th smallest sample to the k-th largest. Each sample is below the true
/// median with probability 1/2, so that the interval misses it with probability 2 P(B <= k - 1) at most, with
/// B ~ binomial(n, 1/2); k is the largest for which that is at most 5 %. This is the sign test inverted
/// (Conover, Practical Nonparametric Statistics, on the confidence interval of a quantile). More samples make
/// it narrower, with the root of n, where quartiles stay as far apart as they are. At least one sample. Of
/// fewer than six even the smallest and the largest do not reach 95 % (of five 93.75 %, of two 50 %); they
/// are the interval all the same.
///
///     nine samples: k = 2, because 2 (1 + 9) / 2^9 = 3.9 %, but 2 (1 + 9 + 36) / 2^9 = 18 %
///     median_interval(1.02 0.98 1.05 1.03 1.00 1.04 1.21 1.01 1.06) == {1.00, 1.03, 1.06}
MedianInterval median_interval(std::span<const double> samples);

} // namespace scanline::bench
