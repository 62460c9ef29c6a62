#pragma once
#include "scanline/data/image.h"

#include <cstdint>
#include <string_view>

namespace scanline::data {

/// Test masks: one channel, 255 = valid, 0 = invalid, read row by row as one stream. All are functions of
/// their arguments alone, the same bits on every machine (integer and exact floating-point arithmetic only).

/// Each element valid with probability density in [0, 1], independently; density 0 and 1 are exact.
Image bernoulli_mask(int width, int height, double density, std::uint64_t seed);

/// Runs of valid and invalid elements in turn with geometric lengths: valid runs of the given mean length (>=
/// 1), the invalid ones so long that the fraction of valid elements tends to density, in (0, 1). Both hold
/// only where the invalid runs have a mean of at least 1 too: density <= mean_length / (mean_length + 1).
Image runs_mask(int width, int height, double mean_length, double density, std::uint64_t seed);

/// Squares of cell x cell pixels, the top left one valid.
Image checkerboard_mask(int width, int height, int cell);

/// A grey ramp 0..255 from left to right (horizontal) or top to bottom: compacted at a threshold.
Image gradient_image(int width, int height, bool horizontal);

/// All elements of one value: 255 for all valid, 0 for none.
Image constant_image(int width, int height, std::uint8_t value);

} // namespace scanline::data
