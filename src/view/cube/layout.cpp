#include "cube/drawing.h"
#include "cube/words.h"

#include <algorithm>

namespace scanline::view {

namespace {

// Lengths in pixels.
constexpr float gutter = 76, margin = 14, space = 10, most_column = 46;
constexpr float usual_line = 18, least_line = 14;
constexpr float least_level = 26, most_level = 96, most_node = 58, least_gap = 8;
constexpr float least_node = 28; ///< with a key and a line below it, if there is room

std::optional<CubeNode> node_of(const cube::Tree& tree, std::int64_t id) {
    return id < 0 ? std::nullopt : node_at(tree, node_codes(static_cast<int>(id)));
}

} // namespace

CubeLayout::CubeLayout(const Look& look, const CubePicture& picture, const Rect& whole)
    : area(whole.inset(0, look.px(4))), left(area.left + look.px(gutter)),
      right(area.right - look.px(margin)), levels_(picture.run.levels()) {
    const auto levels = static_cast<float>(levels_);
    const auto rows = static_cast<float>(picture.run.tree(picture.setup.show).rows());
    column_ = std::min((right - left) / rows, look.px(most_column));
    right = left + column_ * rows;
    const auto lines = levels + 1 + static_cast<float>(array_lines);
    line_ = std::clamp((area.height() - 2 * look.px(space)) * 0.5f / lines, look.px(least_line),
                       look.px(usual_line));
    const float arrays = static_cast<float>(array_lines) * line_ + look.px(2 * space);
    const auto pitch = [&](float rest) { return (rest - table_height() - look.px(space)) / levels; };
    has_arrays = pitch(area.height() - arrays) >= look.px(least_level);
    const float level = std::min(pitch(area.height() - (has_arrays ? arrays : 0)), look.px(most_level));
    node_ = std::min(std::max(0.7f * level, std::min(level - look.px(least_gap), look.px(least_node))),
                     look.px(most_node));
    gap = level - node_;
    rows_top = area.top + levels * level + look.px(2);
    arrays_top_ = std::min(area.bottom - static_cast<float>(array_lines) * line_,
                           rows_top + table_height() + look.px(3 * space));
}

Rect CubeLayout::columns(std::uint32_t first, std::uint32_t last, float top, float bottom) const {
    return {left + static_cast<float>(first) * column_, top, left + static_cast<float>(last) * column_,
            bottom};
}

Rect CubeLayout::level(std::size_t level) const {
    return Rect::of({left, area.top + static_cast<float>(level) * (node_ + gap)}, {right - left, node_});
}

Rect CubeLayout::row_line(std::size_t number, float top) const {
    return Rect::of({left, top + static_cast<float>(number) * line_}, {right - left, line_});
}

Rect CubeLayout::array_line(std::size_t number) const {
    return Rect::of({left, arrays_top_ + static_cast<float>(number) * line_}, {right - left, line_});
}

CubePart::CubePart(const Look& look, const CubePicture& picture, const CubeLayout& layout,
                   const cube::Tree& tree)
    : look_(look), palette_(look.palette()), run_(picture.run), sight_(picture.sight), layout_(layout),
      tree_(tree), pinned_(node_of(tree, picture.pinned)), lit_(node_of(tree, picture.hovered)),
      list_(*ImGui::GetWindowDrawList()) {}

void CubePart::name(const Rect& line, std::string_view text, ImU32 colour) const {
    const ImFont* const font = look_.fonts.small;
    write(list_, font, {layout_.area.left + look_.px(margin), line.middle_y() - font->FontSize / 2}, colour,
          text);
}

void CubePart::take_place(const Rect& rect, CubeNode at) {
    if (!is_hovered(rect))
        return;
    hovered_ = id_of(at);
    wrapped_tooltip(cube_tooltip(run_, tree_, at));
}

void CubePart::ring(const Rect& rect, CubeNode at) const {
    if (pinned_ == at)
        outline(list_, rect, palette_.pinned, look_.px(2), look_.px(2));
    else if (lit_ == at)
        outline(list_, rect, palette_.text, look_.px(2), look_.px(1.5f));
}

} // namespace scanline::view
