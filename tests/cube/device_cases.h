#pragma once
#include "scanline/core/random.h"
#include "scanline/cube/rows.h"

#include <cmath>

namespace scanline::cube::test {

inline const std::vector<Fold> all_folds{Fold::sum, Fold::min, Fold::max};

/// Rows whose codes are uniform, or skewed: a code is twice as likely as one twice as large.
inline Rows random_rows(const Shape& shape, std::int64_t size, bool skewed, std::uint64_t seed) {
    Random random(seed);
    Rows rows{shape, {}, {}};
    for (const std::uint32_t cardinality : shape.cardinalities) {
        std::vector<std::uint32_t> column(static_cast<std::size_t>(size));
        for (std::uint32_t& code : column)
            code = skewed ? static_cast<std::uint32_t>(std::pow(cardinality, random.unit())) % cardinality
                          : static_cast<std::uint32_t>(random.below(cardinality));
        rows.codes.push_back(std::move(column));
    }
    for (std::size_t m = 0; m < shape.folds.size(); ++m) {
        std::vector<std::int64_t> column(static_cast<std::size_t>(size));
        for (std::int64_t& value : column)
            value = static_cast<std::int64_t>(random.next()) >> 20; // sums pass 2^32 on either side of 0
        rows.measures.push_back(std::move(column));
    }
    return rows;
}

} // namespace scanline::cube::test
