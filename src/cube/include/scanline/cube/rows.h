#pragma once
#include <cstdint>
#include <vector>

namespace scanline::cube {

inline constexpr int max_dimensions = 32;
/// Rows and nodes count in 32 bits.
inline constexpr std::int64_t max_rows = (std::int64_t{1} << 31) - 1;

/// How the values of a measure are combined. All are exact, and independent of the order of rows; sums wrap
/// around where they pass 64 bits.
enum class Fold { sum, min, max };

/// What rows consist of.
struct Shape {
    std::vector<std::uint32_t> cardinalities; ///< of each dimension: codes are below it
    std::vector<Fold> folds;                  ///< of each measure

    bool operator==(const Shape&) const = default;
};

/// Rows of dimensions, as codes in their dictionaries, and measures; column by column.
struct Rows {
    Shape shape;
    std::vector<std::vector<std::uint32_t>> codes;   ///< [dimension][row]
    std::vector<std::vector<std::int64_t>> measures; ///< [measure][row]

    std::int64_t size() const { return codes.empty() ? 0 : static_cast<std::int64_t>(codes.front().size()); }
};

} // namespace scanline::cube
