#include "compaction_small/compaction_small_cells.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace scanline::view {

namespace {

struct CellColours {
    ImU32 fill, text;
};

CellColours colours_of(const Palette& palette, CellKind kind) {
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

} // namespace

SmallSheet::SmallSheet(const Look& look, const SmallGeometry& geometry, const SmallView& view, ImVec2 origin)
    : look_(look), palette_(look.palette()), geometry_(geometry), view_(view), origin_(origin),
      list_(*ImGui::GetWindowDrawList()) {}

Box SmallSheet::box(CellId cell) const {
    Box box = geometry_.cell(cell);
    box.x += origin_.x;
    box.y += origin_.y;
    return box;
}

bool SmallSheet::shown(std::size_t row) const {
    return row <= view_.step.row;
}

bool SmallSheet::has_values(std::size_t row) const {
    return row < view_.step.row || (row == view_.step.row && !view_.step.probe);
}

PathMark SmallSheet::mark(CellId cell) const {
    return view_.path.empty() ? PathMark::none : view_.path[cell.row][cell.index];
}

void SmallSheet::draw_text(const Box& box, const std::string& text, ImU32 colour) const {
    ImGui::PushFont(look_.fonts.text);
    ImVec2 size = ImGui::CalcTextSize(text.c_str());
    ImGui::PopFont();
    ImFont* font = look_.fonts.text;
    if (size.x > box.width - look_.px(3)) {
        font = look_.fonts.small;
        size = font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text.c_str());
    }
    list_.AddText(font, font->FontSize, {box.middle() - size.x / 2, box.y + (box.height - size.y) / 2},
                  colour, text.c_str());
}

void SmallSheet::draw_small_text(float x, float y, const std::string& text, ImU32 colour) const {
    ImFont* font = look_.fonts.small;
    const ImVec2 size = font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text.c_str());
    list_.AddText(font, font->FontSize, at(x - size.x / 2, y), colour, text.c_str());
}

void SmallSheet::draw_ground() const {
    const Box row = geometry_.row(view_.step.row);
    const float edge = look_.px(7);
    const float right = std::max(geometry_.width(), ImGui::GetWindowWidth() + ImGui::GetScrollX());
    list_.AddRectFilled(at(0, row.y - edge), at(right, row.bottom() + edge),
                        with_alpha(palette_.accent, 0.10f));

    const std::size_t elements = view_.model.rows()[0].cells.size();
    const float line = geometry_.index_height(), top = geometry_.row(0).y - line;
    for (std::size_t i = 0; i < elements; ++i)
        draw_small_text(geometry_.cell({0, i}).middle(), top, fmt::format("{}", i), palette_.dim);
    for (int number = 0; number < geometry_.blocks() && geometry_.numbers_blocks(); ++number) {
        const Box block = geometry_.block(number);
        const bool room = block.width > look_.px(60);
        draw_small_text(block.middle(), top - line, (room ? "block " : "") + fmt::format("{}", number),
                        palette_.dim);
        if (number > 0) {
            const float x = block.x - (block.x - geometry_.block(number - 1).right()) / 2;
            list_.AddLine(at(x, top - line), at(x, geometry_.row(view_.model.search_row()).bottom()),
                          with_alpha(palette_.line, 0.8f));
        }
    }
    draw_pass_arrows();
}

void SmallSheet::draw_arrow(CellId from, CellId to, ImU32 colour, float thickness) const {
    const Box a = box(from), b = box(to);
    const float head = look_.px(4);
    ImVec2 start, end, first, second;
    if (from.row == to.row) {
        const float lift = std::min(look_.px(30), look_.px(10) + std::abs(a.middle() - b.middle()) * 0.08f);
        start = {a.middle(), a.y};
        end = {b.middle(), b.y};
        first = {start.x, start.y - lift};
        second = {end.x, end.y - lift};
    } else {
        const bool down = from.row < to.row;
        start = {a.middle(), down ? a.bottom() : a.y};
        end = {b.middle(), down ? b.y : b.bottom()};
        const float reach = std::clamp((end.y - start.y) * 0.5f, -look_.px(70), look_.px(70));
        first = {start.x, start.y + reach};
        second = {end.x, end.y - reach};
    }
    const ImVec2 low{std::min({start.x, end.x, a.x}), std::min({start.y, end.y, first.y})};
    const ImVec2 high{std::max(start.x, end.x) + 1, std::max(start.y, end.y) + 1};
    if (!ImGui::IsRectVisible(low, high))
        return;
    const bool passes_rows = from.row > to.row + 1 || to.row > from.row + 1;
    if (passes_rows && std::abs(a.middle() - b.middle()) < 1) {
        // In the gap between two columns, where it covers no numbers.
        const float gap = a.x, bend = end.y > start.y ? look_.px(9) : -look_.px(9);
        list_.AddBezierCubic(start, {start.x, start.y + bend}, {gap, start.y + bend / 2},
                             {gap, start.y + 2 * bend}, colour, thickness);
        list_.AddLine({gap, start.y + 2 * bend}, {gap, end.y - 2 * bend}, colour, thickness);
        list_.AddBezierCubic({gap, end.y - 2 * bend}, {gap, end.y - bend / 2}, {end.x, end.y - bend}, end,
                             colour, thickness);
    } else {
        list_.AddBezierCubic(start, first, second, end, colour, thickness);
    }
    const float direction = second.y < end.y ? -1.0f : 1.0f;
    list_.AddTriangleFilled(end, {end.x - head * 0.75f, end.y + direction * head * 1.5f},
                            {end.x + head * 0.75f, end.y + direction * head * 1.5f}, colour);
}

