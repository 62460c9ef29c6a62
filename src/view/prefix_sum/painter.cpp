// Where values come from: the arrows of the picture.
#include "prefix_sum/painter.h"

#include "prefix_sum/words.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::view::prefix_sum {

namespace {

// An identity stands for nothing, and would make all other shades the same.
bool is_identity(int value) {
    return value == identity(Operator::min) || value == identity(Operator::max);
}

constexpr int colour_count = 5;

// Neighbours differ.
ImU32 colour_of_index(const Palette& palette, int index) {
    // Without the orange of traces and warnings, and without greys.
    constexpr std::array<std::size_t, colour_count> places{0, 2, 6, 3, 4};
    return palette.series[places[static_cast<std::size_t>(index % colour_count)]];
}

// Own registers are not worth an arrow: the lane is the same.
bool deserves_arrow(const Access& read, const LaneStep& lane, const Timeline& timeline) {
    if (read.place.space == Space::chip)
        return false;
    if (read.writer.step < 0)
        return read.place.space == Space::input && read.place.index < static_cast<int>(timeline.input.size());
    const bool own = timeline.at(read.writer).lane == lane.lane;
    return timeline.lane_per_element() || !own || read.place.space == Space::output;
}

} // namespace

ImU32 lane_colour(const Palette& palette, int lane, int lanes) {
    const bool meets_first = lane > 0 && lane + 1 == lanes && lane % colour_count == 0;
    return colour_of_index(palette, meets_first ? 2 : lane);
}

ImU32 tile_colour(const Palette& palette, const Timeline& timeline, int tile) {
    const int lane = timeline.tiles[static_cast<std::size_t>(tile)].lane;
    return lane >= 0 ? lane_colour(palette, lane, timeline.columns) : colour_of_index(palette, tile);
}

bool Traced::has(const Timeline& timeline, EventId event) const {
    if (element >= 0) {
        const Access* result = timeline.at(event).result();
        return result && result->value.first <= element && element < result->value.last;
    }
    return std::ranges::binary_search(events, event);
}

Traced trace(const PictureOf& of, const Hit& hit) {
    Traced traced;
    EventId event;
    switch (hit.kind) {
    case Hit::Kind::nothing:
    case Hit::Kind::step: return traced;
    case Hit::Kind::input: traced.element = hit.index; return traced;
    case Hit::Kind::output:
        if (const auto& output = of.memory.output[static_cast<std::size_t>(hit.index)])
            event = output->writer;
        break;
    case Hit::Kind::tile: event = of.memory.tiles[static_cast<std::size_t>(hit.index)].writer; break;
    case Hit::Kind::sum:
        if (const auto& sum = of.memory.sums[static_cast<std::size_t>(hit.index)])
            event = sum->writer;
        break;
    case Hit::Kind::event: event = hit.event; break;
    }
    if (event.step < 0)
        return traced;
    traced.events = cone(of.timeline, event);
    if (const Access* result = of.timeline.at(event).result())
        traced.elements = result->value;
    return traced;
}

Painter::Painter(const Look& look, const PictureOf& of, const Layout& layout, const Traced& traced)
    : look_(look), palette_(look.palette()), of_(of), layout_(layout), traced_(traced),
      list_(*ImGui::GetWindowDrawList()) {
    const ImVec2 origin = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    window_ = {origin.x, origin.y, origin.x + size.x, origin.y + size.y};
    const float padding = look.px(4), tiled_padding = look.px(8);
    event_font_ =
        value_font(layout.column_width() - (of.timeline.lane_per_element() ? padding : tiled_padding),
                   of.longest.result);
    input_font_ = value_font(layout.element_width() - padding, of.longest.input);
    output_font_ = value_font(layout.element_width() - padding, of.longest.output);
    cells_ = 2 * of.timeline.input.size();
    for (int step = 0; step < static_cast<int>(of.timeline.steps.size()); ++step) {
        if (visible(layout.step(step)))
            cells_ += of.timeline.steps[static_cast<std::size_t>(step)].lanes.size();
    }
    const auto consider = [this](int value) {
        if (is_identity(value))
            return;
        least_ = std::min(least_, value);
        most_ = std::max(most_, value);
    };
    for (const int value : of.timeline.input)
        consider(value);
    for (const TimeStep& step : of.timeline.steps) {
        for (const LaneStep& lane : step.lanes) {
            if (const Access* result = lane.result())
                consider(result->value.value);
        }
    }
}

