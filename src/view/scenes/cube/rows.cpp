#include "scenes/cube/drawing.h"

#include <algorithm>
#include <string>

namespace scanline::view::cube_scene {

namespace {

constexpr std::string_view max_measure = "999";

class RowsPart final : public Part {
public:
    RowsPart(const Look& look, const Picture& picture, const Layout& layout)
        : Part(look, picture, layout, picture.run.tree(picture.view.show)),
          places_(static_cast<std::uint32_t>(tree_.rows())), is_sorted_(view_.step.stage != Phase::input),
          counted_(places_, view_.show != Show::query || view_.step.stage == Phase::asked) {
        const std::size_t level = run_.query.deepest;
        for (std::uint32_t node = 0; node < view_.roles[level].size(); ++node)
            if (view_.role({level, node}) == Role::met) {
                const auto [first, last] = places_below(tree_, {level, node});
                std::fill(counted_.begin() + first, counted_.begin() + last, true);
            }
    }

    void draw() {
        const float room = layout_.rows_top - layout_.area.top - layout_.table_height();
        if (view_.step.stage == Phase::key && room > look_.px(16)) {
            draw_table(layout_.area.top, false);
            draw_ways();
        }
        draw_table(layout_.rows_top, is_sorted_);
        for (const std::optional<Node>& at : {lit_, pinned_})
            if (at && is_sorted_) {
                const auto [first, last] = places_below(tree_, *at);
                ring(
                    layout_.columns(first, last, layout_.rows_top, layout_.rows_top + layout_.table_height()),
                    *at);
            }
    }

private:
    bool is_of_step(std::size_t level) const {
        return view_.step.stage == Phase::index && static_cast<int>(level) == view_.step.level;
    }

    /// The opacity of a code: codes that do not begin a node of the step are faint.
    float strength(std::uint32_t place, std::size_t level) const {
        const bool by_heads = view_.step.stage == Phase::heads || is_of_step(level);
        return !counted_[place] || (by_heads && run_.build.first_level[place] > level) ? 0.4f : 1;
    }

    void draw_table(float top, bool in_order) {
        const std::size_t levels = tree_.levels.size();
        if (fits(std::to_string(places_ - 1)))
            name(layout_.row_line(0, top), "row", palette_.dim);
        for (std::size_t level = 1; level < levels; ++level)
            name(layout_.row_line(level, top), run_.level_name(level), palette_.text);
        if (fits(max_measure))
            name(layout_.row_line(levels, top), "measure", palette_.dim);
        for (std::uint32_t place = 0; place < places_; ++place) {
            const std::uint32_t row = in_order ? tree_.row_order[place] : place;
            const float x = layout_.columns(place, place + 1, 0, 0).left;
            // The other table of the sort stays.
            away_ = top == layout_.rows_top ? motion_.place(row, {x, 0}).x - x : 0;
            draw_row(place, row, top, in_order);
        }
    }

    /// True if every number of a line fits its column; otherwise none is written.
    bool fits(std::string_view widest) const {
        return width_of(look_.fonts.small, widest) <= layout_.columns(0, 1, 0, 0).width();
    }

    Rect cell(std::uint32_t place, std::size_t line, float top) const {
        const Rect row = layout_.row_line(line, top),
                   all = layout_.columns(place, place + 1, row.top, row.bottom).moved({away_, 0});
        return {all.left, all.top, all.right - (all.width() > look_.px(5) ? look_.px(1) : 0),
                all.bottom - look_.px(1)};
    }

    void draw_row(std::uint32_t place, std::uint32_t row, float top, bool in_order) {
        const ImFont* const font = look_.fonts.small;
        const std::size_t levels = tree_.levels.size();
        const bool further = run_.is_further(row);
        if (further)
            fill(list_, cell(place, 0, top), palette_.valid);
        if (fits(std::to_string(places_ - 1)))
            write_inside(list_, font, cell(place, 0, top), further ? palette_.valid_text : palette_.dim,
                         std::to_string(row));
        for (std::size_t level = 1; level < levels; ++level) {
            const Rect rect = cell(place, level, top);
            const std::uint32_t code = run_.code(row, level);
            draw_code(list_, look_, rect, code, run_.word(level, code),
                      in_order ? strength(place, level) : 1);
            if (in_order && begins(place, level))
                outline(list_, rect, palette_.text, 0, look_.px(1.5f));
        }
        if (fits(max_measure))
            write_inside(list_, font, cell(place, levels, top),
                         counted_[place] ? palette_.text : palette_.dim, std::to_string(run_.measure(row)));
        if (in_order)
            take_nodes_of(place, top);
    }

    /// Makes each code of a row a place of the node above the row.
    void take_nodes_of(std::uint32_t place, float top) {
        const std::vector<std::uint32_t>& first = tree_.levels.back().first_child;
        const auto leaf = std::ranges::upper_bound(first, place) - first.begin() - 1;
        Node at{tree_.levels.size() - 1, static_cast<std::uint32_t>(leaf)};
        for (; at.level > 0; at.node = tree_.levels[at.level--].parent[at.node])
            if (view_.role(at) != Role::absent)
                take_place(cell(place, at.level, top), at);
    }

    /// True for the first code in which a row differs from the row before, and for codes that begin a node of
    /// the step's level.
    bool begins(std::uint32_t place, std::size_t level) const {
        if (view_.step.stage == Phase::heads)
            return run_.build.first_level[place] == level;
        return is_of_step(level) && run_.build.first_level[place] <= level;
    }

    /// Draws the way of each row from its original to its sorted place.
    void draw_ways() const {
        const float top = layout_.area.top + layout_.table_height() + look_.px(3),
                    bottom = layout_.rows_top - look_.px(3), y = (top + bottom) / 2;
        for (std::uint32_t place = 0; place < places_; ++place) {
            const std::uint32_t row = tree_.row_order[place];
            const float x = layout_.columns(row, row + 1, 0, 0).middle_x(),
                        end = layout_.columns(place, place + 1, 0, 0).middle_x();
            list_.AddBezierCubic({x, top}, {x, y}, {end, y}, {end, bottom},
                                 line_colour_of_code(look_, run_.code(row, 1)), look_.px(1.3f));
        }
    }

    const std::uint32_t places_;
    const bool is_sorted_;
    float away_ = 0;            ///< of the row drawn from its place, on the way there
    std::vector<bool> counted_; ///< [place] by the query; all true without one
};

} // namespace

int draw_cube_rows(const Look& look, const Picture& picture, const Layout& layout) {
    RowsPart part(look, picture, layout);
    part.draw();
    return part.hovered();
}

} // namespace scanline::view::cube_scene
