#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

// The arrays in the file of a cube, for its writer and its reader, all of one dimension:
//
//   scanline_cube                       the format
//   dimension_name, dimension_column    a text of each dimension
//   derivation, path                    a number of each
//   values0, edges0, codes0, values1 .. of each dimension: texts of its values, edges of its bins, codes of
//   rows measure_column, measure_properties  of each measure asked for: a text, and five numbers fold,
//   stored0, stored1 ...          of each stored measure: a number, and the values of rows
//
// Texts are the bytes of all in NAME, and in NAME_offset where each begins, and the end of the last.

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
