#pragma once
#include "scanline/skyline/skyline.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace scanline::skyline::test {

using Row = std::vector<double>; ///< the values of the columns that take part, smaller ones better

inline bool is_better(const Row& p, const Row& q) {
    for (std::size_t i = 0; i < p.size(); ++i)
        if (p[i] > q[i])
            return false;
    return p != q;
}

/// The layer of each row, from 1; 0 for those behind the last one and for duplicates left out. By definition,
/// in four loops.
inline std::vector<std::uint32_t> layers_by_definition(const std::vector<Row>& rows, std::uint32_t most,
                                                       Duplicates keep) {
    std::vector<std::uint32_t> layers(rows.size());
    std::vector<bool> left_out(rows.size());
    for (std::size_t i = 0; keep == Duplicates::first && i < rows.size(); ++i)
        left_out[i] = std::find(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(i), rows[i]) !=
                      rows.begin() + static_cast<std::ptrdiff_t>(i);
    for (std::uint32_t layer = 1; layer <= most; ++layer) {
        std::vector<std::uint32_t> found;
        for (std::uint32_t q = 0; q < rows.size(); ++q) {
            bool is_kept = layers[q] == 0 && !left_out[q];
            for (std::uint32_t p = 0; is_kept && p < rows.size(); ++p)
                is_kept = layers[p] != 0 || left_out[p] || !is_better(rows[p], rows[q]);
            if (is_kept)
                found.push_back(q);
        }
        for (const std::uint32_t row : found)
            layers[row] = layer;
    }
    return layers;
}

} // namespace scanline::skyline::test