void SmallSheet::draw_pass_arrows() const {
    const std::size_t row = view_.step.row;
    if (!has_values(row))
        return;
    const ImU32 colour = with_alpha(palette_.accent, view_.path.empty() ? 0.38f : 0.2f);
    const std::vector<SmallCell>& cells = view_.model.rows()[row].cells;
    const bool moves = view_.model.rows()[row].text.kind == RowKind::survivors;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const CellId to{row, i};
        if (moves) {
            if (const CellId from = view_.model.copied_from(to); from != to)
                draw_arrow(from, to, colour, look_.px(1.3f));
            continue;
        }
        for (const CellId from : view_.model.reads(to))
            draw_arrow(from, to, colour, look_.px(1.2f));
    }
}

void SmallSheet::draw_outline(CellId cell) const {
    const Box b = box(cell);
    const float inset = look_.px(1.5f);
    list_.AddRect({b.x + inset, b.y + inset}, {b.right() - inset, b.bottom() - inset},
                  with_alpha(palette_.line, 0.55f), look_.px(3));
}

void SmallSheet::draw_cell(CellId cell) const {
    const SmallCell& content = view_.model.rows()[cell.row].cells[cell.index];
    CellColours colours = colours_of(palette_, content.kind);
    const PathMark path = mark(cell);
    const Box b = box(cell);
    const float inset = look_.px(1.5f), rounding = look_.px(3);
    const ImVec2 low{b.x + inset, b.y + inset}, high{b.right() - inset, b.bottom() - inset};
    if (path == PathMark::copy)
        colours.fill = mix(colours.fill, palette_.trace, 0.35f);
    else if (path == PathMark::influence)
        colours.fill = mix(colours.fill, palette_.trace, 0.16f);
    else if (!view_.path.empty() && path == PathMark::none) {
        colours.fill = mix(colours.fill, palette_.background, 0.5f);
        colours.text = mix(colours.text, palette_.background, 0.45f);
    }
    list_.AddRectFilled(low, high, colours.fill, rounding);
    if (path == PathMark::copy) {
        list_.AddRect(low, high, palette_.trace, rounding, 0, look_.px(2));
    } else {
        list_.AddRect(low, high,
                      path == PathMark::influence ? with_alpha(palette_.trace, 0.5f)
                                                  : with_alpha(palette_.line, 0.9f),
                      rounding);
    }
    draw_text(b, content.text, colours.text);
}

void SmallSheet::draw_cells() const {
    for (std::size_t row = 0; row < view_.model.rows().size(); ++row) {
        for (std::size_t i = 0; i < view_.model.rows()[row].cells.size(); ++i) {
            const Box b = box({row, i});
            if (!ImGui::IsRectVisible({b.x, b.y}, {b.right(), b.bottom()}))
                continue;
            if (has_values(row))
                draw_cell({row, i});
            else
                draw_outline({row, i});
        }
    }
}

void SmallSheet::draw_badge(CellId cell, std::size_t number, bool current, int repeated) const {
    const Box b = box(cell);
    const float radius = look_.px(7.5f);
    const ImVec2 centre{b.right() - look_.px(3) - static_cast<float>(repeated) * radius * 1.8f,
                        b.y + look_.px(1)};
    const std::string text = fmt::format("{}", number);
    ImFont* font = look_.fonts.small;
    const float height = font->FontSize * 0.86f;
    const ImVec2 size = font->CalcTextSizeA(height, FLT_MAX, 0, text.c_str());
    list_.AddCircleFilled(centre, radius,
                          current ? palette_.trace : mix(palette_.trace, palette_.background, 0.25f));
    list_.AddText(font, height, {centre.x - size.x / 2, centre.y - size.y / 2}, palette_.background,
                  text.c_str());
}

std::size_t SmallSheet::last_probe() const {
    return std::min(*view_.step.probe, view_.probes.size() - 1);
}

