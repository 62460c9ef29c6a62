#pragma once
#include "scenes/compaction/small/canvas.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace scanline::view::compaction::small {

struct CellColours {
    ImU32 fill, text;
};

inline CellColours colours_of(const Palette& palette, CellKind kind) {
    switch (kind) {
    case CellKind::survivor: return {palette.valid, palette.valid_text};
    case CellKind::hole: return {palette.invalid, palette.invalid_text};
    case CellKind::marked: return {palette.invalid, palette.invalid_text};
    case CellKind::number: return {palette.raised, palette.text};
    case CellKind::zero: return {palette.raised, palette.dim};
    case CellKind::padding: return {mix(palette.invalid, palette.background, 0.65f), palette.dim};
    }
    return {};
}

/// Draws the sheet of a View with its top left at a screen position.
class Sheet {
public:
    Sheet(const Look& look, const Geometry& geometry, const View& view, ImVec2 origin, const Rect& canvas)
        : look_(look), palette_(look.palette()), geometry_(geometry), view_(view), model_(view.model),
          origin_(origin), canvas_(canvas), list_(*ImGui::GetWindowDrawList()) {}

    Rect box(CellId cell) const { return geometry_.cell(cell).moved(origin_); }

    /// Behind the cells: the stripe of the current row, blocks, arrows of its pass.
    void draw_ground() const {
        const Rect row = geometry_.row(view_.step.row);
        const Rect stripe = row.inset(0, -stripe_edge()).moved(origin_);
        fill(list_, {canvas_.left, stripe.top, canvas_.right, stripe.bottom},
             with_alpha(palette_.accent, 0.10f));

        const std::size_t elements = model_.rows()[0].cells.size();
        const bool numbered = geometry_.is_numbered();
        const float line = numbered ? geometry_.index_height() : 0, top = geometry_.top() - line;
        const float widest_number = width_of(look_.fonts.small, std::to_string(elements - 1)) + look_.px(3);
        const auto every = static_cast<std::size_t>(
            std::max(1.0f, std::ceil(widest_number / geometry_.cell({0, 0}).width())));
        for (std::size_t i = 0; i < elements && numbered; i += every)
            draw_small_text(geometry_.cell({0, i}).middle_x(), top, fmt::format("{}", i), palette_.dim);
        for (int number = 0; number < geometry_.blocks() && geometry_.numbers_blocks(); ++number) {
            const Rect block = geometry_.block(number);
            const bool room = block.width() > look_.px(60);
            if (numbered)
                draw_small_text(block.middle_x(), top - line,
                                (room ? "block " : "") + fmt::format("{}", number), palette_.dim);
            if (number > 0) {
                const float x = block.left - (block.left - geometry_.block(number - 1).right) / 2;
                list_.AddLine(at(x, top - line), at(x, geometry_.row(model_.search_row()).bottom),
                              with_alpha(palette_.line, 0.8f));
            }
        }
        draw_pass_arrows();
    }

    void draw_cells() const {
        for (std::size_t row = 0; row < model_.rows().size(); ++row) {
            for (std::size_t i = 0; i < model_.rows()[row].cells.size() && geometry_.shows(row); ++i) {
                const Rect b = box({row, i});
                if (!ImGui::IsRectVisible(b.low(), b.high()))
                    continue;
                if (has_values(row))
                    draw_cell({row, i});
                else
                    outline(list_, b.inset(look_.px(1.5f)), with_alpha(palette_.line, 0.55f), look_.px(3));
            }
        }
    }

    /// The path of the inspected element, and the search of the selected output.
    void draw_paths(float alpha) const {
        if (view_.step.probe)
            draw_search_path(alpha);
        if (view_.looked_at)
            draw_element_path(alpha);
    }

    /// Numbers the cells that the search has read.
    void draw_search_marks() const {
        const CellId output{model_.search_row(), view_.selected};
        if (!shown(output.row) || !geometry_.shows(output.row) || view_.shows_chains())
            return;
        const Rect target = box(output);
        outline(list_, target.inset(-look_.px(1)), palette_.accent, look_.px(4), look_.px(2));
        if (!view_.step.probe)
            return;
        if (!cover(output))
            draw_text(target, "?", palette_.accent);
        const std::size_t last = last_probe();
        std::map<CellId, int> repeated;
        const std::size_t known = last + (view_.hides_fetch() ? 0 : 1);
        for (std::size_t i = 0; i < known; ++i) {
            const CellId cell = view_.probes[i].cell;
            if (i == last)
                outline(list_, box(cell), palette_.focus, look_.px(4), look_.px(2.5f));
            draw_badge(cell, i + 1, i == last, repeated[cell]++);
        }
    }

