#include "scenes/prefix_sum/colours.h"
#include "scenes/prefix_sum/picture.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::view::prefix_sum {

namespace {

constexpr float current_tint = 0.13f; ///< of the current row

// A lane's own registers need no arrow: the lane is the same.
bool deserves_arrow(const Access& read, const LaneStep& lane, const Timeline& timeline) {
    if (read.place.space == Space::chip)
        return false;
    if (read.writer.step < 0)
        return read.place.space == Space::input && read.place.index < static_cast<int>(timeline.input.size());
    const bool own = timeline.at(read.writer).lane == lane.lane;
    return timeline.lane_per_element() || !own || read.place.space == Space::output;
}

class Painter {
public:
    Painter(const Look& look, const PictureOf& of, const Layout& layout, const Provenance& hovered)
        : look_(look), palette_(look.palette()), of_(of), timeline_(of.timeline), layout_(layout),
          hovered_(hovered), small_(look.fonts.small), list_(*ImGui::GetWindowDrawList()),
          window_(Rect::of(ImGui::GetWindowPos(), ImGui::GetWindowSize())) {
        const float padding = look.px(4), tiled_padding = look.px(8), band = look.px(26);
        event_font_ =
            fitting_font(look_,
                         {layout.column_width() - (timeline_.lane_per_element() ? padding : tiled_padding),
                          layout.row_height()},
                         of.range.result);
        input_font_ = fitting_font(look_, {layout.element_width() - padding, band}, of.range.input);
        output_font_ = fitting_font(look_, {layout.element_width() - padding, band}, of.range.output);
        cells_ = 2 * timeline_.input.size();
        for (int step = 0; step < steps(); ++step)
            cells_ += is_visible(step) ? timeline_.step(step).lanes.size() : 0;
    }

    void rows_and_arrows() {
        list_.ChannelsSplit(3);
        rows();
        list_.ChannelsSetCurrent(arrow_channel());
        arrows();
        list_.ChannelsMerge();
    }

    /// The part above the rows.
    void band() {
        list_.PushClipRect({window_.left + layout_.gutter(), window_.top},
                           {window_.right, layout_.band_bottom()}, true);
        input_cells();
        if (layout_.has_stretches())
            stretches();
        if (timeline_.publishes)
            tile_chips();
        if (layout_.has_outputs()) {
            for (int i = 0; i < timeline_.size; ++i)
                output_cell({Space::output, i});
            for (int sum = 0; sum < turns * timeline_.columns; ++sum) {
                if (turn_of(sum) < timeline_.sum_turns())
                    sum_chip({Space::sum, sum});
            }
            lane_names();
        }
        list_.PopClipRect();
    }

    /// The names at the left.
    void gutter() {
        const float right = window_.left + layout_.gutter();
        fill(list_, {window_.left, window_.top, right - look_.px(6), layout_.band_bottom() - 1},
             palette_.background);
        const auto name = [&](Place place, std::string_view words) {
            const Rect cell = layout_.cell(place);
            small_text({window_.left + look_.px(12), cell.top, right, cell.bottom}, palette_.dim, words, 0);
        };
        name({Space::input, 0}, "input");
        if (timeline_.publishes)
            name({Space::aggregate, 0}, "tiles");
        if (layout_.has_outputs())
            name({Space::output, 0}, "output");
        for (int turn = 0; turn < timeline_.sum_turns(); ++turn)
            name({Space::sum, sum_index(turn, 0)}, fmt::format("sums[{}]", turn));

        list_.PushClipRect({window_.left, layout_.band_bottom()}, {right, window_.bottom}, true);
        // Of rows too near to each other only some are named, and the current one.
        const int stride = static_cast<int>(std::ceil((small_->FontSize + 1) / layout_.row_pitch()));
        for (int step = 0; step < steps(); ++step) {
            const bool near_current = of_.step >= 0 && std::abs(step - of_.step) < stride;
            if (is_visible(step) && (step == of_.step || (step % stride == 0 && !near_current)))
                step_name(step, right);
        }
        list_.PopClipRect();
    }

private:
    void rows() {
        list_.PushClipRect({window_.left, layout_.band_bottom()}, window_.high(), true);
        if (of_.step >= 0)
            fill(list_, layout_.step(of_.step).inset(0, -look_.px(4)),
                 with_alpha(palette_.accent, current_tint));
        list_.PushClipRect(layout_.canvas().low(), window_.high(), true);
        list_.ChannelsSetCurrent(cell_channel);
        for (int step = 0; step < steps(); ++step) {
            if (!is_visible(step))
                continue;
            if (timeline_.step(step).after_barrier)
                barrier_line(step);
            for (int index = 0; index < std::ssize(timeline_.step(step).lanes); ++index)
                cell(step, index);
        }
        list_.PopClipRect();
        list_.PopClipRect();
    }

