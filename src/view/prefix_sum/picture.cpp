#include "prefix_sum/picture.h"

#include "kit/gesture.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <imgui.h>
#include <utility>

namespace scanline::view::prefix_sum {

namespace {

// At scale 1.
constexpr float stretch_height = 18, sum_cell = 22, sum_pitch = 26;

float gutter_width(const Look& look, const Timeline& timeline) {
    float widest = 0;
    for (const TimeStep& step : timeline.steps)
        widest = std::max(widest, width_of(look.fonts.small, step.name));
    return std::max(widest + look.px(24), look.px(72));
}

// "the sum of x0 .. x3"
std::string origin_text(const PictureOf& of, const Partial& value) {
    return fmt::format("the {} of {}", to_string(of.op), range_text(value));
}

std::string place_details(const PictureOf& of, Place place) {
    const Access* access = of.at(place);
    const std::string name = place_text(place), value = access ? value_text(access->value.value) : "";
    if (place.space == Space::input)
        return fmt::format("{} = {}\nClick to follow it, Shift+click to add 1.", name,
                           value_text(of.timeline.input[static_cast<std::size_t>(place.index)]));
    if (place.space == Space::output)
        return access ? fmt::format("{} = {}\n{}", name, value, origin_text(of, access->value))
                      : fmt::format("{}: not written yet", name);
    if (place.space == Space::sum)
        return access ? fmt::format("{} = {}\n{}, left by thread {} for the others\n{}", name, value,
                                    origin_text(of, access->value), thread_of(place.index),
                                    tile_text(of.timeline, of.timeline.at(access->writer).tile))
                      : fmt::format("{}: not left yet", name);
    if (!access)
        return fmt::format("Tile {} has published nothing (X)", place.index);
    const bool is_prefix = access->place.space == Space::prefix;
    return fmt::format("Tile {} has published {}: {}", place.index,
                       is_prefix ? "the total of all up to it (P)" : "its own total (A)", value);
}

void show_tooltip(const PictureOf& of, const Hit& hit) {
    switch (hit.kind) {
    case Hit::Kind::nothing: return;
    case Hit::Kind::place: return wrapped_tooltip(place_details(of, hit.place));
    case Hit::Kind::event: return wrapped_tooltip(details_text(of.timeline, hit.event, of.op));
    case Hit::Kind::step:
        return wrapped_tooltip(of.timeline.step(hit.event.step).sentence + "\nClick to go there.");
    }
}

PictureAnswer answer_to(const PictureOf& of, const Rect& area, const Hit& hit) {
    const Gesture gesture = gesture_in(area);
    const Pin pin = pin_of(of, hit);
    if (gesture == Gesture::unpin)
        return {.pin = Pin{}};
    if (gesture == Gesture::edit && pin.kind == Pin::Kind::input)
        return {.edit = pin.index};
    if (gesture == Gesture::pin && hit.kind == Hit::Kind::step)
        return {.seek = hit.event.step};
    return gesture == Gesture::pin && pin.kind != Pin::Kind::none ? PictureAnswer{.pin = pin}
                                                                  : PictureAnswer{};
}

} // namespace

Layout::Layout(const Timeline& timeline, const Room& room) : timeline_(timeline), room_(room) {
    const float px = room.scale;
    margin_ = 12 * px;
    const auto columns = static_cast<float>(timeline.columns);
    const auto elements = static_cast<float>(timeline.input.size());
    const float available = room.area.width() - room.gutter - margin_;
    const float widest = timeline.lane_per_element() ? columns * 64 * px : available;
    // Narrower columns could not be told apart; scroll instead.
    usable_ = std::max(std::min(available, widest), elements * 2.5f * px);
    start_ = room.gutter + std::max(0.0f, (available - usable_) / 2);

    band_cell_ = 26 * px;
    input_top_ = 24 * px; // below the elements' numbers
    float next = input_top_ + band_cell_ + 6 * px;
    const auto row = [&next](bool is_there, float height) {
        return std::exchange(next, is_there ? next + height : next);
    };
    stretch_top_ = row(has_stretches(), stretch_height * px) - 2 * px;
    tile_top_ = row(timeline.publishes, band_cell_ + 6 * px);
    output_top_ = row(has_outputs(), band_cell_ + 6 * px);
    sum_top_ = row(true, static_cast<float>(timeline.sum_turns()) * sum_pitch * px);
    names_top_ = row(has_outputs(), 20 * px);
    band_height_ = next + 2 * px;

    cell_height_ = (timeline.lane_per_element() ? 26.0f : 24.0f) * px;
    // Arrows from row to row need room; workers mostly read from above the rows.
    const bool looks_up = timeline.publishes || timeline.sum_turns() > 0;
    const float least_gap = (looks_up ? 5.0f : 16.0f) * px;
    const float most_gap = (looks_up ? 14.0f : timeline.lane_per_element() ? 56.0f : 24.0f) * px;
    const float first_gap = timeline.lane_per_element() ? least_gap : 8 * px;
    const auto count = static_cast<float>(timeline.steps.size());
    const float room_for_rows = room.area.height() - band_height_ - first_gap - margin_;
    const float gap = std::clamp(room_for_rows / std::max(1.0f, count) - cell_height_, least_gap, most_gap);
    float top = band_height_ + (timeline.lane_per_element() ? gap : first_gap);
    for (const TimeStep& step : timeline.steps) {
        if (step.after_barrier)
            top += 18 * px;
        tops_.push_back(top);
        top += cell_height_ + gap;
    }
    content_height_ = top - gap + margin_;

    for (int i = 0; i < timeline.size; ++i) {
        places_.push_back({Space::input, i});
        if (has_outputs())
            places_.push_back({Space::output, i});
    }
    for (int t = 0; timeline.publishes && t < static_cast<int>(timeline.tiles.size()); ++t)
        places_.push_back({Space::aggregate, t});
    for (int sum = 0; sum < turns * timeline.columns; ++sum) {
        if (turn_of(sum) < timeline.sum_turns())
            places_.push_back({Space::sum, sum});
    }
}

bool Layout::shows(Space space) const {
    return space == Space::input || (space == Space::output && has_outputs()) ||
           (space == Space::sum ? timeline_.sum_turns() > 0 : is_message(space) && timeline_.publishes);
}

Rect Layout::elements(const Tile& tile, float top, float height) const {
    return {left() + static_cast<float>(tile.first) * element_width(), room_.area.top + top,
            left() + static_cast<float>(tile.last) * element_width(), room_.area.top + top + height};
}

Rect Layout::column(int index, float top, float height) const {
    const float from = left() + static_cast<float>(index) * column_width();
    return {from, room_.area.top + top, from + column_width(), room_.area.top + top + height};
}

Rect Layout::cell(Place place) const {
    const int i = place.index;
    if (place.space == Space::input || place.space == Space::output)
        return elements({i, i + 1}, place.space == Space::input ? input_top_ : output_top_, band_cell_);
    if (place.space != Space::sum)
        return elements(timeline_.tile(i), tile_top_, band_cell_);
    const float top = sum_top_ + static_cast<float>(turn_of(i)) * sum_pitch * room_.scale;
    return column(thread_of(i), top, sum_cell * room_.scale);
}

Rect Layout::stretch(int index) const {
    return elements(timeline_.stretches[static_cast<std::size_t>(index)], stretch_top_,
                    stretch_height * room_.scale);
}

Rect Layout::lane_name(int lane) const {
    return column(lane, names_top_, 20 * room_.scale);
}

Rect Layout::event(int step, const LaneStep& lane) const {
    const float from = left() + static_cast<float>(lane.lane) * column_width();
    const float top = room_.area.top + row_top(step) - room_.scroll_y;
    return {from, top, from + static_cast<float>(lane.width) * column_width(), top + cell_height_};
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
        const auto found =
            std::ranges::find_if(places_, [&](Place place) { return cell(place).contains(x, y); });
        // Places scrolled under the gutter are hidden.
        return in_gutter || found == places_.end() ? Hit{} : Hit{Hit::Kind::place, *found, {}};
    }
    for (int s = 0; s < static_cast<int>(timeline_.steps.size()); ++s) {
        const Rect row = step(s);
        if (y < row.top || y >= row.bottom)
            continue;
        if (in_gutter)
            return {Hit::Kind::step, {}, {s, -1}};
        const auto& lanes = timeline_.step(s).lanes;
        for (int index = 0; index < static_cast<int>(lanes.size()); ++index) {
            if (event(s, lanes[static_cast<std::size_t>(index)]).contains(x, y))
                return {Hit::Kind::event, {}, {s, index}};
        }
    }
    return {};
}

