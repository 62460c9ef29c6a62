#pragma once
#include "scanline/data/image.h"

#include <filesystem>

namespace scanline::view::test {

/// A PNG in colour: three channels, without its opacity. Fails the test case where it cannot be read.
data::Image read_colours(const std::filesystem::path& path);

/// The part at the top left of a picture with three channels or more, without its opacity.
data::Image part_of(const data::Image& picture, int width, int height);

inline constexpr int tile_side = 32;

struct PictureDifference {
    double fraction = 0;      ///< of the pixels that differ; 1 where the sizes do
    double tile_fraction = 0; ///< the same of the square tile of that side in which the most differ
    data::Image picture;      ///< of the first: what differs in red, the rest dim
};

/// A pixel differs where one of its channels does by more than `tolerance`.
PictureDifference compare_pictures(const data::Image& picture, const data::Image& wanted, int tolerance);

} // namespace scanline::view::test
