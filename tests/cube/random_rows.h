#pragma once
#include "scanline/core/random.h"
#include "scanline/cube/rows.h"

#include <algorithm>

namespace scanline::cube::test {

inline const std::vector<Fold> all_folds{Fold::sum, Fold::min, Fold::max};

/// Rows whose codes are uniform, or skewed towards small ones. The measures of a column are small, or so
/// large that sums need 64 bits.
inline Rows random_rows(const Shape& shape, std::int64_t size, bool skewed, std::uint64_t seed) {
    Random random(seed);
    Rows rows{shape, {}, {}};
    for (const std::uint32_t cardinality : shape.cardinalities) {
        std::vector<std::uint32_t> column(static_cast<std::size_t>(size));
        std::ranges::generate(column, [&] {
            return static_cast<std::uint32_t>(
                random.below(skewed ? random.below(cardinality) + 1 : cardinality));
        });
        rows.codes.push_back(std::move(column));
    }
    for (std::size_t m = 0; m < shape.folds.size(); ++m) {
        std::vector<std::int64_t> column(static_cast<std::size_t>(size));
        const std::int64_t unit = random.below(2) == 0 ? 1 : std::int64_t{1} << 40;
        std::ranges::generate(column, [&] { return random.between(-50, 50) * unit; });
        rows.measures.push_back(std::move(column));
    }
    return rows;
}

/// Up to `most` rows.
inline Rows random_rows(const Shape& shape, int most, Random& random) {
    const int size = random.between(0, most);
    const bool skewed = random.below(2) == 0;
    return random_rows(shape, size, skewed, random.next());
}

inline Shape random_shape(int max_dimensions, int max_codes, Random& random) {
    Shape shape;
    for (int d = random.between(1, max_dimensions); d > 0; --d)
        shape.cardinalities.push_back(static_cast<std::uint32_t>(random.between(1, max_codes)));
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

/// Several for a few seeds: starting threads takes longer than work on a small table.
inline int threads_of(std::uint64_t seed) {
    return seed % 10 == 0 ? 3 : seed % 10 == 1 ? 2 : 1;
}

} // namespace scanline::cube::test
