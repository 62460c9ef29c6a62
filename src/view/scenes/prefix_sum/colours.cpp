#include "scenes/prefix_sum/colours.h"

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

float fraction(const ValueRange& range, int value) {
    if (is_infinite(value) || range.most == range.least)
        return 0;
    return static_cast<float>(value - range.least) / static_cast<float>(range.most - range.least);
}

ImU32 shade(const Palette& palette, const ValueRange& range, int value) {
    return mix(palette.raised, palette.accent, 0.1f + 0.8f * fraction(range, value));
}

CellColours colours_of(const Palette& palette, const Timeline& timeline, const LaneStep& lane, ImU32 own,
                       bool is_current, const ValueRange* range) {
    const auto tinted = [&](ImU32 colour, float now, float before) {
        return mix(palette.background, colour, is_current ? now : before);
    };
    if (lane.action == LaneAction::publish_prefix || lane.action == LaneAction::publish_aggregate)
        return {tinted(own, 0.7f, 0.45f), palette.text, palette.text};
    if (lane.action == LaneAction::fall_back)
        return {tinted(palette.error, 0.5f, 0.28f), palette.text, palette.text};
    const Access& result = *lane.result();
    if (range) {
        const bool strong = fraction(*range, result.value.value) > 0.5f;
        return {shade(palette, *range, result.value.value), strong ? palette.accent_text : palette.text,
                palette.dim};
    }
    if (timeline.lane_per_element() && is_whole(result))
        return {palette.valid, palette.valid_text, palette.valid_text};
    if (timeline.lane_per_element() && lane.action == LaneAction::copy)
        return {palette.raised, palette.text, palette.dim};
    return {tinted(own, 0.42f, 0.2f), palette.text, is_current ? palette.text : palette.dim};
}

} // namespace scanline::view::prefix_sum