    /// Row names at the left, unaffected by zoom and pan. `left`: of the window.
    void draw_names(float left) const {
        const float right = left + geometry_.label_width() - look_.px(8);
        const ImFont *name = look_.fonts.text, *small = look_.fonts.small;
        const float height = name->FontSize + small->FontSize;
        const bool one_line = geometry_.row(0).height() + geometry_.row_gap() < height;
        std::size_t folded = 0;
        for (std::size_t r = 0; r < model_.rows().size(); ++r) {
            const Row& row = model_.rows()[r];
            const Rect area = geometry_.row(r).moved(origin_);
            if (!geometry_.shows(r)) {
                ++folded;
                continue;
            }
            draw_fold(left + look_.px(12), area.top, std::exchange(folded, 0));
            const float alpha = shown(r) ? 1.0f : 0.4f;
            const bool current = r == view_.step.row;
            if (current) {
                const Rect stripe = Rect{left, area.top, right, area.bottom}.inset(0, -stripe_edge());
                fill(list_, stripe, with_alpha(palette_.accent, 0.10f));
                fill(list_, {left, stripe.top, left + look_.px(3), stripe.bottom}, palette_.accent);
            }
            const float x = left + look_.px(12);
            const ImU32 colour = with_alpha(current ? palette_.accent : palette_.text, alpha),
                        weak = with_alpha(palette_.dim, alpha);
            if (one_line) {
                // Beside the name, or below it, beside the names of the channels.
                const bool below = row.channels > 1;
                const float behind = below ? x : x + width_of(small, row.text.name) + look_.px(5);
                const Rect first = box({r, 0}), next = box({r, below ? 1u : 0u});
                write_inside(list_, small, {x, first.top, right, first.bottom}, colour, row.text.name, 0);
                write_inside(list_, small, {behind, next.top, right, next.bottom}, weak, row.text.detail, 0);
            } else {
                const float y = row.channels > 1 ? area.top - look_.px(4) : area.middle_y() - height / 2;
                write(list_, name, {x, y}, colour, row.text.name);
                write(list_, small, {x, y + name->FontSize}, weak, row.text.detail);
            }
            for (std::size_t channel = 0; channel < row.text.channels.size(); ++channel)
                write(list_, small, {right - look_.px(2), box({r, channel}).middle_y() - small->FontSize / 2},
                      weak, row.text.channels[channel], 1);
        }
        draw_fold(left + look_.px(12), geometry_.height() + origin_.y, folded);
    }

    /// The cells, as large as a map of the sheet has them. Its contents begin beside the names.
    void draw_map(ImDrawList& list, const Rect& map) const {
        const float across = map.width() / (geometry_.width() - geometry_.label_width()),
                    down = map.height() / geometry_.height();
        for (std::size_t row = 0; row <= view_.step.row; ++row) {
            for (std::size_t i = 0; i < model_.rows()[row].cells.size() && geometry_.shows(row); ++i) {
                const Rect cell = geometry_.cell({row, i});
                const float left = map.left + across * (cell.left - geometry_.label_width()),
                            top = map.top + down * cell.top;
                if (has_values(row) && !view_.hides({row, i}))
                    fill(list, Rect::of({left, top}, {across * cell.width() * 0.85f, down * cell.height()}),
                         colours_of(palette_, model_.cell({row, i}).kind).fill);
            }
        }
    }

    /// The chain whose arc is at a position of the screen.
    std::optional<std::size_t> chain_at(ImVec2 at) const {
        constexpr int parts = 24;
        for (std::size_t c = 0; view_.shows_chains() && c < view_.chains->all().size(); ++c) {
            for (const Arc& arc : arcs_of(view_.chains->all()[c])) {
                for (int part = 0; part <= parts; ++part) {
                    const float t = static_cast<float>(part) / parts, bend = 3 * t * (1 - t);
                    const float x = std::lerp(arc.from.x, arc.to.x, t * t * (3 - 2 * t)),
                                y = arc.from.y + bend * arc.leave;
                    if (std::hypot(x - at.x, y - at.y) < look_.px(5))
                        return c;
                }
            }
        }
        return std::nullopt;
    }

