#pragma once
#include "scanline/core/random.h"
#include "scanline/data/image.h"

#include <cstddef>
#include <vector>

namespace scanline::masks {

/// Side of every mask in pixels.
constexpr int mask_size = 2048;

/// A square of numbers, row by row from the top left.
struct Field {
    explicit Field(int side, float value = 0)
        : size(side), values(static_cast<std::size_t>(side) * static_cast<std::size_t>(side), value) {}

    float& at(int x, int y) { return values[index(x, y)]; }
    float at(int x, int y) const { return values[index(x, y)]; }

    int size;
    std::vector<float> values;

private:
    std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(size) + static_cast<std::size_t>(x);
    }
};

/// Uniform noise in [-1, 1).
Field noise(int size, Random& random);

/// The field between its samples: bicubic Catmull-Rom interpolation, which preserves slopes and so gives
/// round level sets. x and y in samples; clamped to the edge samples outside.
double sample(const Field& field, double x, double y);

/// Makes exactly the `count` pixels with the highest values white, and all others black; of equal pixels the
/// first ones win.
data::Image highest(const Field& field, std::size_t count);

} // namespace scanline::masks
