#pragma once
#include "scanline/data/image.h"
#include "scanline/raster/options.h"

#include <array>
#include <filesystem>
#include <span>
#include <string_view>

namespace scanline::cli {

/// What of each survivor is written.
enum class Emit { indices, values, xy };
inline constexpr std::array all_emits{Emit::indices, Emit::values, Emit::xy};
std::string_view to_string(Emit emit);

/// What the compaction must carry for that.
raster::Payload payload_of(Emit emit);

/// Writes the compacted stream of an image of that size, whole or not at all, as the ending of the name says:
///   .npy  indices: int32 (v); values: uint8 (v); xy: int32 (v, 2), columns x and y
///   .csv  one column `index` or `value`, or two `x,y`
///   .png  the stream in rows as wide as the image: values in grey, otherwise coloured by where an element
///   came from
void write_compacted(const std::filesystem::path& path, Emit emit, std::span<const float> elements,
                     int image_width, int image_height);

/// An image and its compaction side by side: left the survivors in their places, right the stream they
/// became, in the same colours. 2 * size pixels and a gap wide, size high.
data::Image comparison_picture(std::span<const float> indices, int image_width, int image_height, int size);

} // namespace scanline::cli
