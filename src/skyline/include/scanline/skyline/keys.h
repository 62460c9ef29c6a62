#pragma once
#include "scanline/cpu/shared_work.h"
#include "scanline/points/points.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace scanline::skyline {

/// Which values of a column are better.
enum class Direction { min, max };

/// Masks of 32 bits have a bit for each column, and one to spare.
inline constexpr int max_dimensions = 31;

/// The input of all skyline algorithms: a table of keys, row by row, where a smaller key is better. Keys
/// compare exactly as the values that they encode, equal ones included. So dominance between rows of keys is
/// dominance between rows of values, whatever their type.
struct Keys {
    std::vector<std::uint32_t> values;
    int dimensions = 1;

    std::int64_t size() const { return static_cast<std::int64_t>(values.size()) / dimensions; }
    const std::uint32_t* operator[](std::int64_t row) const {
        return values.data() + static_cast<std::size_t>(row) * static_cast<std::size_t>(dimensions);
    }
};

/// True if row p is nowhere worse than q and somewhere better. Equal rows do not dominate each other.
///
///     (1, 2) dominates (1, 3), not (1, 2), not (2, 1)
inline bool dominates(const std::uint32_t* p, const std::uint32_t* q, int dimensions) {
    bool better = false;
    for (int i = 0; i < dimensions; ++i) {
        if (p[i] > q[i])
            return false;
        better |= p[i] < q[i];
    }
    return better;
}

/// A column of a table, and which of its values are better.
struct KeyColumn {
    std::size_t column = 0;
    Direction direction = Direction::min;
};

/// The keys of some columns of a table of `columns` columns in all, whose values lie row by row; none if one
/// of these is NaN. Multithreaded. Errors: failure if out of memory; Cancelled.
///
///     const std::vector<float> table{1, 5, 2, 8};
///     const std::array last{KeyColumn{.column = 1}};
///     keys_of_columns<float>(table, 2, last)   // 2 rows of one key, for 5 and 8
template <points::DeviceCoordinate C>
std::optional<Keys> keys_of_columns(std::span<const C> values, std::size_t columns,
                                    std::span<const KeyColumn> chosen, const cpu::Options& options = {});

/// The keys of a table. directions: of each column; empty: all min. Zero and negative zero are equal;
/// infinities are the least and the greatest of values. Values of 64 bits are compared exactly: their keys
/// are their ranks among the distinct values of their column, which takes a sort of each. Zero rows are
/// allowed. Multithreaded.
///
/// Memory: 4 bytes a value; for double, 32 bytes a row more while columns are sorted, one by one.
/// Errors: usage for more than max_dimensions columns, a number of values that is no multiple of them, or of
/// directions that is another; failure for a NaN, with its row and column, or if out of memory; Cancelled.
///
///     keys_of<float>({{1, 5, 2, 5}, 2}, {{Direction::min, Direction::max}})
///     // 2 rows: the first dominates, by the smaller 1 and the equal 5
template <points::Coordinate C>
Keys keys_of(const points::Points<C>& table, std::span<const Direction> directions = {},
             const cpu::Options& options = {});

/// keys_of() in the narrowest type that holds all values exactly: float or int32, since keys of double have
/// to be sorted.
Keys keys_of_numbers(std::span<const double> values, std::span<const Direction> directions,
                     const cpu::Options& options = {});

} // namespace scanline::skyline
