#pragma once
#include "scanline/core/named.h"
#include "scanline/points/points.h"
#include "scanline/ranks/communicator.h"

#include <cstdint>
#include <optional>

namespace scanline::skyline {

/// How the columns of generated rows depend on one another.
enum class Kind {
    independent,
    correlated,     ///< a row good in one column tends to be good in the others: a small skyline
    anticorrelated, ///< it tends to be bad in them: a large skyline
};
constexpr auto table_of(Kind) {
    using enum Kind;
    return named<Kind>(
        {{independent, "independent"}, {correlated, "correlated"}, {anticorrelated, "anticorrelated"}});
}
using scanline::to_string;

/// The tables that skyline algorithms are usually measured with: values in [0, 1], the same for a seed on
/// every machine. Source: Börzsönyi, Kossmann, Stocker, "The Skyline Operator", 2001, section 5.1, as in
/// their generator:
///
/// - independent: every value is uniform;
/// - correlated: a row starts as one value in every column, the mean of as many uniform numbers as columns;
///   then each column takes a small amount from the next, the last from the first;
/// - anticorrelated: a row starts as one value close to 1/2, and the amounts are large.
///
/// So a row keeps its sum. A row with a value outside [0, 1] is drawn again: of 31 anticorrelated columns
/// about a thousand times. part: only these rows; but for independent ones, those before are drawn too.
///
/// Errors: usage for dimensions outside 1 to max_dimensions, and for a size outside 0 to points::max_points;
/// failure if out of memory.
points::PointCloud<float> generate(Kind kind, std::int64_t size, int dimensions, std::uint64_t seed,
                                   const std::optional<ranks::Slice>& part = {});

} // namespace scanline::skyline
