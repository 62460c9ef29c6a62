#include "scenes/prefix_sum/part.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::view::prefix_sum {

namespace {

class Band : Part {
public:
    Band(const Look& look, const PictureOf& of, const Layout& layout, const Provenance& hovered)
        : Part(look, of, layout, hovered) {
        const ImVec2 room{layout.element_width() - look.px(4), look.px(26)};
        input_font_ = fitting_font(look_, room, of.range.input);
        output_font_ = fitting_font(look_, room, of.range.output);
    }

    void paint() {
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
    /// Covers a cell of the band whose value is hidden.
    bool cover(const Rect& rect, const Access* access) {
        return access && is_hidden(access->writer) &&
               of_.prediction.cover(list_, look_, rect, cell_of(access->writer));
    }

    // True if the current step reads or writes it.
    bool is_touched(Place place) const {
        const auto is_here = [place](const Access& one) { return one.place == place; };
        return std::ranges::any_of(current().lanes, [&](const LaneStep& lane) {
            return std::ranges::any_of(lane.reads, is_here) || std::ranges::any_of(lane.writes, is_here);
        });
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

    const ImFont* input_font_ = nullptr;
    const ImFont* output_font_ = nullptr;
};

} // namespace

void paint_band(const Look& look, const PictureOf& of, const Layout& layout, const Provenance& hovered) {
    Band band(look, of, layout, hovered);
    band.paint();
    band.gutter();
}

} // namespace scanline::view::prefix_sum
