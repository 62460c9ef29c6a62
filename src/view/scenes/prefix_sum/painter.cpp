#include "scenes/prefix_sum/part.h"

#include <algorithm>
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

class Rows : Part {
public:
    Rows(const Look& look, const PictureOf& of, const Layout& layout, const Provenance& hovered)
        : Part(look, of, layout, hovered) {
        const float padding = look.px(timeline_.lane_per_element() ? 4.0f : 8.0f);
        event_font_ =
            fitting_font(look_, {layout.column_width() - padding, layout.row_height()}, of.range.result);
    }

    void paint() {
        list_.ChannelsSplit(3);
        rows();
        list_.ChannelsSetCurrent(arrow_channel());
        arrows();
        list_.ChannelsMerge();
    }

private:
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

    bool is_traced(const Partial& value) const {
        const Partial& whole = of_.pinned.elements;
        return of_.pinned.element >= 0 ? value.has(of_.pinned.element)
                                       : value.first >= whole.first && value.last <= whole.last;
    }

    const ImFont* event_font_ = nullptr;
};

} // namespace

void paint(const Look& look, const PictureOf& of, const Layout& layout, const Provenance& hovered) {
    Rows(look, of, layout, hovered).paint();
    paint_band(look, of, layout, hovered);
}

} // namespace scanline::view::prefix_sum
