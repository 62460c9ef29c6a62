#include "scenes/prefix_sum/picture.h"

#include "kit/gesture.h"

#include <algorithm>
#include <fmt/format.h>
#include <imgui.h>
#include <utility>

namespace scanline::view::prefix_sum {

namespace {

// At scale 1.
constexpr float stretch_height = 18, sum_cell = 22, sum_pitch = 26, map_room = 120;

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

/// The event that has written what is there; without an index if none has.
EventId event_at(const PictureOf& of, const Hit& hit) {
    const Access* const shown = hit.kind == Hit::Kind::place ? of.at(hit.place) : nullptr;
    return shown ? shown->writer : hit.kind == Hit::Kind::event ? hit.event : EventId{};
}

/// True for what is still to come, or to be predicted.
bool is_secret(const PictureOf& of, const Hit& hit) {
    const EventId event = event_at(of, hit);
    return event.step > of.step ||
           (event.step == of.step && event.step >= 0 && of.prediction.hides(cell_of(event)));
}

void show_tooltip(const PictureOf& of, const Hit& hit) {
    if (is_secret(of, hit))
        return;
    switch (hit.kind) {
    case Hit::Kind::nothing: return;
    case Hit::Kind::place: return wrapped_tooltip(place_details(of, hit.place));
    case Hit::Kind::event: return wrapped_tooltip(details_text(of.timeline, hit.event, of.op));
    case Hit::Kind::step:
        return wrapped_tooltip(of.timeline.step(hit.event.step).sentence + "\nClick to go there.");
    }
}

// Every row as a line, and what is pinned.
void paint_map(const Look& look, const PictureOf& of, const Layout& layout, ImDrawList& list,
               const Rect& map) {
    const Palette& palette = look.palette();
    const Rect whole = layout.contents();
    const float x = map.width() / whole.width(), y = map.height() / whole.height();
    const auto shrunk = [&](const Rect& rect) {
        return Rect{map.left + (rect.left - whole.left) * x, map.top + (rect.top - whole.top) * y,
                    map.left + (rect.right - whole.left) * x, map.top + (rect.bottom - whole.top) * y};
    };
    for (int step = 0; step < std::ssize(of.timeline.steps); ++step) {
        const Rect row = layout.step(step);
        fill(list, shrunk({whole.left, row.top, whole.right, row.bottom}),
             step == of.step ? palette.accent : with_alpha(palette.dim, step < of.step ? 0.5f : 0.2f));
    }
    for (const EventId event : of.pinned.within(of.timeline, static_cast<int>(of.timeline.steps.size())))
        fill(list, shrunk(layout.event(event.step, of.timeline.at(event))), palette.pinned);
}

Clicked answer_to(const PictureOf& of, const Rect& area, const Hit& hit) {
    const Gesture gesture = gesture_in(area);
    const Pin pin = is_secret(of, hit) ? Pin{} : pin_of(of, hit);
    if (pin.kind != Pin::Kind::none || hit.kind == Hit::Kind::step)
        show_clickable_here();
    if (gesture == Gesture::unpin)
        return {.pin = Pin{}};
    if (gesture == Gesture::edit && pin.kind == Pin::Kind::input)
        return {.edit = pin.index};
    if (gesture == Gesture::pin && hit.kind == Hit::Kind::step)
        return {.seek = hit.event.step};
    return gesture == Gesture::pin && pin.kind != Pin::Kind::none ? Clicked{.pin = pin} : Clicked{};
}

} // namespace

Layout::Layout(const Timeline& timeline, const Room& room) : timeline_(timeline), room_(room) {
    const float px = room.scale;
    margin_ = 12 * px;
    const auto elements = static_cast<float>(timeline.input.size());
    const float available = room.area.width() - room.gutter - 2 * margin_;
    const float widest =
        timeline.lane_per_element() ? static_cast<float>(timeline.columns) * 140 * px : available;
    // Narrower columns could not be told apart: there is a map then.
    usable_ = room.zoom * std::max(std::min(available, widest), elements * 2.5f * px);

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
    band_stays_ = band_height_ < 0.6f * room.area.height();
    const float rows_begin = band_stays_ ? 0 : band_height_;

    // Arrows from row to row need room; workers mostly read from above the rows.
    const bool tall = timeline.lane_per_element();
    const bool looks_up = timeline.publishes || timeline.sum_turns() > 0;
    const float min_gap = (looks_up ? 5.0f : 10.0f) * px;
    const float max_gap = (looks_up ? 14.0f : tall ? 120.0f : 24.0f) * px;
    const float first_gap = tall ? min_gap : 8 * px, barrier_gap = 18 * px;
    const auto barriers =
        static_cast<float>(std::ranges::count(timeline.steps, true, &TimeStep::after_barrier));
    const float room_for_rows = canvas().height() - first_gap - margin_ - barriers * barrier_gap -
                                (usable_ > available ? map_room * px : 0);
    const float fraction = room_for_rows / std::max(1.0f, static_cast<float>(timeline.steps.size()));
    cell_height_ = room.zoom * (tall ? std::clamp(0.45f * fraction, 22 * px, 64 * px)
                                     : std::clamp(fraction - max_gap, 24 * px, 36 * px));
    const float gap = room.zoom * std::clamp(fraction - cell_height_ / room.zoom, min_gap, max_gap);
    pitch_ = cell_height_ + gap;
    float top = rows_begin + (tall ? gap : room.zoom * first_gap);
    for (const TimeStep& step : timeline.steps) {
        if (step.after_barrier)
            top += room.zoom * barrier_gap;
        tops_.push_back(top);
        top += pitch_;
    }
    rows_height_ = top - gap + margin_;
    // Moves beyond the map, and begins at the top.
    if (rows_height_ > canvas().height() || usable_ > available)
        rows_height_ += map_room * px;
    rows_height_ = std::max(rows_height_, canvas().height());
    origin_ = canvas().low();

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
    return {left() + static_cast<float>(tile.first) * element_width(), band_top() + top,
            left() + static_cast<float>(tile.last) * element_width(), band_top() + top + height};
}

Rect Layout::column(int index, float top, float height) const {
    const float from = left() + static_cast<float>(index) * column_width();
    return {from, band_top() + top, from + column_width(), band_top() + top + height};
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
    const float top = row_top(step);
    return {from, top, from + static_cast<float>(lane.width) * column_width(), top + cell_height_};
}

Rect Layout::step(int step) const {
    const float top = row_top(step);
    return {room_.area.left, top, room_.area.right, top + cell_height_};
}

float Layout::barrier(int index) const {
    return step(index).top - 12 * room_.scale * room_.zoom;
}

Rect Layout::around(int step) const {
    const float x = canvas().middle_x();
    if (step < 0)
        return {x, origin_.y, x, origin_.y};
    const float below = std::min(map_room * room_.scale, 0.42f * canvas().height() + 14 * room_.scale);
    const float above = canvas().height() - cell_height_ - below - 2 * 24;
    return {x, row_top(step) - std::clamp(above, 0.0f, pitch_), x, row_top(step) + cell_height_ + below};
}

Hit Layout::hit(float x, float y) const {
    if (!room_.area.contains(x, y))
        return {};
    const bool in_gutter = x < room_.area.left + room_.gutter;
    if (y < band_bottom()) {
        const auto found =
            std::ranges::find_if(places_, [&](Place place) { return cell(place).contains(x, y); });
        // Places moved under the gutter are hidden.
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

void add_legend(Legend& legend, const Timeline& timeline) {
    const Palette& palette = legend.look().palette();
    const ImU32 own = mix(palette.background, palette.accent, 0.42f);
    legend.square(own, palette.accent, "in this step");
    if (timeline.lane_per_element())
        legend.square(palette.raised, palette.line, "passed on");
    legend.square(0, palette.line, "still to come");
    legend.square(palette.valid, palette.valid, "prefix sum");
    if (timeline.publishes)
        legend.remark("X: nothing published, A: total of the tile, P: total up to it");
    legend.pinned();
}

Clicked Picture::draw(const Look& look, const PictureOf& of) {
    ImGui::BeginChild("picture", {0, 0}, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
                          ImGuiWindowFlags_NoMove);
    Layout::Room room{.area = Rect::of(ImGui::GetWindowPos(), ImGui::GetWindowSize()),
                      .scale = look.scale,
                      .gutter = gutter_width(look, of.timeline)};
    room.zoom = zoom_.begin(Layout(of.timeline, room).canvas(), room.area);
    Layout layout(of.timeline, room);
    layout.place(zoom_.place(layout.contents().size()));
    const std::pair now(of.step, of.timeline.steps.size());
    if (std::exchange(followed_, now) != now) {
        zoom_.reveal(layout.around(of.step));
        layout.place(zoom_.place(layout.contents().size()));
    }

    const ImVec2 mouse = ImGui::GetMousePos();
    const bool hovered = ImGui::IsWindowHovered() && !ImGui::IsAnyItemHovered(); // not the map
    const Hit hit = hovered ? layout.hit(mouse.x, mouse.y) : Hit{};
    paint(look, of, layout, trace_of(of.timeline, pin_of(of, hit)));
    show_tooltip(of, hit);
    Clicked answer = answer_to(of, room.area, hit);
    if (const EventId event = event_at(of, hit); event.step == of.step)
        answer.hovered = event;
    zoom_.end(look, [&](ImDrawList& list, const Rect& map) { paint_map(look, of, layout, list, map); });
    ImGui::EndChild();
    return answer;
}

} // namespace scanline::view::prefix_sum
