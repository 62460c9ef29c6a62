#pragma once
#include "random_rows.h"
#include "scanline/cube/query.h"

namespace scanline::cube::test {

inline std::vector<std::uint32_t> random_codes(std::uint32_t cardinality, Random& random) {
    std::vector<std::uint32_t> codes;
    switch (random.below(3)) {
    case 0: codes.push_back(static_cast<std::uint32_t>(random.below(cardinality))); break;
    case 1:
        for (auto code = static_cast<std::uint32_t>(random.below(cardinality)), last = cardinality - code / 2;
             code < last; ++code)
            codes.push_back(code);
        break;
    default:
        for (std::uint64_t left = random.below(4); left > 0; --left)
            codes.push_back(static_cast<std::uint32_t>(random.below(cardinality)));
    }
    return codes;
}

inline Query random_query(const Shape& shape, Random& random) {
    Query query;
    const int dimensions = static_cast<int>(shape.cardinalities.size());
    for (const int d : random_path(shape.cardinalities.size(), random)) {
        if (random.below(3) == 0)
            query.where.push_back(
                {d, random_codes(shape.cardinalities[static_cast<std::size_t>(d)], random)});
        if (random.between(0, dimensions + 2) < 2)
            query.group_by.push_back(d);
    }
    query.having = random.between(-1, 4);
    if (random.below(3) == 0) {
        query.top = Top{.groups = random.between(0, 5), .smallest = random.below(2) == 0};
        if (!shape.folds.empty() && random.below(2) == 0)
            query.top->measure = static_cast<int>(random.below(shape.folds.size()));
    }
    return query;
}

} // namespace scanline::cube::test