    /// Arrows from the sources of values.
    void arrows() {
        const float top =
            timeline_.lane_per_element() ? layout_.cell({Space::input, 0}).bottom : layout_.band_bottom();
        list_.PushClipRect({layout_.canvas().left, top}, window_.high(), true);
        const float density = arrow_density();
        for (int step = 0; step < steps(); ++step) {
            const auto& lanes = timeline_.step(step).lanes;
            const bool is_current = step == of_.step;
            for (int index = 0; index < static_cast<int>(lanes.size()); ++index) {
                const LaneStep& lane = lanes[static_cast<std::size_t>(index)];
                if (is_current && of_.motion.running() && !is_crowded())
                    travel({step, index});
                // An input is part of up to hundreds of sums.
                const bool few = of_.pinned.element < 0 || !(is_crowded() || is_dense());
                const bool pinned = few && of_.pinned.has(timeline_, {step, index});
                // Arrows would cover the rows of other lanes, and hundreds of them show nothing.
                if (!is_current && !pinned && (!timeline_.lane_per_element() || is_dense()))
                    continue;
                for (const Access& read : lane.reads) {
                    if (!deserves_arrow(read, lane, timeline_))
                        continue;
                    // Longer arrows would cover the rows between.
                    if (!is_current && !pinned && read.writer.step != step - 1)
                        continue;
                    const bool follows = pinned && is_traced(read.value);
                    const float faint = (step < of_.step ? 0.3f : 0.13f) * density;
                    const ImU32 colour = follows      ? with_alpha(palette_.pinned, 0.9f)
                                         : is_current ? with_alpha(palette_.accent, 0.85f * density)
                                                      : with_alpha(palette_.dim, faint);
                    arrow(read, step, lane, colour, follows || is_current ? 1.5f : 1.0f);
                }
            }
        }
        list_.PopClipRect();
    }

    int steps() const { return static_cast<int>(timeline_.steps.size()); }
    const TimeStep& current() const {
        static const TimeStep none;
        return of_.step >= 0 ? timeline_.step(of_.step) : none;
    }
    bool is_visible(int step) const {
        const Rect row = layout_.step(step);
        return row.bottom > layout_.band_bottom() && row.top < window_.bottom;
    }
    // A draw list without offsets has at most 65,536 vertices, so large pictures are simplified: square
    // corners, coarse curves and no hatching, then only the arrows of the current step, at last no outlines.
    bool is_crowded() const { return cells_ > 300; }
    bool is_packed() const { return cells_ > 900; }
    bool is_dense() const {
        return timeline_.lane_per_element() &&
               (timeline_.columns > 64 || layout_.column_width() < look_.px(8));
    }
    float corner(float rounding) const { return is_crowded() ? 0 : rounding; }
    float rounding() const { return corner(look_.px(3)); }
    Rect inset(const Rect& rect) const { return rect.inset(rect.width() > look_.px(8) ? look_.px(1) : 0, 0); }
    void mark(const Rect& rect, ImU32 colour, float thickness) {
        outline(list_, rect, colour, rounding(), look_.px(thickness));
    }
    bool small_text(const Rect& rect, ImU32 colour, std::string_view text, float x = 0.5f) {
        return small_->FontSize <= rect.height() && write_inside(list_, small_, rect, colour, text, x);
    }
    // Arrows run behind the cells of elements, which leave them room, but over those of lanes. A text of a
    // cell lies above the arrows, on a plate that keeps them from striking it out.
    static constexpr int cell_channel = 1, text_channel = 2;
    int arrow_channel() const { return timeline_.lane_per_element() ? 0 : cell_channel; }
    bool cell_text(const ImFont* font, const Rect& rect, ImU32 colour, ImU32 ground, std::string_view text,
                   float x = 0.5f) {
        if (font->FontSize > rect.height())
            return false;
        list_.ChannelsSetCurrent(text_channel);
        const bool fits = write_inside(list_, font, rect, colour, text, x, is_packed() ? 0 : ground);
        list_.ChannelsSetCurrent(cell_channel);
        return fits;
    }
    ImU32 shade(int value) const { return prefix_sum::shade(palette_, of_.range, value); }

