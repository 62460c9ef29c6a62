// The parts of the picture that do not scroll: elements, tiles, outputs and lanes above, steps at the left.
#include "prefix_sum/painter.h"
#include "prefix_sum/words.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view::prefix_sum {

namespace {

int tile_of(const Timeline& timeline, int element) {
    const auto found = std::ranges::find_if(
        timeline.tiles, [element](const Tile& tile) { return tile.first <= element && element < tile.last; });
    return found == timeline.tiles.end() ? -1 : static_cast<int>(found - timeline.tiles.begin());
}

// Whether the step reads or writes it.
bool touches(const TimeStep& step, Place place) {
    const auto is_there = [place](const Access& access) { return access.place == place; };
    return std::ranges::any_of(step.lanes, [&](const LaneStep& lane) {
        return std::ranges::any_of(lane.reads, is_there) || std::ranges::any_of(lane.writes, is_there);
    });
}

} // namespace

void Painter::band() {
    const float bottom = layout_.band_bottom();
    // Arrows from the band come from under it, rows pass below it.
    fill(list_, {window_.left, window_.top, window_.right, layout_.input(0).top - look_.px(22)},
         palette_.background);
    list_.PushClipRect({window_.left + layout_.gutter(), window_.top}, {window_.right, bottom}, true);
    input_cells();
    if (layout_.has_stretches())
        stretches();
    if (of_.timeline.publishes)
        tile_chips();
    if (layout_.has_outputs()) {
        output_cells();
        sums();
        lane_names();
    }
    list_.PopClipRect();
}

void Painter::input_cells() {
    // Every so many elements there is room for a number.
    const float number = width_of(look_.fonts.small, std::to_string(of_.timeline.input.size())) + look_.px(2);
    int stride = 1;
    while (static_cast<float>(stride) * layout_.element_width() < number)
        stride *= 2;
    const float beyond = number / 2;
    for (int i = 0; i < static_cast<int>(of_.timeline.input.size()); ++i) {
        const Rect whole = layout_.input(i), rect = inset(whole);
        const int value = of_.timeline.input[static_cast<std::size_t>(i)];
        const bool padding = i >= of_.timeline.size;
        const int tile = tile_of(of_.timeline, i);
        ImU32 ground = input_font_ ? palette_.raised : shade(value);
        if (tile >= 0 && input_font_)
            ground = mix(palette_.background, tile_colour(palette_, of_.timeline, tile), 0.25f);
        fill(list_, rect, padding ? with_alpha(ground, 0.35f) : ground, rounding());
        if (tile >= 0)
            fill(list_, {rect.left, rect.bottom - look_.px(3), rect.right, rect.bottom},
                 tile_colour(palette_, of_.timeline, tile));
        if (input_font_)
            text(rect, input_font_, padding ? palette_.dim : palette_.text, value_text(value));
        if (i % stride == 0)
            text({whole.left - beyond, whole.top - look_.px(18), whole.right + beyond,
                  whole.top - look_.px(2)},
                 look_.fonts.small, palette_.dim, std::to_string(i));
        const bool lit = i == traced_.element || (i >= traced_.elements.first && i < traced_.elements.last);
        if (lit)
            mark(rect, palette_.trace, look_.px(2));
        else if (layout_.has_outputs() && touches(current(), {Space::input, i}))
            mark(rect, palette_.accent, look_.px(1.5f));
    }
}

void Painter::output_cells() {
    for (int i = 0; i < of_.timeline.size; ++i) {
        const Rect rect = inset(layout_.output(i));
        const std::optional<Access>& output = of_.memory.output[static_cast<std::size_t>(i)];
        if (!output) {
            outline(list_, rect, with_alpha(palette_.line, 0.8f), rounding());
            continue;
        }
        const bool done = is_whole(*output); // else it is still on its way
        const ImU32 ground = !output_font_ ? shade(output->value.value)
                             : done        ? palette_.valid
                                           : palette_.raised;
        fill(list_, rect, ground, rounding());
        if (output_font_)
            text(rect, output_font_, done ? palette_.valid_text : palette_.dim,
                 value_text(output->value.value));
        const bool lit = traced_.element >= output->value.first && traced_.element < output->value.last;
        if (lit)
            mark(rect, palette_.trace, look_.px(2));
        else if (touches(current(), {Space::output, i}))
            mark(rect, palette_.accent, look_.px(1.5f));
    }
}

// A bracket under the elements, bright where a thread is.
void Painter::stretches() {
    for (int s = 0; s < static_cast<int>(of_.timeline.stretches.size()); ++s) {
        const Rect rect = inset(layout_.stretch(s));
        const int tiles = of_.timeline.tiles_a_stretch();
        const bool is_at_work = std::ranges::any_of(
            current().lanes, [&](const LaneStep& lane) { return lane.tile >= 0 && lane.tile / tiles == s; });
        const ImU32 line = is_at_work ? palette_.accent : palette_.line;
        const float y = rect.top + look_.px(3), thickness = look_.px(1.5f);
        list_.AddLine({rect.left, y}, {rect.right, y}, line, thickness);
        const std::string number = std::to_string(s);
        const Rect below{rect.left, y + look_.px(1), rect.right, rect.bottom};
        const ImU32 ink = is_at_work ? palette_.text : palette_.dim;
        if (!text(below, look_.fonts.small, ink, "stretch " + number))
            text(below, look_.fonts.small, ink, number);
    }
}

