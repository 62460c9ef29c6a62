#pragma once
#include "scanline/data/image.h"

#include <cstdint>
#include <string_view>

namespace scanline::data {

/// Test masks: one channel, 255 = valid, 0 = invalid, read row by row as one stream. Each depends only on its
/// arguments and is bit-identical on every machine (integer and exact floating-point arithmetic only).

/// Each element is valid independently with probability density in [0, 1]; exact at 0 and 1.
Image bernoulli_mask(int width, int height, double density, std::uint64_t seed);

/// Alternating runs of valid and invalid elements with geometric lengths. Valid runs have the given mean
/// length (>= 1); the mean of invalid runs makes the fraction of valid elements tend to density, in (0, 1).
/// Both hold only if that mean is at least 1 too: density <= mean_length / (mean_length + 1).
Image runs_mask(int width, int height, double mean_length, double density, std::uint64_t seed);

/// Squares of cell x cell pixels; the top left one is valid.
Image checkerboard_mask(int width, int height, int cell);

/// A grey ramp 0..255 from left to right (horizontal) or top to bottom, to compact with a threshold.
Image gradient_image(int width, int height, bool horizontal);

/// A constant image: 255 makes all elements valid, 0 none.
Image constant_image(int width, int height, std::uint8_t value);

} // namespace scanline::data
