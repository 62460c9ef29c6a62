#pragma once
#include "scanline/core/random.h"
#include "scanline/skyline/keys.h"

#include <array>

namespace scanline::skyline::test {

/// How keys are spread.
enum class Spread { few_values, wide, one_column_constant, all_equal, worst_rows, anticorrelated };
inline constexpr std::array all_spreads{Spread::few_values, Spread::wide,       Spread::one_column_constant,
                                        Spread::all_equal,  Spread::worst_rows, Spread::anticorrelated};

inline std::uint32_t make_key(Spread spread, std::size_t row, int column, int dimensions, Random& random) {
    constexpr std::uint32_t greatest = 0xffffffffu;
    const auto below = [&](std::uint64_t bound) { return static_cast<std::uint32_t>(random.below(bound)); };
    switch (spread) {
    case Spread::few_values: return below(5);
    case Spread::wide: return static_cast<std::uint32_t>(random.next());
    case Spread::one_column_constant: return column == dimensions / 2 ? greatest : below(9);
    case Spread::all_equal: return 7;
    case Spread::worst_rows: return row % 3 == 0 ? greatest : below(3);
    case Spread::anticorrelated:
        return below(20) + (column == static_cast<int>(row % static_cast<std::size_t>(dimensions)) ? 0 : 8);
    }
    return 0;
}

inline Keys make_keys(Spread spread, std::int64_t rows, int dimensions, std::uint64_t seed) {
    Random random(seed);
    Keys keys{{}, dimensions};
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row)
        for (int column = 0; column < dimensions; ++column)
            keys.values.push_back(make_key(spread, row, column, dimensions, random));
    return keys;
}

} // namespace scanline::skyline::test
