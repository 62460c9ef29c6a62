#pragma once
#include "scanline/core/error.h"
#include "scanline/core/number.h"
#include "scanline/core/text.h"
#include "scenes/compaction/run_trace.h"

#include <algorithm>
#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <string>
#include <string_view>

/// Masks that the user paints, as text: the size, and the pixels row by row, four to a hexadecimal digit,
/// without zeros at the end.
///
///     "64x64:"  // empty
///     "4x3:8f"  // the first pixel, and all of the second row
namespace scanline::view::compaction::image {

inline constexpr int max_own_side = 256;
inline constexpr std::string_view mask_digits = "0123456789abcdef";

inline bool is_mask_text(std::string_view text) {
    const std::size_t colon = text.find(':');
    return colon != text.npos && text.find('x') < colon && text.find_first_not_of("0123456789x") == colon &&
           text.find_first_not_of(mask_digits, colon + 1) == text.npos;
}

/// Of a text that is_mask_text(). Errors: usage for sides beyond max_own_side, and more digits than pixels.
inline ValueImage parse_mask(std::string_view text) {
    const std::size_t x = text.find('x'), colon = text.find(':'), digits = text.size() - colon - 1;
    ValueImage mask;
    mask.name = "your own";
    mask.width = parse_number<int>("image", text.substr(0, x), {1, max_own_side});
    mask.height = parse_number<int>("image", text.substr(x + 1, colon - x - 1), {1, max_own_side});
    mask.values.resize(static_cast<std::size_t>(mask.width * mask.height));
    if (const std::size_t most = (mask.values.size() + 3) / 4; digits > most)
        throw usage_error(fmt::format("image={}: {} hexadecimal digits, and the size has at most {}",
                                      printable(text), digits, most));
    for (std::size_t i = 0; i < std::min(mask.values.size(), 4 * digits); ++i)
        mask.values[i] = (mask_digits.find(text[colon + 1 + i / 4]) << i % 4 & 8) != 0 ? 255.0f : 0.0f;
    return mask;
}

/// What is valid of an image, which has no longer sides.
inline std::string mask_text(const ValueImage& image, const raster::Discriminator& valid = {}) {
    std::string text((image.values.size() + 3) / 4, '0');
    for (std::size_t i = 0; i < image.values.size(); ++i)
        if (valid(image.values[i]))
            text[i / 4] = mask_digits[mask_digits.find(text[i / 4]) | 8u >> i % 4];
    text.erase(text.find_last_not_of('0') + 1);
    return fmt::format("{}x{}:{}", image.width, image.height, text);
}

/// Gives the pixels within `radius` of a stroke, and those it crosses, this value.
inline void paint_stroke(ValueImage& mask, glm::dvec2 from, glm::dvec2 to, double radius, float value) {
    const glm::dvec2 way = to - from;
    for (int i = 0; i < mask.width * mask.height; ++i) {
        const glm::dvec2 pixel(i % mask.width + 0.5, i / mask.width + 0.5);
        const double along = glm::dot(pixel - from, way) / std::max(1e-9, glm::dot(way, way));
        if (glm::distance(pixel, from + std::clamp(along, 0.0, 1.0) * way) <=
            std::max(radius, 0.71)) // half a diagonal
            mask.values[static_cast<std::size_t>(i)] = value;
    }
}

} // namespace scanline::view::compaction::image