const ImFont* Painter::value_font(float width, const std::string& longest) const {
    for (const ImFont* font : {look_.fonts.text, look_.fonts.small}) {
        if (width_of(font, longest) <= width)
            return font;
    }
    return nullptr;
}

float Painter::share(int value) const {
    if (is_identity(value) || most_ == least_)
        return 0;
    return static_cast<float>(value - least_) / static_cast<float>(most_ - least_);
}

ImU32 Painter::shade(int value) const {
    return mix(palette_.raised, palette_.accent, 0.1f + 0.8f * share(value));
}

Rect Painter::inset(Rect rect) const {
    const float gap = rect.width() > look_.px(8) ? look_.px(1) : 0;
    return {rect.left + gap, rect.top, rect.right - gap, rect.bottom};
}

bool Painter::visible(const Rect& row) const {
    return row.bottom > layout_.band_bottom() && row.top < window_.bottom;
}

bool Painter::text(const Rect& rect, const ImFont* font, ImU32 colour, std::string_view text, float x) {
    return write_inside(list_, font, rect, colour, text, x);
}

void Painter::mark(const Rect& rect, ImU32 colour, float thickness) {
    outline(list_, rect, colour, rounding(), thickness);
}

void Painter::rows() {
    list_.PushClipRect({window_.left, layout_.band_bottom()}, {window_.right, window_.bottom}, true);
    const Rect row = layout_.step(of_.step);
    const float around = look_.px(4);
    fill(list_, {row.left, row.top - around, row.right, row.bottom + around},
         with_alpha(palette_.accent, 0.13f));
    for (int step = 0; step < static_cast<int>(of_.timeline.steps.size()); ++step) {
        const TimeStep& time_step = of_.timeline.steps[static_cast<std::size_t>(step)];
        if (!visible(layout_.step(step)))
            continue;
        if (time_step.after_barrier)
            barrier_line(step);
        for (int index = 0; index < static_cast<int>(time_step.lanes.size()); ++index)
            cell(step, index);
    }
    list_.PopClipRect();
}

void Painter::barrier_line(int step) {
    const float y = layout_.barrier(step), left = window_.left + layout_.gutter();
    const float right = layout_.step(step).right;
    const ImU32 colour = with_alpha(palette_.warning, step <= of_.step ? 1.0f : 0.4f);
    const int most = is_crowded() ? 40 : 200;
    const int dashes = std::clamp(static_cast<int>((right - left) / look_.px(9)), 1, most);
    const float pitch = (right - left) / static_cast<float>(dashes);
    for (int i = 0; i < dashes; ++i) {
        const float x = left + static_cast<float>(i) * pitch;
        list_.AddLine({x, y}, {x + pitch * 0.55f, y}, colour, look_.px(1.5f));
    }
}

void Painter::cell(int step, int index) {
    const EventId id{step, index};
    const LaneStep& lane = of_.timeline.at(id);
    const Rect rect = inset(layout_.event(step, lane));
    const bool traced = traced_.has(of_.timeline, id);
    if (step > of_.step) { // still to come
        if (is_dense())
            fill(list_, rect, with_alpha(palette_.line, 0.25f));
        else
            outline(list_, rect, with_alpha(palette_.line, 0.7f), rounding());
        if (traced)
            mark(rect, with_alpha(palette_.trace, 0.7f), look_.px(1));
        return;
    }
    const ImU32 own = lane.tile >= 0 ? tile_colour(palette_, of_.timeline, lane.tile) : palette_.accent;
    const bool is_current = step == of_.step;
    if (lane.result())
        value_cell(rect, lane, own, is_current);
    else
        waiting(rect, label_text(lane, of_.op),
                lane.action == LaneAction::spin ? palette_.warning : palette_.dim);
    if (traced)
        mark(rect, palette_.trace, look_.px(2));
    else if (is_current)
        mark(rect, with_alpha(own, 0.9f), look_.px(1));
}