    /// Jumps to the right above the input and jumps to the left below it.
    void draw_chains() const {
        for (std::size_t c = 0; view_.shows_chains() && c < view_.chains->all().size(); ++c) {
            const Chain& chain = view_.chains->all()[c];
            if (chain.jumps() == 0)
                continue;
            const ImU32 colour = chain_colour(c);
            const float apart = 2 * geometry_.arc_height() / static_cast<float>(model_.block()),
                        thick = view_.chain == c ? look_.px(2.8f) : std::min(look_.px(1.8f), apart / 2);
            for (const Arc& arc : arcs_of(chain))
                arrow(list_, arc.from, arc.to, arc.leave, -arc.leave, colour, thick, look_.px(4.5f));
            for (const std::size_t place : chain.places)
                outline(list_, box({0, place}).inset(look_.px(1.5f)), colour, look_.px(3), thick);
            outline(list_, box({model_.search_row(), chain.places.front()}).inset(look_.px(1.5f)), colour,
                    look_.px(3), thick);
            if (view_.chain == c && view_.pinned)
                outline(list_, box({0, chain.places.back()}).inset(-look_.px(1)), palette_.pinned,
                        look_.px(4), look_.px(2));
        }
    }

private:
    ImVec2 at(float x, float y) const { return {origin_.x + x, origin_.y + y}; }
    bool shown(std::size_t row) const { return row <= view_.step.row; }

    bool has_values(std::size_t row) const {
        return row < view_.step.row || (row == view_.step.row && !view_.step.probe);
    }

    float stripe_edge() const { return std::min(look_.px(7), geometry_.row_gap() / 2); }

    /// Stands for rows that are not shown, in the gap that ends at y.
    void draw_fold(float x, float y, std::size_t rows) const {
        if (!geometry_.is_numbered())
            return; // no room, and the heading tells their number
        const float middle = y - (geometry_.row_gap() + geometry_.fold_height()) / 2,
                    height = look_.fonts.small->FontSize;
        for (float dot = 0; dot < 3 && rows > 0; ++dot)
            list_.AddCircleFilled({x + (1 + 6 * dot) * look_.scale, middle}, look_.px(1.2f), palette_.dim);
        if (rows > 0 && geometry_.fold_height() > 0)
            write(list_, look_.fonts.small, {x + look_.px(20), middle - height / 2}, palette_.dim,
                  fmt::format("{} more row{}", rows, rows == 1 ? "" : "s"));
    }

    ImU32 chain_colour(std::size_t chain) const {
        const bool dimmed = view_.chain && view_.chain != chain;
        const ImU32 colour = palette_.series[view_.chains->all()[chain].series];
        return dimmed ? mix(palette_.background, colour, 0.3f) : colour;
    }

    struct Arc {
        ImVec2 from, to;
        float leave; ///< see arrow()
    };

    /// A longer jump has a higher arc, so that one within another does not touch it.
    std::vector<Arc> arcs_of(const Chain& chain) const {
        const float longest = box({0, static_cast<std::size_t>(model_.block()) - 1}).left - box({0, 0}).left;
        std::vector<Arc> arcs;
        for (std::size_t i = 1; i < chain.places.size(); ++i) {
            const Rect a = box({0, chain.places[i - 1]}), b = box({0, chain.places[i]});
            const float way = b.middle_x() - a.middle_x();
            // The curve reaches three quarters as far as its ends point.
            const float leave =
                geometry_.arc_height() * 1.25f * std::lerp(0.12f, 1.0f, std::abs(way) / longest);
            arcs.push_back(way > 0 ? Arc{{a.middle_x(), a.top}, {b.middle_x(), b.top}, -leave}
                                   : Arc{{a.middle_x(), a.bottom}, {b.middle_x(), b.bottom}, leave});
        }
        return arcs;
    }

    /// From the elements to the outputs.
    void draw_chain_moves() const {
        for (std::size_t c = 0; c < view_.chains->all().size(); ++c) {
            const Chain& chain = view_.chains->all()[c];
            const ImU32 colour = chain.jumps() > 0 ? chain_colour(c) : with_alpha(palette_.line, 0.9f);
            draw_arrow({0, chain.places.back()}, {model_.search_row(), chain.places.front()}, colour,
                       look_.px(view_.chain == c ? 2.4f : 1.2f));
        }
    }

    ImU32 way_colour() const { return view_.pinned ? palette_.pinned : palette_.text; }

    PathMark mark(CellId cell) const {
        return view_.path.empty() ? PathMark::none : view_.path[cell.row][cell.index];
    }