void Painter::tile_chips() {
    for (int t = 0; t < static_cast<int>(of_.timeline.tiles.size()); ++t) {
        const Rect rect = inset(layout_.tile(t));
        const PublishedTile& tile = of_.memory.tiles[static_cast<std::size_t>(t)];
        const ImU32 colour = tile_colour(palette_, of_.timeline, t);
        const float corner = is_crowded() ? 0 : rect.height() / 2;
        constexpr std::array strengths{0.0f, 0.25f, 0.6f};
        const float strength = strengths[static_cast<std::size_t>(tile.state)];
        fill(list_, rect, mix(palette_.background, colour, strength), corner);
        outline(list_, rect, tile.state == TileState::nothing ? palette_.line : colour, corner,
                look_.px(1.5f));
        const std::string state(to_string(tile.state));
        const Rect inner = rect.inset(look_.px(4), 0);
        const ImU32 ink = tile.state == TileState::nothing ? palette_.dim : palette_.text;
        // As much as there is room for.
        const std::string value = value_text(tile.value.value);
        const bool known = tile.state != TileState::nothing;
        const std::string named = fmt::format("tile {}: {}", t, state);
        const bool written = (known && text(inner, look_.fonts.small, ink, named + " " + value)) ||
                             (!known && text(inner, look_.fonts.small, ink, named)) ||
                             (known && text(inner, look_.fonts.small, ink, state + " " + value)) ||
                             text(inner, look_.fonts.small, ink, state);
        const bool touched =
            touches(current(), {Space::prefix, t}) || touches(current(), {Space::aggregate, t});
        const bool looked_at =
            std::ranges::any_of(current().lanes, [t](const LaneStep& lane) { return lane.looks_at == t; });
        if (written && (touched || looked_at))
            outline(list_, rect.inset(-look_.px(1)), touched ? palette_.accent : palette_.warning, corner,
                    look_.px(2));
    }
}

void Painter::sums() {
    for (int index = 0; index < static_cast<int>(of_.memory.sums.size()); ++index) {
        if (turn_of(index) >= of_.timeline.sum_turns())
            continue;
        const Rect rect = inset(layout_.sum(index));
        const std::optional<Access>& sum = of_.memory.sums[static_cast<std::size_t>(index)];
        const ImU32 colour = lane_colour(palette_, thread_of(index), of_.timeline.columns);
        const float corner = is_crowded() ? 0 : rect.height() / 2;
        fill(list_, rect, mix(palette_.background, colour, sum ? 0.4f : 0.0f), corner);
        const bool touched = touches(current(), {Space::sum, index});
        outline(list_, rect,
                touched ? palette_.accent
                : sum   ? colour
                        : palette_.line,
                corner, look_.px(touched ? 2.0f : 1.0f));
        if (!sum)
            continue;
        const Rect inner = rect.inset(look_.px(4), 0);
        const std::string value = value_text(sum->value.value);
        const int tile = of_.timeline.at(sum->writer).tile;
        const std::string named = fmt::format("stretch {}: {}", tile / of_.timeline.tiles_a_stretch(), value);
        if (!layout_.has_stretches() || !text(inner, look_.fonts.small, palette_.text, named))
            text(inner, look_.fonts.small, palette_.text, value);
    }
}

void Painter::lane_names() {
    const auto name = [this](int lane) { return fmt::format("{} {}", to_string(of_.timeline.column), lane); };
    // All in the same way, with room between them.
    const bool whole =
        width_of(look_.fonts.small, name(of_.timeline.columns - 1)) + look_.px(8) <= layout_.column_width();
    for (int lane = 0; lane < of_.timeline.columns; ++lane)
        text(layout_.lane_name(lane), look_.fonts.small, palette_.dim,
             whole ? name(lane) : std::to_string(lane));
    list_.AddLine({window_.left, layout_.band_bottom() - 1}, {window_.right, layout_.band_bottom() - 1},
                  palette_.line);
}

void Painter::band_label(const Rect& rect, std::string_view words) {
    text({window_.left + look_.px(12), rect.top, window_.left + layout_.gutter(), rect.bottom},
         look_.fonts.small, palette_.dim, words, 0);
}

void Painter::gutter() {
    const float right = window_.left + layout_.gutter();
    fill(list_, {window_.left, window_.top, right - look_.px(6), layout_.band_bottom() - 1},
         palette_.background);
    band_label(layout_.input(0), "input");
    if (of_.timeline.publishes)
        band_label(layout_.tile(0), "tiles");
    if (layout_.has_outputs())
        band_label(layout_.output(0), "output");
    for (int turn = 0; turn < of_.timeline.sum_turns(); ++turn)
        band_label(layout_.sum(sum_index(turn, 0)), fmt::format("sums[{}]", turn));

    list_.PushClipRect({window_.left, layout_.band_bottom()}, {right, window_.bottom}, true);
    for (int step = 0; step < static_cast<int>(of_.timeline.steps.size()); ++step) {
        const TimeStep& time_step = of_.timeline.steps[static_cast<std::size_t>(step)];
        const Rect row = layout_.step(step);
        if (!visible(row))
            continue;
        const bool is_current = step == of_.step;
        if (time_step.after_barrier)
            text({row.left + look_.px(12), layout_.barrier(step) - look_.px(8), right,
                  layout_.barrier(step) + look_.px(8)},
                 look_.fonts.small, palette_.warning, "barrier", 0);
        fill(list_, {row.left, row.top, right - look_.px(6), row.bottom}, palette_.background);
        if (is_current)
            fill(list_,
                 {row.left + look_.px(6), row.top + look_.px(2), right - look_.px(6),
                  row.bottom - look_.px(2)},
                 palette_.accent, look_.px(4));
        text({row.left + look_.px(12), row.top, right, row.bottom}, look_.fonts.small,
             is_current        ? palette_.accent_text
             : step < of_.step ? palette_.text
                               : palette_.dim,
             time_step.name, 0);
    }
    list_.PopClipRect();
}

} // namespace scanline::view::prefix_sum