Painter::CellColours Painter::colours_of(const LaneStep& lane, ImU32 own, bool is_current) const {
    const auto tinted = [&](ImU32 colour, float now, float before) {
        return mix(palette_.background, colour, is_current ? now : before);
    };
    if (lane.action == LaneAction::publish_prefix || lane.action == LaneAction::publish_aggregate)
        return {tinted(own, 0.7f, 0.45f), palette_.text, palette_.text};
    if (lane.action == LaneAction::fall_back)
        return {tinted(palette_.error, 0.5f, 0.28f), palette_.text, palette_.text};
    const Access& result = *lane.result();
    if (of_.timeline.lane_per_element() && !event_font_) {
        const float t = share(result.value.value);
        return {shade(result.value.value), t > 0.5f ? palette_.accent_text : palette_.text, palette_.dim};
    }
    if (of_.timeline.lane_per_element() && is_whole(result))
        return {palette_.valid, palette_.valid_text, palette_.valid_text};
    if (of_.timeline.lane_per_element() && lane.action == LaneAction::copy)
        return {palette_.raised, palette_.text, palette_.dim};
    return {tinted(own, 0.42f, 0.2f), palette_.text, is_current ? palette_.text : palette_.dim};
}

void Painter::value_cell(const Rect& rect, const LaneStep& lane, ImU32 own, bool is_current) {
    const CellColours colours = colours_of(lane, own, is_current);
    fill(list_, rect, colours.fill, rounding());
    const bool tiled = lane.tile >= 0;
    if (tiled && rect.width() > look_.px(14))
        fill(list_, {rect.left, rect.top, rect.left + look_.px(3), rect.bottom}, own,
             is_crowded() ? 0 : look_.px(2));
    const bool roomy = rect.width() > look_.px(60);
    const Rect inner{rect.left + look_.px(!tiled  ? 0.0f
                                          : roomy ? 8.0f
                                                  : 4.0f),
                     rect.top,
                     rect.right - look_.px(!tiled  ? 0.0f
                                           : roomy ? 6.0f
                                                   : 1.0f),
                     rect.bottom};
    const std::string value = value_text(lane.result()->value.value);
    const ImFont* font = event_font_ ? event_font_ : look_.fonts.small;
    bool labelled = false;
    if (!of_.timeline.lane_per_element()) {
        Rect beside = inner;
        beside.right -= width_of(font, value) + look_.px(6);
        labelled = text(beside, look_.fonts.small, colours.label, label_text(lane, of_.op), 0);
    }
    if (event_font_ || lane.width > 1)
        text(inner, font, colours.text, value, labelled ? 1.0f : 0.5f);
}

void Painter::waiting(const Rect& rect, std::string_view label, ImU32 colour) {
    if (is_crowded()) {
        fill(list_, rect, with_alpha(colour, 0.12f));
    } else {
        list_.PushClipRect(rect.low(), rect.high(), true);
        const float slope = rect.height(), most_lines = 3600.0f / static_cast<float>(cells_);
        const float pitch = std::max(look_.px(7), (rect.width() + slope) / most_lines);
        const int lines = static_cast<int>(std::ceil((rect.width() + slope) / pitch));
        for (int i = 0; i < lines; ++i) {
            const float x = rect.left - slope + static_cast<float>(i) * pitch;
            list_.AddLine({x, rect.bottom}, {x + slope, rect.top}, with_alpha(colour, 0.22f), look_.px(1.5f));
        }
        list_.PopClipRect();
    }
    outline(list_, rect, with_alpha(colour, 0.35f), rounding());
    text({rect.left + look_.px(4), rect.top, rect.right - look_.px(4), rect.bottom}, look_.fonts.small,
         colour, label);
}