    void draw_cell(CellId cell) const {
        const Cell& content = model_.cell(cell);
        CellColours colours = colours_of(palette_, content.kind);
        const PathMark path = mark(cell);
        const Rect b = box(cell);
        const Rect inner = b.inset(look_.px(1.5f));
        const float rounding = look_.px(3);
        const ImU32 way = way_colour();
        if (path == PathMark::copy)
            colours.fill = mix(colours.fill, way, view_.pinned ? 0.35f : 0.12f);
        else if (path == PathMark::influence)
            colours.fill = mix(colours.fill, way, view_.pinned ? 0.16f : 0.06f);
        else if (view_.pinned && !view_.path.empty() && path == PathMark::none) {
            colours.fill = mix(colours.fill, palette_.background, 0.5f);
            colours.text = mix(colours.text, palette_.background, 0.45f);
        }
        fill(list_, inner, colours.fill, rounding);
        if (path == PathMark::copy)
            outline(list_, inner, way, rounding, look_.px(2));
        else
            outline(list_, inner,
                    path == PathMark::influence ? with_alpha(way, 0.5f) : with_alpha(palette_.line, 0.9f),
                    rounding);
        if (cover(cell))
            return;
        draw_text(b.moved(travel(cell, b)), content.text, colours.text);
    }

    bool cover(CellId cell) const {
        return view_.prediction &&
               view_.prediction->cover(list_, look_, box(cell).inset(look_.px(1.5f)), view_.number_of(cell));
    }

    /// How far a number that the step writes is from its cell: it comes from the one that was read for it.
    ImVec2 travel(CellId cell, const Rect& b) const {
        if (!view_.motion || cell.row != view_.step.row || cell.row == 0)
            return {0, 0};
        const std::vector<CellId> reads = model_.reads(cell);
        const CellId from = model_.rows()[cell.row].text.kind == RowKind::survivors
                                ? model_.copied_from(cell)
                                : (reads.empty() ? cell : reads.front());
        const Rect start = geometry_.shows(from.row) ? box(from) : b;
        const ImVec2 now = view_.motion->place(view_.number_of(cell), {b.middle_x(), b.middle_y()},
                                               ImVec2{start.middle_x(), start.middle_y()});
        return {now.x - b.middle_x(), now.y - b.middle_y()};
    }

    void draw_text(const Rect& box, const std::string& text, ImU32 colour) const {
        // The largest that fits, also in cells that the zoom has made larger; in those that are too small for
        // any, the tooltip has it.
        for (const ImFont* font : {look_.fonts.title, look_.fonts.answer, look_.fonts.heading,
                                   look_.fonts.text, look_.fonts.small}) {
            const bool is_large = font != look_.fonts.text && font != look_.fonts.small;
            if (is_large && box.height() < (font == look_.fonts.heading ? 1.6f : 2.2f) * font->FontSize)
                continue;
            if (font->FontSize > box.height() + look_.px(1) ||
                width_of(font, text) > box.width() - look_.px(font == look_.fonts.small ? 0 : 3))
                continue;
            write(list_, font, {box.middle_x(), box.middle_y() - font->FontSize / 2}, colour, text, 0.5f);
            return;
        }
    }

    void draw_small_text(float x, float y, const std::string& text, ImU32 colour) const {
        write(list_, look_.fonts.small, at(x, y), colour, text, 0.5f);
    }

    void draw_arrow(CellId from, CellId to, ImU32 colour, float thickness) const {
        if (!geometry_.shows(from.row) || !geometry_.shows(to.row))
            return;
        const Rect a = box(from), b = box(to);
        const float apart = a.middle_x() - b.middle_x();
        ImVec2 start{a.middle_x(), a.top}, end{b.middle_x(), b.top};
        float leave = 0, enter = 0;
        if (from.row == to.row) {
            enter = std::min(look_.px(30), look_.px(10) + std::abs(apart) * 0.08f);
            leave = -enter;
        } else {
            (from.row < to.row ? start.y : end.y) = from.row < to.row ? a.bottom : b.bottom;
            leave = enter = std::clamp((end.y - start.y) * 0.5f, -look_.px(70), look_.px(70));
        }
        if (!ImGui::IsRectVisible(
                {std::min({start.x, end.x, a.left}), std::min({start.y, end.y, start.y + leave})},
                {std::max(start.x, end.x) + 1, std::max(start.y, end.y) + 1}))
            return;
        const bool passes_rows = from.row > to.row + 1 || to.row > from.row + 1;
        if (passes_rows && std::abs(apart) < 1) {
            // Route it through the gap between two columns, where it covers no numbers.
            const float gap = a.left, bend = end.y > start.y ? look_.px(9) : -look_.px(9);
            list_.AddBezierCubic(start, {start.x, start.y + bend}, {gap, start.y + bend / 2},
                                 {gap, start.y + 2 * bend}, colour, thickness);
            list_.AddLine({gap, start.y + 2 * bend}, {gap, end.y - 2 * bend}, colour, thickness);
            start = {gap, end.y - 2 * bend};
            leave = 1.5f * bend;
            enter = bend;
        }
        arrow(list_, start, end, leave, enter, colour, thickness, look_.px(4));
    }

