#include "prefix_sum/prefix_sum_layout.h"

#include <algorithm>

namespace scanline::view::prefix_sum {

Layout::Layout(const Timeline& timeline, const Room& room) : timeline_(timeline), room_(room) {
    const float px = room.scale;
    margin_ = 12 * px;
    const auto columns = static_cast<float>(timeline.columns);
    const auto elements = static_cast<float>(timeline.input.size());
    const float available = room.area.width() - room.gutter - margin_;
    const float widest = timeline.lane_per_element ? columns * 64 * px : available;
    // Narrower ones cannot be told apart, and scroll.
    usable_ = std::max(std::min(available, widest), elements * 2.5f * px);
    start_ = room.gutter + std::max(0.0f, (available - usable_) / 2);

    band_cell_ = 26 * px;
    input_top_ = 24 * px; // below the elements' numbers
    float next = input_top_ + band_cell_ + 6 * px;
    tile_top_ = next;
    if (timeline.publishes)
        next += band_cell_ + 6 * px;
    output_top_ = next;
    if (has_outputs())
        next += band_cell_ + 6 * px;
    names_top_ = next;
    if (has_outputs())
        next += 20 * px;
    band_height_ = next + 2 * px;

    cell_height_ = (timeline.lane_per_element ? 26.0f : 24.0f) * px;
    // Arrows from row to row need room; workers mostly look at what is above the rows.
    const float least_gap = (timeline.publishes ? 5.0f : 16.0f) * px;
    const float most_gap = (timeline.publishes ? 14.0f : timeline.lane_per_element ? 56.0f : 24.0f) * px;
    const float first_gap = timeline.lane_per_element ? least_gap : 8 * px;
    const auto count = static_cast<float>(timeline.steps.size());
    const float room_for_rows = room.area.height() - band_height_ - first_gap - margin_;
    const float gap = std::clamp(room_for_rows / std::max(1.0f, count) - cell_height_, least_gap, most_gap);
    float top = band_height_ + (timeline.lane_per_element ? gap : first_gap);
    for (const TimeStep& step : timeline.steps) {
        if (step.after_barrier)
            top += 18 * px;
        tops_.push_back(top);
        top += cell_height_ + gap;
    }
    content_height_ = top - gap + margin_;
}

Rect Layout::element(int index, float top, float height) const {
    const float left = room_.area.left + start_ - room_.scroll_x;
    const float width = element_width();
    const auto i = static_cast<float>(index);
    return {left + i * width, room_.area.top + top, left + (i + 1) * width, room_.area.top + top + height};
}

Rect Layout::input(int index) const {
    return element(index, input_top_, band_cell_);
}

Rect Layout::output(int index) const {
    return element(index, output_top_, band_cell_);
}

Rect Layout::tile(int index) const {
    const Tile& tile = timeline_.tiles[static_cast<std::size_t>(index)];
    Rect rect = element(tile.first, tile_top_, band_cell_);
    rect.right = element(tile.last - 1, tile_top_, band_cell_).right;
    return rect;
}

Rect Layout::lane_name(int lane) const {
    const float left = room_.area.left + start_ - room_.scroll_x + static_cast<float>(lane) * column_width();
    const float top = room_.area.top + names_top_;
    return {left, top, left + column_width(), top + 20 * room_.scale};
}

Rect Layout::event(int step, const LaneStep& lane) const {
    const float left =
        room_.area.left + start_ - room_.scroll_x + static_cast<float>(lane.lane) * column_width();
    const float top = room_.area.top + row_top(step) - room_.scroll_y;
    return {left, top, left + static_cast<float>(lane.width) * column_width(), top + cell_height_};
}

Rect Layout::step(int step) const {
    const float top = room_.area.top + row_top(step) - room_.scroll_y;
    return {room_.area.left, top, room_.area.right, top + cell_height_};
}

float Layout::barrier(int index) const {
    return step(index).top - 12 * room_.scale;
}

float Layout::scroll_for(int step) const {
    const float top = row_top(step) - room_.scroll_y;
    const float visible = room_.area.height() - band_height_;
    const bool seen = top >= band_height_ && top + cell_height_ <= room_.area.height();
    if (seen)
        return room_.scroll_y;
    return std::max(0.0f, row_top(step) - band_height_ - visible / 2);
}

Hit Layout::hit(float x, float y) const {
    if (!room_.area.contains(x, y))
        return {};
    const bool in_gutter = x < room_.area.left + room_.gutter;
    if (y < band_bottom()) {
        if (in_gutter) // what has been scrolled under it cannot be seen
            return {};
        for (int i = 0; i < timeline_.size; ++i) {
            if (input(i).contains(x, y))
                return {Hit::Kind::input, i, {}};
            if (has_outputs() && output(i).contains(x, y))
                return {Hit::Kind::output, i, {}};
        }
        for (int t = 0; timeline_.publishes && t < static_cast<int>(timeline_.tiles.size()); ++t) {
            if (tile(t).contains(x, y))
                return {Hit::Kind::tile, t, {}};
        }
        return {};
    }
    for (int s = 0; s < static_cast<int>(timeline_.steps.size()); ++s) {
        const Rect row = step(s);
        if (y < row.top || y >= row.bottom)
            continue;
        if (in_gutter)
            return {Hit::Kind::step, s, {}};
        const auto& lanes = timeline_.steps[static_cast<std::size_t>(s)].lanes;
        for (int index = 0; index < static_cast<int>(lanes.size()); ++index) {
            if (event(s, lanes[static_cast<std::size_t>(index)]).contains(x, y))
                return {Hit::Kind::event, -1, {s, index}};
        }
    }
    return {};
}

} // namespace scanline::view::prefix_sum