void SmallSheet::draw_search_marks() const {
    const CellId output{view_.model.search_row(), view_.selected};
    if (!shown(output.row))
        return;
    const Box target = box(output);
    list_.AddRect({target.x - look_.px(1), target.y - look_.px(1)},
                  {target.right() + look_.px(1), target.bottom() + look_.px(1)}, palette_.accent, look_.px(4),
                  0, look_.px(2));
    if (!view_.step.probe)
        return;
    draw_text(target, "?", palette_.accent);
    const std::size_t last = last_probe();
    std::map<CellId, int> repeated;
    for (std::size_t i = 0; i <= last; ++i) {
        const CellId cell = view_.probes[i].cell;
        if (i == last) {
            const Box b = box(cell);
            list_.AddRect({b.x, b.y}, {b.right(), b.bottom()}, palette_.trace, look_.px(4), 0,
                          look_.px(2.5f));
        }
        draw_badge(cell, i + 1, i == last, repeated[cell]++);
    }
}

void SmallSheet::draw_paths(float alpha) const {
    if (view_.step.probe)
        draw_search_path(alpha);
    if (view_.looked_at)
        draw_element_path(alpha);
}

void SmallSheet::draw_search_path(float alpha) const {
    const std::size_t last = last_probe();
    const auto strong = with_alpha(palette_.trace, alpha), weak = with_alpha(palette_.trace, 0.6f * alpha);
    for (std::size_t i = 1; i <= last; ++i)
        if (view_.probes[i].follows)
            draw_arrow(view_.probes[i - 1].cell, view_.probes[i].cell, i == last ? strong : weak,
                       look_.px(i == last ? 2.4f : 1.6f));
    if (view_.probes[last].copy)
        draw_arrow(view_.probes[last].cell, {view_.model.search_row(), view_.selected}, strong,
                   look_.px(2.4f));
}

void SmallSheet::draw_element_path(float alpha) const {
    const CellId seen = *view_.looked_at;
    const auto strong = with_alpha(palette_.trace, alpha), weak = with_alpha(palette_.trace, 0.75f * alpha);
    for (std::size_t row = 1; row <= view_.step.row && has_values(row); ++row) {
        for (std::size_t i = 0; i < view_.path[row].size(); ++i) {
            const CellId cell{row, i};
            if (const CellId from = view_.model.copied_from(cell);
                mark(cell) == PathMark::copy && from != cell)
                draw_arrow(from, cell, strong, look_.px(2.4f));
        }
    }
    if (!has_values(seen.row))
        return;
    for (const CellId from : view_.model.reads(seen))
        draw_arrow(from, seen, weak, look_.px(1.6f));
    if (seen.row > 0 || !has_values(1))
        return;
    // Nothing leads to an element of the input, so what it goes into first is shown.
    for (std::size_t i = 0; i < view_.path[1].size(); ++i)
        for (const CellId from : view_.model.reads({1, i}))
            if (from == seen)
                draw_arrow(from, {1, i}, weak, look_.px(1.6f));
}

void SmallSheet::draw_names(float left) const {
    const float right = left + geometry_.label_width() - look_.px(8);
    list_.AddRectFilled({left, origin_.y}, {right, origin_.y + geometry_.height()}, palette_.background);
    for (std::size_t r = 0; r < view_.model.rows().size(); ++r) {
        const SmallRow& row = view_.model.rows()[r];
        const Box area = geometry_.row(r);
        const float alpha = shown(r) ? 1.0f : 0.4f;
        const bool current = r == view_.step.row;
        const float edge = look_.px(7);
        if (current) {
            list_.AddRectFilled({left, origin_.y + area.y - edge}, {right, origin_.y + area.bottom() + edge},
                                with_alpha(palette_.accent, 0.10f));
            list_.AddRectFilled({left, origin_.y + area.y - edge},
                                {left + look_.px(3), origin_.y + area.bottom() + edge}, palette_.accent);
        }
        const float x = left + look_.px(12);
        ImFont *name = look_.fonts.text, *small = look_.fonts.small;
        const float height = name->FontSize + small->FontSize;
        const float y = row.channels > 1 ? area.y - look_.px(4) : area.y + (area.height - height) / 2;
        list_.AddText(name, name->FontSize, {x, origin_.y + y},
                      with_alpha(current ? palette_.accent : palette_.text, alpha), row.text.name.c_str());
        list_.AddText(small, small->FontSize, {x, origin_.y + y + name->FontSize},
                      with_alpha(palette_.dim, alpha), row.text.detail.c_str());
        for (std::size_t channel = 0; channel < row.text.channels.size(); ++channel) {
            const Box cell = geometry_.cell({r, channel});
            const std::string& text = row.text.channels[channel];
            const ImVec2 size = small->CalcTextSizeA(small->FontSize, FLT_MAX, 0, text.c_str());
            list_.AddText(small, small->FontSize,
                          {right - size.x - look_.px(2), origin_.y + cell.y + (cell.height - size.y) / 2},
                          with_alpha(palette_.dim, alpha), text.c_str());
        }
    }
}

} // namespace scanline::view
