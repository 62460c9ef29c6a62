#pragma once
#include "scanline/cube/cube.h"
#include "scanline/data/npz.h"

#include <cstdint>
#include <string>

// The arrays in the file of a cube, for its writer and its reader. D dimensions, M measures asked for, S
// stored ones, T rows:
//
//   scanline_cube                       the format, a uint32
//   dimension_name, dimension_column    D texts each
//   derivation, value_count, edge_count [D] of each dimension: what it is of, and how many there are of
//   value, edge                         the texts of all values and the edges of all bins, in that order
//   measure_column, measure_properties  M texts; [M][5]: aggregate, stored, digits, is_key, is_rounded
//   fold, codes, stored                 [S]; [D][T]; [S][T]
//   path, row_order                     [D]; [T]
//   level0_key, level0_first_child, level0_count, level0_values, level1_key ...
//
// Texts are the bytes of all in NAME, and in NAME_offset where each begins, and the end of the last.

namespace scanline::cube {

inline constexpr const char* format_name = "scanline_cube";
inline constexpr std::uint32_t newest_format = 1;
inline constexpr std::size_t measure_properties = 5;

inline std::string offset_name(const std::string& texts) {
    return texts + "_offset";
}
inline std::string level_name(std::size_t level, const char* array) {
    return "level" + std::to_string(level) + '_' + array;
}

} // namespace scanline::cube
