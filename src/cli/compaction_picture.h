#pragma once
#include "scanline/data/image.h"

#include <span>

namespace scanline::cli {

/// The compacted stream in rows as wide as the image, every element in the colour of the place it came from:
/// viridis from the top of the image to its bottom. At least one row; what is behind the last element is
/// black.
data::Image stream_picture(std::span<const float> indices, int image_width, int image_height);

/// An image and its compaction side by side: left the survivors in their places, right the stream they
/// became, in the same colours. 2 * size pixels and a gap wide, size high.
data::Image comparison_picture(std::span<const float> indices, int image_width, int image_height, int size);

} // namespace scanline::cli