    void draw_reads(CellId cell, ImU32 colour, float thickness) const {
        for (const CellId from : model_.reads(cell))
            draw_arrow(from, cell, colour, look_.px(thickness));
    }

    void draw_pass_arrows() const {
        const std::size_t row = view_.step.row;
        if (!has_values(row))
            return;
        if (view_.shows_chains())
            return draw_chain_moves();
        const ImU32 colour = with_alpha(palette_.accent, view_.path.empty() ? 0.38f : 0.2f);
        const bool moves = model_.rows()[row].text.kind == RowKind::survivors;
        for (std::size_t i = 0; i < model_.rows()[row].cells.size(); ++i) {
            const CellId to{row, i};
            if (!moves)
                draw_reads(to, colour, 1.2f);
            else if (const CellId from = model_.copied_from(to); from != to && !view_.hides(to))
                draw_arrow(from, to, colour, look_.px(1.3f));
        }
    }

    std::size_t last_probe() const { return std::min(*view_.step.probe, view_.probes.size() - 1); }

    void draw_search_path(float alpha) const {
        if (view_.hides_fetch() && last_probe() == 0)
            return;
        const std::size_t last = last_probe() - (view_.hides_fetch() ? 1 : 0);
        const auto strong = with_alpha(palette_.focus, alpha),
                   weak = with_alpha(palette_.focus, 0.6f * alpha);
        for (std::size_t i = 1; i <= last; ++i)
            if (view_.probes[i].follows)
                draw_arrow(view_.probes[i - 1].cell, view_.probes[i].cell, i == last ? strong : weak,
                           look_.px(i == last ? 2.4f : 1.6f));
        if (view_.probes[last].copy)
            draw_arrow(view_.probes[last].cell, {model_.search_row(), view_.selected}, strong,
                       look_.px(2.4f));
    }

    void draw_element_path(float alpha) const {
        const CellId seen = *view_.looked_at;
        if (!view_.pinned)
            alpha *= 0.6f;
        const auto strong = with_alpha(way_colour(), alpha), weak = with_alpha(way_colour(), 0.75f * alpha);
        for (std::size_t row = 1; row <= view_.step.row && has_values(row); ++row) {
            for (std::size_t i = 0; i < view_.path[row].size(); ++i) {
                const CellId cell{row, i};
                if (const CellId from = model_.copied_from(cell);
                    mark(cell) == PathMark::copy && from != cell && !view_.hides(cell))
                    draw_arrow(from, cell, strong, look_.px(2.4f));
            }
        }
        if (!has_values(seen.row) || view_.hides(seen))
            return;
        draw_reads(seen, weak, 1.6f);
        if (seen.row > 0 || !has_values(1))
            return;
        // Nothing leads to an input element, so show what it flows into first.
        for (std::size_t i = 0; i < view_.path[1].size(); ++i)
            for (const CellId from : model_.reads({1, i}))
                if (from == seen)
                    draw_arrow(from, {1, i}, weak, look_.px(1.6f));
    }

    void draw_badge(CellId cell, std::size_t number, bool current, int repeated) const {
        const Rect b = box(cell);
        // On the upper border, where it covers no number.
        const float radius = std::min(look_.px(7.5f), 0.45f * geometry_.row_gap() + look_.px(2));
        const ImVec2 centre{b.right - look_.px(3) - static_cast<float>(repeated) * radius * 1.8f,
                            b.top + look_.px(2) - radius};
        const std::string text = std::to_string(number);
        const ImFont* font = look_.fonts.small;
        const float height = font->FontSize * 0.86f;
        const ImVec2 size = font->CalcTextSizeA(height, FLT_MAX, 0, text.c_str());
        list_.AddCircleFilled(centre, radius,
                              current ? palette_.focus : mix(palette_.focus, palette_.background, 0.25f));
        list_.AddText(font, height, {centre.x - size.x / 2, centre.y - size.y / 2}, palette_.background,
                      text.c_str());
    }

    const Look& look_;
    const Palette& palette_;
    const Geometry& geometry_;
    const View& view_;
    const Model& model_;
    ImVec2 origin_;
    Rect canvas_; ///< where cells are, beside the names
    ImDrawList& list_;
};

} // namespace scanline::view::compaction::small
