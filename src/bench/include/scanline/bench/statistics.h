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

    /// Interquartile range over median, 0 where the median is 0: what of a difference may be noise.
    double noise() const { return median == 0 ? 0 : (q75 - q25) / median; }
};

/// At least one sample.
///
///     quartiles(1 2 3 4) == {1.75, 2.5, 3.25}
Quartiles quartiles(std::span<const double> samples);

/// The index of the sample in the middle: the median itself for an odd number, the lower of the two for an
/// even one. At least one sample.
std::size_t median_index(std::span<const double> samples);

} // namespace scanline::bench
