#pragma once
#include "scanline/core/random.h"
#include "scanline/cube/rows.h"

#include <algorithm>

namespace scanline::cube::test {

/// Up to `most` rows of the shape. Codes are uniform, or the least of two, by the seed; measures are small,
/// and now and then so large that sums need 64 bits.
inline Rows random_rows(const Shape& shape, int most, Random& random) {
    const auto size = static_cast<std::size_t>(random.between(0, most));
    const bool skewed = random.below(2) == 0;
    Rows rows{shape, {}, {}};
    for (const std::uint32_t cardinality : shape.cardinalities) {
        std::vector<std::uint32_t> column(size);
        std::ranges::generate(column, [&] {
            const std::uint64_t code = random.below(cardinality);
            return static_cast<std::uint32_t>(skewed ? std::min(code, random.below(cardinality)) : code);
        });
        rows.codes.push_back(std::move(column));
    }
    for (std::size_t m = 0; m < shape.folds.size(); ++m) {
        std::vector<std::int64_t> column(size);
        const std::int64_t unit = random.below(2) == 0 ? 1 : std::int64_t{1} << 40;
        std::ranges::generate(column, [&] { return random.between(-50, 50) * unit; });
        rows.measures.push_back(std::move(column));
    }
    return rows;
}

inline Shape random_shape(int most_dimensions, int most_codes, Random& random) {
    Shape shape;
    for (int d = random.between(1, most_dimensions); d > 0; --d)
        shape.cardinalities.push_back(static_cast<std::uint32_t>(random.between(1, most_codes)));
    for (int m = random.between(0, 3); m > 0; --m)
        shape.folds.push_back(static_cast<Fold>(random.below(3)));
    return shape;
}

inline std::vector<int> random_path(std::size_t dimensions, Random& random) {
    std::vector<int> path;
    for (std::size_t d = 0; d < dimensions; ++d)
        path.insert(path.begin() + static_cast<std::ptrdiff_t>(random.below(d + 1)), static_cast<int>(d));
    return path;
}

} // namespace scanline::cube::test
