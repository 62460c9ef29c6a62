#include "scenes/kdtree/drawing.h"
#include "scenes/kdtree/written.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>

namespace scanline::view::kdtree_scene {

namespace {

constexpr float gutter = 64, arrays_margin = 14;
constexpr float min_cell = 1.5f; ///< pixels; narrower cells are invisible
constexpr std::size_t max_linked = 64;
constexpr float min_linked_cell = 9; ///< pixels

/// Heights of the parts of an array, in pixels.
struct Heights {
    Heights(const Look& look, bool narrow)
        : cell(look.px(narrow ? 13.0f : 18.0f)), links(look.px(narrow ? 5.0f : 12.0f)),
          gap(look.px(narrow ? 5.0f : 9.0f)) {}

    float array() const { return 2 * cell + links; }

    float cell, links, gap;
};

class Arrays {
public:
    /// cells: number in the longer row, so that removed points leave a gap at the end.
    Arrays(const Look& look, const Picture& picture, int step, const Rect& area, std::size_t cells)
        : look_(look), palette_(look.palette()), picture_(picture), run_(picture.run), step_(step),
          left_(area.left + look.px(gutter)),
          cell_(std::min((area.right - look.px(arrays_margin) - left_) /
                             static_cast<float>(std::max<std::size_t>(1, cells)),
                         look.px(46))),
          list_(*ImGui::GetWindowDrawList()) {}

    /// after: the row that the step writes, whose cells travel, and may be covered.
    void row(const std::vector<std::int32_t>& array, std::size_t axis, float top, float height, bool after) {
        const ImFont* const font = look_.fonts.small;
        const std::string longest = std::to_string(run_.cloud.points().size() - 1);
        const bool labelled = width_of(font, longest) < cell_ - look_.px(3) && font->FontSize <= height;
        for (std::size_t i = 0; i < array.size(); ++i) {
            ImVec2 at{left_ + static_cast<float>(i) * cell_, top};
            const std::uint64_t slot = slot_cell(axis, i);
            const float space = cell_ > look_.px(5) ? look_.px(1) : 0;
            const Rect place = Rect::of(at, {cell_ - space, height});
            if (after && picture_.motion)
                at = picture_.motion->place(
                    std::uint64_t{axis + 1} << 40 | static_cast<std::uint32_t>(array[i]), at);
            if (!after || !picture_.hides(slot))
                cell(array[i], Rect::of(at, place.size()), labelled ? font : nullptr);
            if (after)
                picture_.cover(list_, look_, place, slot);
        }
        // Last, since its neighbours would cover the outline.
        const auto pinned = std::ranges::find(array, picture_.setup.pinned);
        if (pinned == array.end() ||
            (after && (picture_.moves() ||
                       picture_.hides(slot_cell(axis, static_cast<std::size_t>(pinned - array.begin()))))))
            return;
        const float left = left_ + static_cast<float>(pinned - array.begin()) * cell_;
        outline(list_, {left - look_.px(1), top - look_.px(1), left + cell_, top + height + look_.px(1)},
                palette_.pinned, look_.px(2), look_.px(2));
    }

    void links(const std::vector<std::int32_t>& before, const std::vector<std::int32_t>& after,
               std::size_t axis, float top, float bottom) const {
        if (before.size() > max_linked || cell_ < look_.px(min_linked_cell))
            return;
        for (std::size_t from = 0; from < before.size(); ++from) {
            const auto to = std::ranges::find(after, before[from]);
            if (to == after.end() ||
                picture_.hides(slot_cell(axis, static_cast<std::size_t>(to - after.begin()))))
                continue;
            const bool pinned = before[from] == picture_.setup.pinned;
            const ImU32 colour = pinned ? palette_.pinned
                                        : with_alpha(colour_of(look_, cell_role(run_, step_, before[from])),
                                                     0.7f * picture_.progress());
            const float x = middle(from), end = middle(static_cast<std::size_t>(to - after.begin()));
            list_.AddBezierCubic({x, top}, {x, (top + bottom) / 2}, {end, (top + bottom) / 2}, {end, bottom},
                                 colour, look_.px(pinned ? 2.0f : 1.0f));
        }
    }

    void name(const std::string& text, float top, float height, ImU32 colour) const {
        const ImFont* const font = look_.fonts.small;
        write(list_, font, {left_ - look_.px(gutter - arrays_margin), top + (height - font->FontSize) / 2},
              colour, text);
    }

