#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

// The one-dimensional arrays in the file of a cube, for its writer and its reader:
//
//   scanline_cube                            the format
//   dimension_name, dimension_column         a text for each dimension
//   derivation, path                         a number for each dimension
//   values0, edges0, codes0, values1 ...     for each dimension: the texts of its values, the edges of its
//                                            bins, and the codes of all rows
//   measure_column, measure_properties       for each measure: a text, and five numbers
//   fold, stored0, stored1 ...               for each stored measure: a number, and the values of all rows
//   row_order, level0_key, level0_first_child, level0_count, level0_values0, level1_key ...   the tree
//
// NAME holds the bytes of all texts, and NAME_offset where each begins, then the end of the last.

namespace scanline::cube {

inline constexpr const char* format_name = "scanline_cube";
inline constexpr std::uint32_t newest_format = 1;
inline constexpr std::size_t measure_properties = 5; ///< aggregate, stored, digits, is_key, is_rounded

inline std::string offset_name(const std::string& texts) {
    return texts + "_offset";
}
inline std::string level_name(std::size_t level, const char* array) {
    return "level" + std::to_string(level) + '_' + array;
}
inline std::string numbered(const std::string& array, std::size_t number) {
    return array + std::to_string(number);
}

} // namespace scanline::cube