    void barrier_line(int step) {
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

    void cell(int step, int index) {
        const EventId id{step, index};
        const LaneStep& lane = timeline_.at(id);
        const Rect rect = inset(layout_.event(step, lane));
        if (!rect.overlaps(layout_.canvas()))
            return;
        if (step > of_.step) { // still to come
            if (is_dense() || is_packed())
                fill(list_, rect, with_alpha(palette_.line, 0.25f));
            else
                outline(list_, rect, with_alpha(palette_.line, 0.7f), rounding());
            mark_trace(rect, of_.pinned.has(timeline_, id), hovered_.has(timeline_, id), 0.55f);
            return;
        }
        const ImU32 own = lane.tile >= 0 ? tile_colour(palette_, timeline_, lane.tile) : palette_.accent;
        const bool is_current = step == of_.step;
        if (lane.result())
            value_cell(rect, id, own);
        else
            waiting(rect, label_text(lane, of_.op),
                    lane.action == LaneAction::spin ? palette_.warning : palette_.dim, is_current);
        if (is_current)
            mark(rect, with_alpha(own, 0.9f), 1);
        mark_trace(rect, of_.pinned.has(timeline_, id), hovered_.has(timeline_, id));
    }

    void value_cell(const Rect& rect, EventId id, ImU32 own) {
        const LaneStep& lane = timeline_.at(id);
        const bool is_current = id.step == of_.step, is_pinned = id == of_.pinned.head;
        const bool shaded = timeline_.lane_per_element() && !event_font_;
        const CellColours colours =
            colours_of(palette_, timeline_, lane, own, is_current, shaded ? &of_.range : nullptr);
        const ImU32 ground = is_pinned ? mix(colours.fill, palette_.pinned, 0.25f) : colours.fill;
        fill(list_, rect, ground, rounding());
        Rect inner = rect;
        if (lane.tile >= 0) {
            if (rect.width() > look_.px(14))
                fill(list_, {rect.left, rect.top, rect.left + look_.px(3), rect.bottom}, own,
                     corner(look_.px(2)));
            const bool roomy = rect.width() > look_.px(60);
            inner.left += look_.px(roomy ? 8.0f : 4.0f);
            inner.right -= look_.px(roomy ? 6.0f : 1.0f);
        }
        const std::string value = value_text(lane.result()->value.value);
        const ImFont* font = event_font_ ? event_font_ : small_;
        bool labelled = false;
        if (!timeline_.lane_per_element()) {
            Rect beside = inner;
            beside.right -= width_of(font, value) + look_.px(6);
            labelled = cell_text(small_, beside, colours.label, ground, label_text(lane, of_.op), 0);
        }
        // Its operands come first.
        const ImU32 ink = is_current && of_.motion.running()
                              ? mix(ground, colours.text, of_.motion.progress())
                              : colours.text;
        if ((event_font_ || lane.width > 1) && !is_hidden(id))
            cell_text(font, inner, ink, ground, value, labelled ? 1.0f : 0.5f);
        if (!is_current)
            return;
        if (labelled)
            inner.left = inner.right - std::max(width_of(font, value) + look_.px(6), look_.px(30));
        list_.ChannelsSetCurrent(text_channel);
        of_.prediction.cover(list_, look_, timeline_.lane_per_element() ? rect : inner, cell_of(id));
        list_.ChannelsSetCurrent(cell_channel);
    }

    /// True for a value that the user is to predict.
    bool is_hidden(EventId id) const { return id.step == of_.step && of_.prediction.hides(cell_of(id)); }
    /// Covers a cell of the band whose value is hidden.
    bool cover(const Rect& rect, const Access* access) {
        return access && is_hidden(access->writer) &&
               of_.prediction.cover(list_, look_, rect, cell_of(access->writer));
    }

    /// What a lane of the current step reads, on its way to the lane's cell.
    void travel(EventId id) {
        const LaneStep& lane = timeline_.at(id);
        const Rect to = layout_.event(id.step, lane);
        list_.ChannelsSetCurrent(text_channel);
        for (std::size_t i = 0; i < lane.reads.size(); ++i) {
            const Access& read = lane.reads[i];
            if (!deserves_arrow(read, lane, timeline_) || read.value.empty())
                continue;
            const Rect from = source_of(read);
            const std::uint64_t mark = (static_cast<std::uint64_t>(id.step) << 32) |
                                       (static_cast<std::uint64_t>(id.index) << 16) | i;
            const ImVec2 at = of_.motion.place(mark, {to.middle_x(), to.middle_y()},
                                               ImVec2{from.middle_x(), from.middle_y()});
            const ImFont* const font = event_font_ ? event_font_ : small_;
            write(list_, font, {at.x, at.y - font->FontSize / 2},
                  with_alpha(palette_.text, 1 - of_.motion.progress()), value_text(read.value.value), 0.5f);
        }
        list_.ChannelsSetCurrent(arrow_channel());
    }

    void waiting(const Rect& rect, std::string_view label, ImU32 colour, bool is_current) {
        if (is_crowded()) {
            fill(list_, rect, with_alpha(colour, is_packed() ? 0.25f : 0.12f));
            if (is_packed())
                return;
        } else {
            const float max_lines = 3600.0f / static_cast<float>(cells_);
            const float pitch = std::max(look_.px(7), (rect.width() + rect.height()) / max_lines);
            hatch(list_, rect, pitch, with_alpha(colour, 0.22f), look_.px(1.5f));
        }
        outline(list_, rect, with_alpha(colour, 0.35f), rounding());
        cell_text(small_, rect.inset(look_.px(4), 0), colour,
                  mix(palette_.background, palette_.accent, is_current ? current_tint : 0), label);
    }

    // Hundreds of side by side or crossing arrows would merge into one bright area.
    float arrow_density() const {
        if (timeline_.lane_per_element())
            return is_dense() ? 0.35f : layout_.column_width() < look_.px(14) ? 0.6f : 1.0f;
        constexpr float max_bright = 30;
        std::ptrdiff_t arrows = 0;
        for (const LaneStep& lane : current().lanes)
            arrows += std::ranges::count_if(
                lane.reads, [&](const Access& read) { return deserves_arrow(read, lane, timeline_); });
        return std::clamp(max_bright / static_cast<float>(std::max<std::ptrdiff_t>(1, arrows)), 0.15f, 1.0f);
    }

    /// Values published earlier are drawn at their chip, values stored earlier at the output.
    Rect source_of(const Access& read) const {
        return read.writer.step < 0 || layout_.shows(read.place.space)
                   ? layout_.cell(read.place)
                   : layout_.event(read.writer.step, timeline_.at(read.writer));
    }

    void arrow(const Access& read, int step, const LaneStep& lane, ImU32 colour, float thickness) {
        const Rect to = layout_.event(step, lane);
        Rect from = source_of(read);
        // The band's cells are outlined; arrows leaving them need not cross the text below.
        if (layout_.has_outputs())
            from.bottom = std::max(from.bottom, layout_.band_bottom());
        if (to.top < from.bottom || to.bottom < layout_.band_bottom() || to.top > window_.bottom)
            return;
        const float bend = std::min((to.top - from.bottom) * 0.6f, look_.px(36));
        // 0 leaves it to ImGui, which uses about twenty.
        const int segments = !is_crowded() ? 0 : current().lanes.size() > 40 ? 8 : 14;
        view::arrow(list_, {from.middle_x(), from.bottom}, {to.middle_x(), to.top}, bend, bend, colour,
                    look_.px(thickness), is_dense() ? 0.0f : look_.px(3.5f), segments);
    }

    // True if the current step reads or writes it.
    bool is_touched(Place place) const {
        const auto is_here = [place](const Access& one) { return one.place == place; };
        return std::ranges::any_of(current().lanes, [&](const LaneStep& lane) {
            return std::ranges::any_of(lane.reads, is_here) || std::ranges::any_of(lane.writes, is_here);
        });
    }
    // The provenance of the pin is bold, that of what is under the mouse only hinted at.
    void mark_trace(const Rect& rect, bool pinned, bool hovered, float alpha = 1) {
        if (pinned)
            mark(rect, with_alpha(palette_.pinned, alpha), alpha < 1 ? 1.0f : 2.0f);
        else if (hovered)
            mark(rect, with_alpha(palette_.text, 0.7f * alpha), 1);
    }
    bool is_traced(const Partial& value) const {
        const Partial& whole = of_.pinned.elements;
        return of_.pinned.element >= 0 ? value.has(of_.pinned.element)
                                       : value.first >= whole.first && value.last <= whole.last;
    }
    void mark_element(const Rect& rect, Place place, bool pinned, bool hovered) {
        if (pinned || hovered)
            mark_trace(rect, pinned, hovered);
        else if (layout_.has_outputs() && is_touched(place))
            mark(rect, palette_.accent, 1.5f);
    }

    void input_cells() {
        // Number only every n-th element, as far as there is room.
        const float number = width_of(small_, std::to_string(timeline_.input.size())) + look_.px(2);
        int stride = 1;
        while (static_cast<float>(stride) * layout_.element_width() < number)
            stride *= 2;
        for (int i = 0; i < std::ssize(timeline_.input); ++i) {
            const Rect whole = layout_.cell({Space::input, i}), rect = inset(whole);
            const int value = timeline_.input[static_cast<std::size_t>(i)];
            const bool padding = i >= timeline_.size;
            ImU32 ground = input_font_ ? palette_.raised : shade(value);
            const auto tile =
                std::ranges::find_if(timeline_.tiles, [i](const Tile& one) { return one.has(i); });
            const bool is_tiled = tile != timeline_.tiles.end();
            const ImU32 own =
                is_tiled ? tile_colour(palette_, timeline_, static_cast<int>(tile - timeline_.tiles.begin()))
                         : 0;
            if (is_tiled && input_font_)
                ground = mix(palette_.background, own, 0.25f);
            fill(list_, rect, padding ? with_alpha(ground, 0.35f) : ground, rounding());
            if (is_tiled)
                fill(list_, {rect.left, rect.bottom - look_.px(3), rect.right, rect.bottom}, own);
            if (input_font_)
                write_inside(list_, input_font_, rect, padding ? palette_.dim : palette_.text,
                             value_text(value));
            if (i % stride == 0)
                small_text({whole.left - number / 2, whole.top - look_.px(18), whole.right + number / 2,
                            whole.top - look_.px(2)},
                           palette_.dim, std::to_string(i));
            if (of_.pin == Pin{Pin::Kind::input, i})
                fill(list_, rect, with_alpha(palette_.pinned, 0.25f), rounding());
            mark_element(rect, {Space::input, i}, of_.pinned.has_input(i), hovered_.has_input(i));
        }
    }

    void output_cell(Place place) {
        const Rect rect = inset(layout_.cell(place));
        const Access* output = of_.at(place);
        if (!output)
            return outline(list_, rect, with_alpha(palette_.line, 0.8f), rounding());
        if (cover(rect, output))
            return;
        const int value = output->value.value;
        const bool done = is_whole(*output); // else still in progress
        fill(list_, rect, !output_font_ ? shade(value) : done ? palette_.valid : palette_.raised, rounding());
        if (output_font_)
            write_inside(list_, output_font_, rect, done ? palette_.valid_text : palette_.dim,
                         value_text(value));
        if (of_.pin == Pin{Pin::Kind::output, place.index})
            fill(list_, rect, with_alpha(palette_.pinned, 0.25f), rounding());
        mark_element(rect, place, of_.pinned.has(*output), hovered_.has(*output));
    }

    // A bracket under the elements, bright if a thread is there.
    void stretches() {
        for (int s = 0; s < std::ssize(timeline_.stretches); ++s) {
            const Rect rect = inset(layout_.stretch(s));
            const int tiles = timeline_.tiles_a_stretch();
            const bool is_at_work = std::ranges::any_of(current().lanes, [&](const LaneStep& lane) {
                return lane.tile >= 0 && lane.tile / tiles == s;
            });
            const float y = rect.top + look_.px(3);
            list_.AddLine({rect.left, y}, {rect.right, y}, is_at_work ? palette_.accent : palette_.line,
                          look_.px(1.5f));
            const std::string number = std::to_string(s);
            const Rect below{rect.left, y + look_.px(1), rect.right, rect.bottom};
            const ImU32 ink = is_at_work ? palette_.text : palette_.dim;
            if (!small_text(below, ink, "stretch " + number))
                small_text(below, ink, number);
        }
    }

    void tile_chips() {
        for (int t = 0; t < std::ssize(timeline_.tiles); ++t) {
            const Rect rect = inset(layout_.cell({Space::aggregate, t})), inner = rect.inset(look_.px(4), 0);
            const Access* published = of_.memory.find_tile(t);
            if (cover(rect, published))
                continue;
            const bool is_prefix = published && published->place.space == Space::prefix;
            const ImU32 colour = tile_colour(palette_, timeline_, t);
            const ImU32 ink = published ? palette_.text : palette_.dim;
            const float round = corner(rect.height() / 2);
            const float strength = !published ? 0.0f : is_prefix ? 0.6f : 0.25f;
            fill(list_, rect, mix(palette_.background, colour, strength), round);
            outline(list_, rect, published ? colour : palette_.line, round, look_.px(1.5f));
            // Abbreviated to fit.
            const std::string state = !published ? "X" : is_prefix ? "P" : "A";
            const std::string text = published ? state + " " + value_text(published->value.value) : state;
            const bool written = small_text(inner, ink, fmt::format("tile {}: {}", t, text)) ||
                                 small_text(inner, ink, text) || small_text(inner, ink, state);
            const bool touched = is_touched({Space::prefix, t}) || is_touched({Space::aggregate, t});
            const bool looked_at = std::ranges::count(current().lanes, t, &LaneStep::looks_at) > 0;
            if (published && of_.pinned.has(*published))
                outline(list_, rect, palette_.pinned, round, look_.px(2));
            else if (written && (touched || looked_at))
                outline(list_, rect.inset(-look_.px(1)), touched ? palette_.accent : palette_.warning, round,
                        look_.px(2));
        }
    }

    void sum_chip(Place place) {
        const Rect rect = inset(layout_.cell(place)), inner = rect.inset(look_.px(4), 0);
        const Access* sum = of_.at(place);
        const ImU32 colour = lane_colour(palette_, thread_of(place.index), timeline_.columns);
        const float round = corner(rect.height() / 2);
        const bool touched = is_touched(place);
        if (cover(rect, sum))
            return;
        fill(list_, rect, mix(palette_.background, colour, sum ? 0.4f : 0.0f), round);
        outline(list_, rect,
                sum && of_.pinned.has(*sum) ? palette_.pinned
                : touched                   ? palette_.accent
                : sum                       ? colour
                                            : palette_.line,
                round, look_.px(touched || (sum && of_.pinned.has(*sum)) ? 2.0f : 1.0f));
        if (!sum)
            return;
        const std::string value = value_text(sum->value.value);
        const int stretch = timeline_.at(sum->writer).tile / timeline_.tiles_a_stretch();
        if (!layout_.has_stretches() ||
            !small_text(inner, palette_.text, fmt::format("stretch {}: {}", stretch, value)))
            small_text(inner, palette_.text, value);
    }

    void lane_names() {
        const auto name = [this](int lane) {
            return fmt::format("{} {}", to_string(timeline_.column), lane);
        };
        // All in the same format, with room between them.
        const bool whole =
            width_of(small_, name(timeline_.columns - 1)) + look_.px(8) <= layout_.column_width();
        for (int lane = 0; lane < timeline_.columns; ++lane)
            small_text(layout_.lane_name(lane), palette_.dim, whole ? name(lane) : std::to_string(lane));
        const float bottom = layout_.band_bottom() - 1;
        list_.AddLine({window_.left, bottom}, {window_.right, bottom}, palette_.line);
    }

    void step_name(int step, float right) {
        const Rect row = layout_.step(step);
        const bool is_current = step == of_.step;
        const float left = row.left + look_.px(12), barrier = layout_.barrier(step);
        if (timeline_.step(step).after_barrier && layout_.row_pitch() > small_->FontSize)
            small_text({left, barrier - look_.px(8), right, barrier + look_.px(8)}, palette_.warning,
                       "barrier", 0);
        const float half = std::max(small_->FontSize / 2 + look_.px(1), row.height() / 2 - look_.px(2));
        const Rect name{left, row.middle_y() - half, right - look_.px(6), row.middle_y() + half};
        if (is_current)
            fill(list_, {name.left - look_.px(6), name.top, name.right, name.bottom}, palette_.accent,
                 look_.px(4));
        const ImU32 ink = is_current ? palette_.accent_text : step < of_.step ? palette_.text : palette_.dim;
        small_text({name.left, name.top, right, name.bottom}, ink, timeline_.step(step).name, 0);
    }

    const Look& look_;
    const Palette& palette_;
    const PictureOf& of_;
    const Timeline& timeline_;
    const Layout& layout_;
    const Provenance& hovered_;
    const ImFont* small_;
    ImDrawList& list_;
    Rect window_;
    const ImFont* event_font_ = nullptr;
    const ImFont* input_font_ = nullptr;
    const ImFont* output_font_ = nullptr;
    std::size_t cells_ = 0; ///< number of visible cells
};

} // namespace

void paint(const Look& look, const PictureOf& of, const Layout& layout, const Provenance& hovered) {
    Painter painter(look, of, layout, hovered);
    painter.rows_and_arrows();
    painter.band();
    painter.gutter();
}

} // namespace scanline::view::prefix_sum
