#pragma once
#include "scanline/tables/number_form.h"

#include <cstddef>
#include <cstdint>
#include <string>

// The one-dimensional arrays in the file of a cube, for its writer and its reader:
//
//   scanline_cube                            the format
//   reading_missing, reading_text, reading_dates, reading_numbers   tables::Reading
//   dimension_name, dimension_column, dimension_dates, dimension_source, dimension_example
//                                            a text for each dimension; the formats of dates may be empty
//   dimension_properties                     four numbers for each dimension
//   path                                     a number for each dimension
//   values0, edges0, codes0, values1 ...     for each dimension: the texts of its values, the edges of its
//                                            bins as texts, and the codes of all rows
//   measure_column, measure_properties       for each measure: a text, and six numbers
//   fold, stored0, stored1 ...               for each stored array: a number, and the values of all rows
//   row_order, level0_key, level0_first_child, level0_count, level0_values0, level1_key ...   the tree
//
// Texts are written by data::put_texts().

namespace scanline::cube {

inline constexpr const char* format_name = "scanline_cube";
inline constexpr std::uint32_t newest_format = 2;      ///< format 1 had no types of columns
inline constexpr std::size_t dimension_properties = 4; ///< derivation, part, kind, form of numbers
/// aggregate, stored, words, present, digits, encoding
inline constexpr std::size_t measure_properties = 6;

/// A number form as a byte, and back.
inline std::uint8_t byte_of(const tables::NumberForm& form) {
    return static_cast<std::uint8_t>((form.decimal_comma ? 1 : 0) | (form.thousands ? 2 : 0) |
                                     (form.loose ? 4 : 0));
}
inline tables::NumberForm form_of(std::uint8_t byte) {
    return {(byte & 1) != 0, (byte & 2) != 0, (byte & 4) != 0};
}

inline std::string level_name(std::size_t level, const char* array) {
    return "level" + std::to_string(level) + '_' + array;
}
inline std::string numbered(const std::string& array, std::size_t number) {
    return array + std::to_string(number);
}

} // namespace scanline::cube