    int pointed() const { return pointed_; }

private:
    float middle(std::size_t place) const { return left_ + (static_cast<float>(place) + 0.5f) * cell_; }

    void cell(std::int32_t point, const Rect& box, const ImFont* font) {
        const Role role = cell_role(run_, step_, point);
        const std::int64_t node = run_.node_of[static_cast<std::size_t>(point)];
        const bool plain = role == Role::waiting || role == Role::placed;
        const ImU32 ground =
            plain ? role == Role::waiting ? palette_.raised : palette_.invalid
                  : mix(palette_.raised, colour_of(look_, role), role == Role::median ? 0.85f : 0.42f);
        fill(list_, box, ground, font ? look_.px(2) : 0);
        if (node >= 0 && node == picture_.hovered)
            outline(list_, box, palette_.text, look_.px(2), look_.px(1.5f));
        if (is_hovered({box.left, box.top, box.left + cell_, box.bottom})) {
            pointed_ = point;
            show_clickable_here();
        }
        if (!font)
            return;
        const ImU32 ink = role == Role::median   ? IM_COL32(20, 16, 8, 255)
                          : role == Role::placed ? palette_.invalid_text
                                                 : palette_.text;
        write(list_, font, {box.middle_x(), box.middle_y() - font->FontSize / 2}, ink, std::to_string(point),
              0.5f);
    }

    const Look& look_;
    const Palette& palette_;
    const Picture& picture_;
    const Run& run_;
    const int step_;
    const float left_, cell_;
    int pointed_ = -1;
    ImDrawList& list_;
};

} // namespace

ArraysAt arrays_at(const Run& run, int step) {
    const auto after_step = [&run](int at) -> std::span<const std::vector<std::int32_t>> {
        if (at < 2)
            return at == 0 ? run.unsorted : run.trace->sorted;
        return run.trace->steps[static_cast<std::size_t>(at) - 2];
    };
    return {step == 0 ? std::span<const std::vector<std::int32_t>>() : after_step(step - 1),
            after_step(step)};
}

Role cell_role(const Run& run, int step, std::int32_t point) {
    const std::int64_t node = run.node_of[static_cast<std::size_t>(point)];
    const int level = level_of(step);
    if (level >= 0)
        return role_at(run.tree.size(), node, level);
    return step == 2 && node < 0 ? Role::repeated : Role::waiting;
}

bool arrays_fit(const Look& look, const Run& run, float width) {
    const auto cells = static_cast<float>(run.cloud.points().size());
    return width - look.px(gutter + arrays_margin) >= cells * look.px(min_cell);
}

float arrays_height(const Look& look, int dimensions, bool narrow) {
    const Heights heights(look, narrow);
    return static_cast<float>(dimensions) * (heights.array() + heights.gap) + look.px(10);
}

int draw_kd_arrays(const Look& look, const Picture& picture, int step, const Rect& area, bool narrow) {
    const Run& run = picture.run;
    const Heights heights(look, narrow);
    const Palette& palette = look.palette();
    ImGui::GetWindowDrawList()->AddLine(area.low(), {area.right, area.top}, palette.line);
    const auto [before, after] = arrays_at(run, step);
    const std::size_t cells = before.empty() ? after.front().size() : before.front().size();
    Arrays arrays(look, picture, step, area, cells);
    const int level = level_of(step);
    float top = area.top + look.px(10);
    for (int axis = 0; axis < run.tree.dimensions; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        const bool splits = level >= 0 && level % run.tree.dimensions == axis;
        const ImU32 colour = splits ? axis_colour(look, axis) : palette.dim;
        const float below = top + heights.cell + heights.links;
        if (before.empty()) {
            arrays.name(fmt::format("by {}", axis_name(axis)), top, heights.array(), palette.text);
            arrays.row(after[at], at, top + heights.array() / 2 - heights.cell / 2, heights.cell, true);
        } else {
            arrays.name(fmt::format("by {}", axis_name(axis)), top, heights.cell, colour);
            arrays.row(before[at], at, top, heights.cell, false);
            arrays.links(before[at], after[at], at, top + heights.cell, below);
            arrays.name("after", below, heights.cell, palette.dim);
            arrays.row(after[at], at, below, heights.cell, true);
        }
        top += heights.array() + heights.gap;
    }
    return arrays.pointed();
}

} // namespace scanline::view::kdtree_scene
