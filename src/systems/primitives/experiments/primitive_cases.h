#pragma once
#include "scanline/systems/primitive.h"

namespace scanline::bench {

// What goes into the primitives, the same for a size on every machine, and what must come out of it, by the
// standard library alone. See ScanlinePeerCase for what belongs to which.

/// Of the histogram.
inline constexpr std::uint32_t histogram_bins = 256;
/// Elements of a segment, on the average.
inline constexpr std::int64_t mean_segment = 1024;

/// Any words.
PrimitiveInput random_elements(std::int64_t size);
/// Any words; each is flagged with a probability of one half.
PrimitiveInput flagged_elements(std::int64_t size);
/// Any words, and any words as their values.
PrimitiveInput elements_with_values(std::int64_t size);
/// Any words in size / 1024 segments, at least one, whose boundaries are at size * u^4 of uniform u: most of
/// the segments are short, some empty, and those at the end are several times as long as the mean.
PrimitiveInput segmented_elements(std::int64_t size);
/// Words below histogram_bins, all alike frequent.
PrimitiveInput small_elements(std::int64_t size);

PrimitiveOutput the_same(const PrimitiveInput& input);
PrimitiveOutput prefix_sums(const PrimitiveInput& input);
PrimitiveOutput those_flagged(const PrimitiveInput& input);
PrimitiveOutput sum_of_all(const PrimitiveInput& input);
PrimitiveOutput in_order(const PrimitiveInput& input);
PrimitiveOutput in_order_with_values(const PrimitiveInput& input);
PrimitiveOutput in_order_within_segments(const PrimitiveInput& input);
PrimitiveOutput counts_of_each(const PrimitiveInput& input);

} // namespace scanline::bench
