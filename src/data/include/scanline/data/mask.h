#pragma once
#include "scanline/data/npy.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scanline::data {

/// Numbers in rows, of which a threshold says which are valid: the grey values of a picture in the units of
/// its file, or the elements of an array.
struct Mask {
    int width = 0;
    int height = 0;
    NpyArray numbers;           ///< row by row; of a picture uint8, or uint16 if white is above 255
    std::optional<int> white{}; ///< of a picture, see GreyImage
    std::string note{};         ///< of a picture, see GreyImage

    /// Half of white, rounded up, for a picture: 128 of 255. 1 for an array.
    double default_threshold() const;
};

/// Reads a picture, see read_grey(), or an NPY array of two dimensions, or of one as a single row.
///
/// Errors, one line with the path: those of the readers; more than max_elements, before they are read; an
/// empty array, one with another number of dimensions, or of dates or text.
Mask read_mask(const std::filesystem::path& path, std::size_t max_elements = std::size_t{1} << 28);

/// 1 for each valid number, else 0. Valid are numbers of at least the threshold, or with negate the others;
/// NaN is below any. Integers are compared exactly; for float32 and float16 the threshold is rounded to
/// float32 first.
///
///     valid_numbers of int64 -3 7 0 by 0.5: 0 1 0
std::vector<std::uint8_t> valid_numbers(const NpyArray& numbers, double threshold, bool negate);

/// The numbers at these positions, in one dimension. Positions below the number of elements.
NpyArray numbers_at(const NpyArray& numbers, std::span<const std::uint32_t> positions);

} // namespace scanline::data
