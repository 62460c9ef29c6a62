#include "scenes/cube/drawing.h"

#include "scanline/core/format.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view::cube_scene {

namespace {

constexpr const char *check_mark = "\u2713", *cross_mark = "\u2717";

class TreePart final : public Part {
public:
    TreePart(const Look& look, const Picture& picture, const Layout& layout)
        : Part(look, picture, layout, picture.run.tree(picture.view.show)) {}

    void draw() {
        if (view_.step.stage == Phase::key)
            return; // rows take the room
        for (std::size_t level = 0; level < tree_.levels.size(); ++level)
            draw_heading(level);
        draw_edges();
        for (std::size_t level = 0; level < tree_.levels.size(); ++level) {
            const auto nodes = static_cast<std::uint32_t>(tree_.levels[level].size());
            for (std::uint32_t node = 0; node < nodes; ++node)
                draw_node({level, node});
            for (std::uint32_t node = 0; node < nodes; ++node) {
                const Node at{level, node};
                const bool is_there = view_.role(at) != Role::absent;
                if (is_there || view_.show == Show::update)
                    draw_outline(list_, look_, view_.role(at), rect_of(at));
                if (is_there)
                    ring(rect_of(at), at);
            }
        }
        draw_runs();
        draw_rising();
    }

private:
    Rect rect_of(Node at) const {
        const auto [first, last] = places_below(tree_, at);
        const Rect level = layout_.level(at.level),
                   all = layout_.columns(first, last, level.top, level.bottom);
        return all.inset(all.width() > look_.px(6) ? look_.px(1) : 0, 0);
    }

    // A node shows its key, and below it up to two lines of aggregates.
    float text_height() const { return look_.fonts.small->FontSize + look_.px(1); }
    Rect key_of(const Rect& rect) const {
        return {rect.left, rect.top, rect.right,
                std::min(rect.bottom, rect.top + text_height() + look_.px(1))};
    }
    Rect body_of(const Rect& rect) const { return {rect.left, key_of(rect).bottom, rect.right, rect.bottom}; }
    bool has_line(const Rect& body) const { return body.height() >= look_.fonts.small->FontSize; }
    bool has_two_lines(const Rect& body) const { return body.height() >= 2 * text_height(); }
    Rect line_of(const Rect& body, int line) const {
        const float top = body.middle_y() + static_cast<float>(line - 1) * text_height();
        return {body.left, top, body.right, top + text_height()};
    }

    void draw_heading(std::size_t level) const {
        const Rect row = layout_.level(level);
        if (view_.step.level == static_cast<int>(level))
            fill(list_,
                 {layout_.area.left, row.top - look_.px(3), layout_.area.right, row.bottom + look_.px(3)},
                 with_alpha(palette_.accent, 0.12f));
        std::string text = fmt::format("{}  {}", level, run_.level_name(level));
        const bool asks = view_.show == Show::query && level > 0;
        const auto code = asks ? run_.setup.condition(tree_.path[level - 1]) : std::nullopt;
        if (code)
            text += " = " + run_.word(level, *code);
        name(key_of(row), text, code ? palette_.focus : palette_.text);
        const Rect body = body_of(row);
        if (!view_.rolled[level])
            return;
        if (has_two_lines(body)) {
            name(line_of(body, 0), "count", palette_.dim);
            name(line_of(body, 1), run_.measure_name(), palette_.dim);
        } else if (has_line(body)) {
            name(body, fmt::format("count \u00b7 {}", run_.measure_name()), palette_.dim);
        }
    }

    void draw_edge(Node child, ImU32 colour, float width) const {
        const Node parent{child.level - 1, tree_.levels[child.level].parent[child.node]};
        const Rect above = rect_of(parent), below = rect_of(child);
        const float x = above.middle_x(), end = below.middle_x(), y = (above.bottom + below.top) / 2;
        list_.AddBezierCubic({x, above.bottom}, {x, y}, {end, y}, {end, below.top}, colour, look_.px(width));
    }

    void draw_edges() const {
        for (std::size_t level = 1; level < tree_.levels.size(); ++level) {
            // Side links take the room below their level.
            const bool faint =
                view_.step.stage == Phase::header && static_cast<int>(level) == view_.step.level + 1;
            for (std::uint32_t node = 0; node < tree_.levels[level].size(); ++node)
                if (view_.role({level, node}) != Role::absent)
                    draw_edge({level, node}, with_alpha(palette_.dim, faint ? 0.2f : 0.8f), 1);
        }
        for (const Node node : view_.way)
            draw_edge(node, palette_.focus, 3);
        if (!pinned_ || view_.role(*pinned_) == Role::absent)
            return;
        for (Node at = *pinned_; at.level > 0; at.node = tree_.levels[at.level--].parent[at.node])
            draw_edge(at, palette_.pinned, 2);
        const std::vector<std::uint32_t>& first = tree_.levels[pinned_->level].first_child;
        if (pinned_->level + 1 == tree_.levels.size())
            return;
        for (std::uint32_t child = first[pinned_->node]; child < first[pinned_->node + 1]; ++child)
            if (const Node at{pinned_->level + 1, child}; view_.role(at) != Role::absent)
                draw_edge(at, palette_.pinned, 2);
    }

