#include "scenes/cube/drawing.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view::cube_scene {

namespace {

bool is_old(const StepView& view) {
    return view.step.stage == Phase::before || view.step.stage == Phase::added;
}

/// Draws the arrays of one level, that of the step or of the pinned node.
class ArraysPart final : public Part {
public:
    ArraysPart(const Look& look, const Picture& picture, const Layout& layout)
        : Part(look, picture, layout,
               is_old(picture.view) ? picture.run.build.tree : picture.run.tree(picture.view.show)),
          number_(view_.step.level < 0 && pinned_ ? pinned_->level : view_.level_of_arrays()),
          level_(tree_.levels[number_]), nodes_(static_cast<std::uint32_t>(level_.size())),
          cell_(std::min((layout.area.right - look.px(14) - layout.left) / static_cast<float>(nodes_ + 1),
                         look.px(46))) {}

    void draw() {
        if (view_.roles[number_].front() == Role::absent && view_.show == Show::build)
            return;
        const float top = layout_.array_line(0).top - look_.px(6);
        list_.AddLine({layout_.area.left, top}, {layout_.area.right, top}, palette_.line);
        const bool linked = view_.linked[number_] || is_old(view_), rolled = view_.rolled[number_];
        name(layout_.array_line(0), fmt::format("level {}", number_), palette_.text);
        for (std::uint32_t node = 0; node < nodes_; ++node)
            draw_cell(0, node, std::to_string(node),
                      is_old(view_) ? Role::plain : view_.role({number_, node}));
        name(layout_.array_line(1), "key", palette_.dim);
        for (std::uint32_t node = 0; node < nodes_; ++node)
            if (number_ > 0)
                draw_code(list_, look_, cell(1, node), level_.key[node],
                          run_.word(number_, level_.key[node]));
            else
                draw_cell(1, node, "0");
        draw_array(2, "parent", level_.parent, true);
        draw_array(3, "first child", level_.first_child, true);
        draw_array(4, "count", level_.count, rolled);
        draw_array(5, run_.measure_name(), level_.values.front(), rolled);
        if (number_ > 0) {
            draw_header(linked);
            draw_array(7, "side link", level_.side_link, linked);
        }
        for (std::uint32_t node = 0; node < nodes_; ++node) {
            const Rect column{cell(0, node).left, cell(0, node).top, cell(0, node).right,
                              cell(5, node).bottom};
            if (rolled)
                cover(cell(5, node), {number_, node});
            ring(column, {number_, node});
            take_place(column, {number_, node});
        }
    }

private:
    Rect cell(std::size_t line, std::uint32_t place) const {
        const Rect row = layout_.array_line(line);
        const float gap = cell_ > look_.px(5) ? look_.px(1) : 0;
        return Rect::of({row.left + static_cast<float>(place) * cell_, row.top},
                        {cell_ - gap, row.height() - look_.px(1)});
    }

    void draw_cell(std::size_t line, std::uint32_t place, const std::string& text,
                   Role role = Role::plain) const {
        const Rect rect = cell(line, place);
        draw_ground(list_, look_, role, rect);
        write_inside(list_, look_.fonts.small, rect, ink_of(look_, role), text);
    }

    /// Writes all numbers of an array, or none if one does not fit.
    template <class Number>
    void draw_array(std::size_t line, std::string_view title, const std::vector<Number>& numbers,
                    bool made) const {
        name(layout_.array_line(line), title, palette_.dim);
        const bool fits = std::ranges::all_of(numbers, [&](Number number) {
            return width_of(look_.fonts.small, std::to_string(number)) <= cell(line, 0).width();
        });
        for (std::uint32_t place = 0; made && place < numbers.size(); ++place)
            draw_cell(line, place, fits ? std::to_string(numbers[place]) : "");
    }

    /// Draws an entry for each code, as wide as its run of side links.
    void draw_header(bool linked) const {
        name(layout_.array_line(6), "header", palette_.dim);
        for (std::uint32_t code = 0; linked && code + 1 < level_.header_first.size(); ++code)
            if (const auto first = level_.header_first[code], last = level_.header_first[code + 1];
                first < last)
                draw_code(
                    list_, look_,
                    {cell(6, first).left, cell(6, first).top, cell(6, last - 1).right, cell(6, first).bottom},
                    code, run_.word(number_, code));
    }

    const std::size_t number_;
    const cube::Level& level_;
    const std::uint32_t nodes_;
    const float cell_;
};

} // namespace

int draw_cube_arrays(const Look& look, const Picture& picture, const Layout& layout) {
    ArraysPart part(look, picture, layout);
    part.draw();
    return part.hovered();
}

} // namespace scanline::view::cube_scene
