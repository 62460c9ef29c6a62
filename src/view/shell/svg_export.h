#pragma once
#include "kit/look.h"
#include "scanline/data/image.h"

#include <functional>
#include <string>

namespace scanline::view {

/// Makes this frame one for draw_data_to_svg(), without smoothed edges. Call it before anything is drawn.
void draw_for_svg();

/// Such a frame as an SVG 1.1 document of the display's size. Letters are text, with a place for each, so
/// that they lie right in any typeface; lines are strokes; other shapes are outlines of one colour, the mean
/// of their corners'; textures are PNG images. texture(): one that is shown whole, with four channels,
/// reduced to so many texels a side.
std::string draw_data_to_svg(const ImDrawData& data, const Gui& gui, std::string_view title,
                             const std::function<data::Image(ImTextureID texture, int most)>& texture);

} // namespace scanline::view
