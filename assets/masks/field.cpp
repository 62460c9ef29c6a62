#include "field.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace scanline::masks {

Field noise(int size, Random& random) {
    Field field(size);
    for (float& value : field.values)
        value = static_cast<float>(random.unit() * 2 - 1);
    return field;
}

namespace {

/// Catmull-Rom weights of the four samples around a point that lies t past the second.
std::array<double, 4> cubic_weights(double t) {
    const double u = 1 - t;
    return {-0.5 * t * u * u, 1 - t * t * (2.5 - 1.5 * t), 1 - u * u * (2.5 - 1.5 * u), -0.5 * u * t * t};
}

} // namespace

double sample(const Field& field, double x, double y) {
    const double left = std::floor(x);
    const double top = std::floor(y);
    const std::array<double, 4> across = cubic_weights(x - left);
    const std::array<double, 4> down = cubic_weights(y - top);
    const auto inside = [&](double i) { return std::clamp(static_cast<int>(i), 0, field.size - 1); };
    double sum = 0;
    for (std::size_t j = 0; j < 4; ++j) {
        const int row = inside(top + static_cast<double>(j) - 1);
        double line = 0;
        for (std::size_t i = 0; i < 4; ++i)
            line += across[i] * static_cast<double>(field.at(inside(left + static_cast<double>(i) - 1), row));
        sum += down[j] * line;
    }
    return sum;
}

data::Image highest(const Field& field, std::size_t count) {
    std::vector<std::uint32_t> order(field.values.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
        const float va = field.values[a];
        const float vb = field.values[b];
        return va != vb ? va > vb : a < b;
    };
    const auto cut = order.begin() + static_cast<std::ptrdiff_t>(count);
    std::nth_element(order.begin(), cut, order.end(), before);
    data::Image mask(field.size, field.size);
    std::for_each(order.begin(), cut, [&](std::uint32_t pixel) { mask.pixels[pixel] = 255; });
    return mask;
}

} // namespace scanline::masks
