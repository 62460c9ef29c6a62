#pragma once
#include "scanline/cube/rows.h"
#include "scanline/ranks/communicator.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace scanline::cube {

/// The size of generated rows; the paper writes D15C160T400K.
struct Generated {
    int dimensions = 1;            ///< D
    std::uint32_t cardinality = 1; ///< C, of each dimension
    std::int64_t rows = 0;         ///< T

    bool operator==(const Generated&) const = default;
};

/// Parses such a name; the rows may end in K for thousands or M for millions. Errors: usage, with an example,
/// for any other text and for numbers out of range.
///
///     parse_generated("D15C160T400K") == Generated{15, 160, 400'000}
Generated parse_generated(std::string_view name);

/// Generates random rows with one measure, a sum of values from 1 to 999; a seed gives the same rows on every
/// machine. Code k, from 0, has a probability proportional to 1 / (k + 1)^zipf; zipf 0 is uniform. part: only
/// these rows.
///
/// Errors: usage for dimensions outside 1 to max_dimensions, cardinality 0, cardinalities above
/// max_skewed_cardinality unless uniform, rows outside 0 to max_rows, and zipf outside 0 to 8; failure if out
/// of memory.
///
///     const Rows rows = generate(parse_generated("D15C160T400K"), 1.2, 7);
Rows generate(const Generated& what, double zipf, std::uint64_t seed,
              const std::optional<ranks::Slice>& part = {});
inline constexpr std::uint32_t max_skewed_cardinality = 1 << 24;

} // namespace scanline::cube