    void draw_node(Node at) {
        const Role role = view_.role(at);
        if (role == Role::absent)
            return;
        const Rect rect = rect_of(at), key = key_of(rect), body = body_of(rect);
        const std::uint32_t code = tree_.levels[at.level].key[at.node];
        draw_ground(list_, look_, role, rect);
        if (at.level > 0)
            draw_code(list_, look_, key, code, run_.word(at.level, code), role == Role::missed ? 0.4f : 1);
        draw_cell(at, at.level > 0 || has_two_lines(body) ? body : key);
        const Rect corner = key.inset(look_.px(3), 0);
        if (rect.width() > look_.px(40) && role == Role::met)
            write_inside(list_, look_.fonts.small, corner,
                         at.level > 0 ? ink_on(colour_of_code(code)) : palette_.valid_text, check_mark, 1);
        else if (rect.width() > look_.px(40) && role == Role::missed)
            write_inside(list_, look_.fonts.small, corner, palette_.text, cross_mark, 1);
        take_place(rect, at);
    }

    /// Writes the aggregates of a node, in as many lines as fit.
    void draw_cell(Node at, const Rect& body) const {
        const cube::Cell cell = cell_at(run_, view_, at);
        if (!view_.rolled[at.level] || cell.count == 0)
            return;
        const ImFont* const font = look_.fonts.small;
        const bool is_now = static_cast<int>(at.level) == view_.step.level;
        const ImU32 ink = with_alpha(ink_of(look_, view_.role(at)), is_now ? motion_.progress() : 1);
        std::string count = std::to_string(cell.count);
        if (view_.role(at) == Role::changed) {
            const std::int64_t added =
                run_.update.added.levels[at.level].count[run_.update.sources[at.level][at.node].added];
            count = fmt::format("{}+{}", cell.count - added, added);
        }
        const std::string value = with_commas(cell.values.front());
        if (has_two_lines(body)) {
            write_inside(list_, font, line_of(body, 0), ink, count);
            write_inside(list_, font, line_of(body, 1), ink, value);
            cover(line_of(body, 1), at);
        } else if (has_line(body)) {
            const std::string both = fmt::format("{} \u00b7 {}", count, value);
            if (!write_inside(list_, font, body, ink, both))
                write_inside(list_, font, body, ink, count);
            cover(body, at);
        }
    }

    /// What the nodes of the step combine, on its way up to them.
    void draw_rising() const {
        if (view_.step.stage != Phase::roll_up || !motion_.running())
            return;
        const auto number = static_cast<std::size_t>(view_.step.level);
        const bool leaves = number + 1 == tree_.levels.size();
        const Rect measures = layout_.row_line(tree_.levels.size(), layout_.rows_top);
        const auto middle = [](const Rect& rect) { return ImVec2{rect.middle_x(), rect.middle_y()}; };
        for (std::uint32_t node = 0; node < tree_.levels[number].size(); ++node)
            for (const auto& [part, value] : run_.parts(tree_, {number, node})) {
                const Rect from = leaves ? layout_.columns(part, part + 1, measures.top, measures.bottom)
                                         : body_of(rect_of({number + 1, part}));
                const ImVec2 at = motion_.place((std::uint64_t{number + 1} << 32) | part,
                                                middle(body_of(rect_of({number, node}))), middle(from));
                write(list_, look_.fonts.small, {at.x, at.y - look_.fonts.small->FontSize / 2},
                      with_alpha(palette_.accent, 1 - motion_.progress()), with_commas(value), 0.5f);
            }
    }

    /// Draws a line below a level that joins the nodes of a key.
    void draw_run(std::size_t number, std::uint32_t key, ImU32 colour, float width) const {
        const cube::Level& level = tree_.levels[number];
        const auto first = level.header_first[key], last = level.header_first[key + 1];
        if (last - first < 2)
            return;
        const float fraction = (static_cast<float>(key) + 1) / static_cast<float>(level.header_first.size());
        const float bottom = layout_.level(number).bottom, y = bottom + fraction * layout_.gap;
        const auto x = [&](std::uint32_t link) {
            return rect_of({number, level.side_link[link]}).middle_x();
        };
        list_.AddLine({x(first), y}, {x(last - 1), y}, colour, look_.px(width));
        for (std::uint32_t link = first; link < last; ++link) {
            list_.AddLine({x(link), bottom}, {x(link), y}, colour, look_.px(width));
            list_.AddCircleFilled({x(link), y}, look_.px(width + 1), colour);
        }
    }

    void draw_runs() const {
        const auto level = static_cast<std::size_t>(std::max(view_.step.level, 0));
        if (view_.step.stage == Phase::header) {
            for (std::uint32_t key = 0; key + 1 < tree_.levels[level].header_first.size(); ++key)
                draw_run(level, key, line_colour_of_code(look_, key), 1.5f);
        } else if (view_.show == Show::query && run_.query.method == cube::Method::side_links) {
            const std::size_t deepest = run_.query.deepest;
            draw_run(deepest, *run_.setup.condition(tree_.path[deepest - 1]), palette_.focus, 1.5f);
        }
        if (pinned_ && view_.linked[pinned_->level])
            draw_run(pinned_->level, tree_.levels[pinned_->level].key[pinned_->node], palette_.pinned, 2);
    }
};

} // namespace

int draw_cube_tree(const Look& look, const Picture& picture, const Layout& layout) {
    TreePart part(look, picture, layout);
    part.draw();
    return part.hovered();
}

} // namespace scanline::view::cube_scene