Pin pin_of(const PictureOf& of, const Hit& hit) {
    const bool is_place = hit.kind == Hit::Kind::place;
    const bool is_element = hit.place.index < of.timeline.size;
    if (is_place && hit.place.space == Space::input)
        return is_element ? Pin{Pin::Kind::input, hit.place.index} : Pin{};
    if (is_place && hit.place.space == Space::output)
        return {Pin::Kind::output, hit.place.index};
    const Access* shown = is_place ? of.at(hit.place) : nullptr;
    const EventId event = shown ? shown->writer : hit.event;
    if (event.index < 0 || !of.timeline.at(event).result())
        return {};
    const LaneStep& lane = of.timeline.at(event);
    // Without cells for outputs, the last row stands for them.
    if (of.timeline.lane_per_element() && is_whole(*lane.result()))
        return {Pin::Kind::output, lane.result()->place.index};
    return {Pin::Kind::event, lane.lane, event.step};
}

void Picture::follow(const Layout& layout, const PictureOf& of) {
    const bool is_new = followed_step_ != of.step || followed_count_ != of.timeline.steps.size();
    followed_step_ = of.step;
    followed_count_ = of.timeline.steps.size();
    if (is_new)
        ImGui::SetScrollY(of.step >= 0 ? layout.scroll_for(of.step) : 0);
}

PictureAnswer Picture::draw(const Look& look, const PictureOf& of) {
    ImGui::BeginChild("picture", {0, 0}, false,
                      ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoMove);
    const ImVec2 origin = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    // Without the scroll bars, which may be hidden.
    const ImVec2 inner = {ImGui::GetWindowContentRegionMax().x - ImGui::GetWindowContentRegionMin().x,
                          ImGui::GetWindowContentRegionMax().y - ImGui::GetWindowContentRegionMin().y};
    Layout::Room room;
    room.area = {origin.x, origin.y, origin.x + std::min(size.x, inner.x),
                 origin.y + std::min(size.y, inner.y)};
    room.scale = look.scale;
    room.gutter = gutter_width(look, of.timeline);
    room.scroll_x = ImGui::GetScrollX();
    room.scroll_y = ImGui::GetScrollY();
    const Layout layout(of.timeline, room);
    ImGui::Dummy({std::floor(layout.content_width()), std::floor(layout.content_height())});
    follow(layout, of);

    const ImVec2 mouse = ImGui::GetMousePos();
    const Hit hit = ImGui::IsWindowHovered() ? layout.hit(mouse.x, mouse.y) : Hit{};
    paint(look, of, layout, trace(of.timeline, pin_of(of, hit)));
    show_tooltip(of, hit);
    const PictureAnswer answer = answer_to(of, room.area, hit);
    ImGui::EndChild();
    return answer;
}

} // namespace scanline::view::prefix_sum
