#pragma once
#include <cstdint>
#include <vector>

namespace scanline::cube {

inline constexpr int max_dimensions = 32;
/// Row and node numbers fit 32 bits.
inline constexpr std::int64_t max_rows = (std::int64_t{1} << 31) - 1;

/// How the values of a measure are aggregated: exactly, and independently of the order of rows. Sums wrap
/// around at 64 bits.
enum class Fold { sum, min, max };

/// The schema of rows.
struct Shape {
    std::vector<std::uint32_t> cardinalities; ///< [dimension]; codes are below it
    std::vector<Fold> folds;                  ///< [measure]

    bool operator==(const Shape&) const = default;
};

/// Rows, column by column: dimensions as dictionary codes, and measures.
struct Rows {
    Shape shape;
    std::vector<std::vector<std::uint32_t>> codes;   ///< [dimension][row]
    std::vector<std::vector<std::int64_t>> measures; ///< [measure][row]

    std::int64_t size() const { return codes.empty() ? 0 : static_cast<std::int64_t>(codes.front().size()); }
};

} // namespace scanline::cube
