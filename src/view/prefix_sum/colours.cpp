#include "prefix_sum/colours.h"

#include "kit/canvas.h"

#include <array>

namespace scanline::view::prefix_sum {

namespace {

constexpr int colour_count = 5;

// Neighbours differ.
ImU32 colour_of_index(const Palette& palette, int index) {
    // Excludes greys, and the pink that a pin could be taken for.
    constexpr std::array<std::size_t, colour_count> places{0, 2, 1, 3, 4};
    return palette.series[places[static_cast<std::size_t>(index % colour_count)]];
}

} // namespace

ImU32 lane_colour(const Palette& palette, int lane, int lanes) {
    const bool meets_first = lane > 0 && lane + 1 == lanes && lane % colour_count == 0;
    return colour_of_index(palette, meets_first ? 2 : lane);
}

ImU32 tile_colour(const Palette& palette, const Timeline& timeline, int tile) {
    const int lane = timeline.tile(tile).lane;
    return lane >= 0 ? lane_colour(palette, lane, timeline.columns) : colour_of_index(palette, tile);
}

float share(const ValueRange& range, int value) {
    if (is_infinite(value) || range.most == range.least)
        return 0;
    return static_cast<float>(value - range.least) / static_cast<float>(range.most - range.least);
}

ImU32 shade(const Palette& palette, const ValueRange& range, int value) {
    return mix(palette.raised, palette.accent, 0.1f + 0.8f * share(range, value));
}

} // namespace scanline::view::prefix_sum