// Hundreds of arrows, side by side or across each other, would be one bright area.
float Painter::arrow_density() const {
    if (of_.timeline.lane_per_element())
        return is_dense() ? 0.35f : layout_.column_width() < look_.px(14) ? 0.6f : 1.0f;
    constexpr float most_bright = 30;
    std::ptrdiff_t arrows = 0;
    for (const LaneStep& lane : current().lanes)
        arrows += std::ranges::count_if(
            lane.reads, [&](const Access& read) { return deserves_arrow(read, lane, of_.timeline); });
    return std::clamp(most_bright / static_cast<float>(std::max<std::ptrdiff_t>(1, arrows)), 0.15f, 1.0f);
}

void Painter::arrows() {
    list_.PushClipRect({window_.left + layout_.gutter(), window_.top}, {window_.right, window_.bottom}, true);
    const auto& steps = of_.timeline.steps;
    const float density = arrow_density();
    for (int step = 0; step < static_cast<int>(steps.size()); ++step) {
        const auto& lanes = steps[static_cast<std::size_t>(step)].lanes;
        const bool is_current = step == of_.step;
        for (int index = 0; index < static_cast<int>(lanes.size()); ++index) {
            const LaneStep& lane = lanes[static_cast<std::size_t>(index)];
            const bool traced = !traced_.events.empty() && traced_.has(of_.timeline, {step, index});
            // The other rows of lanes would be covered by their arrows, and hundreds of them show nothing.
            if (!is_current && !traced && (!of_.timeline.lane_per_element() || is_dense()))
                continue;
            for (const Access& read : lane.reads) {
                if (!deserves_arrow(read, lane, of_.timeline))
                    continue;
                // Others than those of the row just above would cover the rows between.
                if (!is_current && !traced && read.writer.step != step - 1)
                    continue;
                const bool inside =
                    read.value.first >= traced_.elements.first && read.value.last <= traced_.elements.last;
                if (traced && inside)
                    arrow(read, step, lane, with_alpha(palette_.trace, 0.9f), 1.5f);
                else if (is_current)
                    arrow(read, step, lane, with_alpha(palette_.accent, 0.85f * density), 1.5f);
                else
                    arrow(read, step, lane,
                          with_alpha(palette_.dim, (step < of_.step ? 0.3f : 0.13f) * density), 1);
            }
        }
    }
    list_.PopClipRect();
}

void Painter::arrow(const Access& read, int step, const LaneStep& lane, ImU32 colour, float thickness) {
    const Rect to = layout_.event(step, lane);
    Rect from;
    if (read.writer.step >= 0)
        from = layout_.event(read.writer.step, of_.timeline.at(read.writer));
    else
        from = layout_.input(read.place.index);
    // What has been published long ago is where its chip is, what has been stored where the output is.
    if (read.place.space == Space::sum)
        from = layout_.sum(read.place.index);
    else if (of_.timeline.publishes && is_message(read.place.space))
        from = layout_.tile(read.place.index);
    else if (read.place.space == Space::output && layout_.has_outputs())
        from = layout_.output(read.place.index);
    // The band's cells are outlined; what leaves them need not cross what is written below them.
    if (layout_.has_outputs())
        from.bottom = std::max(from.bottom, layout_.band_bottom());
    if (to.top < from.bottom || to.bottom < layout_.band_bottom() || to.top > window_.bottom)
        return;
    const float bend = std::min((to.top - from.bottom) * 0.6f, look_.px(36));
    // 0 leaves it to ImGui, which takes some twenty.
    const int segments = !is_crowded() ? 0 : current().lanes.size() > 40 ? 8 : 14;
    view::arrow(list_, {from.middle_x(), from.bottom}, {to.middle_x(), to.top}, bend, bend, colour,
                look_.px(thickness), is_dense() ? 0.0f : look_.px(3.5f), segments);
}

} // namespace scanline::view::prefix_sum
