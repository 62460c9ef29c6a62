#pragma once
#include "scanline/raster/auto_model.h"
#include "scanline/raster/options.h"

#include <cstdint>
#include <optional>
#include <span>

namespace scanline::bench {

/// The features of a stream, exactly: its valid elements by its elements, its changes by its pairs of
/// neighbours; 0 where there are none.
///
///     stream_features(255 255 0 255, {}) == {.density = 0.75, .changes = 2.0 / 3}
raster::StreamFeatures stream_features(std::span<const float> values,
                                       const raster::Discriminator& discriminator);

/// What one stream took.
struct CostSample {
    std::int64_t elements = 0;
    raster::StreamFeatures features;
    double milliseconds = 0;
};

/// Costs, and how far they are from what they were fitted to: |predicted - measured| / measured.
struct CostFit {
    raster::CompactionCost cost;
    double median_error = 0, worst_error = 0;
};

/// The costs of a choice that come closest to the samples: coefficients of at least 0, for which the sum of
/// the squares of the relative errors is the least there is. Relative, so that a small stream counts as much
/// as a large one. What the samples do not tell apart (streams of one size, say) goes to the earlier
/// coefficient.
///
/// Samples of no time, which a timer too coarse gives, are left out; none where no others are left.
std::optional<CostFit> fit_cost(const raster::CompactionChoice& choice, std::span<const CostSample> samples);

} // namespace scanline::bench
