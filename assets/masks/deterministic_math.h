#pragma once
#include <algorithm>
#include <cmath>

/// Elementary functions made only of + - * / and rounding. The C library's differ in the last bit from one
/// machine to the next, and so would a mask whose pixels are ranked.
namespace scanline::masks {

constexpr double pi = 3.14159265358979323846;

/// sin(x) to about 1e-9 for |x| up to some thousands: folded into [-pi/2, pi/2], then its Taylor series.
inline double sine(double x) {
    const double turns = std::floor(x / pi + 0.5);
    const double r = x - turns * pi;
    const double q = r * r;
    const double tail = 1 - q / 110 * (1 - q / 156 * (1 - q / 210));
    const double series = r * (1 - q / 6 * (1 - q / 20 * (1 - q / 42 * (1 - q / 72 * tail))));
    const bool odd_half_turns = turns - 2 * std::floor(turns / 2) > 0.5;
    return odd_half_turns ? -series : series;
}

inline double cosine(double x) {
    return sine(x + pi / 2);
}

/// exp(-x) for x >= 0: the series of exp(x / 256), raised to the 256th power by squaring, inverted.
inline double exp_minus(double x) {
    const double s = std::min(x, 600.0) / 256;
    double power = 1 + s * (1 + s / 2 * (1 + s / 3 * (1 + s / 4 * (1 + s / 5 * (1 + s / 6)))));
    for (int i = 0; i < 8; ++i)
        power *= power;
    return 1 / power;
}

inline double mix(double a, double b, double t) {
    return a + (b - a) * t;
}

/// 0 up to low, 1 from high on, a cubic with flat ends in between. If low is above high, it falls.
inline double smooth_step(double low, double high, double x) {
    const double t = std::clamp((x - low) / (high - low), 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

} // namespace scanline::masks
