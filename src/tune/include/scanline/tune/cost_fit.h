#pragma once
#include "scanline/raster/auto_model.h"
#include "scanline/raster/options.h"

#include <cstdint>
#include <optional>
#include <span>

namespace scanline::tune {

/// The exact features of a stream: valid elements over elements, changes over pairs of neighbours; 0 if there
/// are none.
///
///     stream_features(255 255 0 255, {}) == {.density = 0.75, .changes = 2.0 / 3}
raster::StreamFeatures stream_features(std::span<const float> values,
                                       const raster::Discriminator& discriminator);

/// The measured cost of one stream.
struct CostSample {
    std::int64_t elements = 0;
    raster::StreamFeatures features;
    double milliseconds = 0;
};

/// Costs with their relative errors over the samples: |predicted - measured| / measured.
struct CostFit {
    raster::CompactionCost cost;
    double median_error = 0, worst_error = 0;
};

/// Fits the costs of a choice to samples: nonnegative least squares of the relative errors. Relative, so that
/// a small stream counts as much as a large one. What the samples cannot distinguish (with streams of one
/// size, say) goes to the earlier coefficient.
///
/// Samples of zero time, from a coarse timer, are ignored. None if no others remain.
std::optional<CostFit> fit_cost(const raster::CompactionChoice& choice, std::span<const CostSample> samples);

} // namespace scanline::tune
