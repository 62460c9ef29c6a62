#include "compaction_image/pane_overlay.h"

#include "compaction_image/texel_label.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>

namespace scanline::view {

namespace {

constexpr double least_grid_texel = 12;    ///< pixels of a texel with lines around it
constexpr float least_label_texel = 24;    ///< of one with its number on it
constexpr double least_block_height = 3;   ///< of a row of elements with ticks at its blocks
constexpr double least_block_distance = 5; ///< of blocks whose beginnings are shown

ImVec2 to_im(glm::dvec2 at) {
    return {static_cast<float>(at.x), static_cast<float>(at.y)};
}

/// The texels that can be seen, from the first to behind the last.
struct Visible {
    glm::ivec2 first, end;
};

Visible visible_texels(const PaneContents& contents, const PaneParts& parts, const PaneView& view) {
    const glm::dvec2 size = contents.texel_size();
    const glm::dvec2 first = view.to_contents(parts.frame, parts.frame.min) / size,
                     end = view.to_contents(parts.frame, parts.frame.min + parts.frame.size) / size;
    const auto inside = [](double at, int most) { return static_cast<int>(std::clamp(at, 0.0, 1.0 * most)); };
    return {
        {inside(std::floor(first.x), contents.shape.width),
         inside(std::floor(first.y), contents.shape.height)},
        {inside(std::ceil(end.x), contents.shape.width), inside(std::ceil(end.y), contents.shape.height)}};
}

ImU32 text_colour_on(Rgba background) {
    const float light = 0.299f * static_cast<float>(background & 255u) +
                        0.587f * static_cast<float>(background >> 8 & 255u) +
                        0.114f * static_cast<float>(background >> 16 & 255u);
    return light > 140 ? IM_COL32(0, 0, 0, 235) : IM_COL32(255, 255, 255, 235);
}

// The colour that a texel has in the picture.
Rgba texel_colour(const Pane& pane, glm::ivec2 texel) {
    const TiledPicture& picture = pane.painted()->pixels;
    return picture.at(texel.x * (picture.width() / pane.shown().shape.width),
                      texel.y * (picture.height() / pane.shown().shape.height));
}

void draw_centred(ImDrawList& list, const ImFont* font, float size, glm::dvec2 centre, ImU32 colour,
                  const std::string& text) {
    const ImVec2 extent = font->CalcTextSizeA(size, FLT_MAX, 0, text.c_str());
    list.AddText(font, size,
                 {std::round(static_cast<float>(centre.x) - extent.x / 2),
                  std::round(static_cast<float>(centre.y) - extent.y / 2)},
                 colour, text.c_str());
}

// In the middle of what can be seen of a texel: some are larger than the pane.
PaneRect visible_part(const PaneContents& contents, const PaneParts& parts, const PaneView& view,
                      glm::ivec2 texel) {
    const glm::dvec2 corner = glm::dvec2(texel) * contents.texel_size();
    const glm::dvec2 from = glm::max(view.to_screen(parts.frame, corner), parts.frame.min),
                     to = glm::min(view.to_screen(parts.frame, corner + contents.texel_size()),
                                   parts.frame.min + parts.frame.size);
    return {from, to - from};
}

// All numbers of a texel where there is room for them, else the one that its colour shows.
void draw_texel_label(const Look& look, ImDrawList& list, const PaneContents& contents, const PaneRect& room,
                      glm::ivec2 texel, ImU32 colour) {
    const ImFont* font = look.fonts.small;
    const float line = font->FontSize;
    const auto fits = [&](const std::string& text) {
        return font->CalcTextSizeA(line, FLT_MAX, 0, text.c_str()).x <= room.size.x - look.px(4);
    };
    const std::span<const float> numbers = contents.numbers(texel);
    if (numbers.empty())
        return;
    const auto draw = [&](float number, float lines_below_middle) {
        const glm::vec2 centre = room.min + room.size * 0.5f + glm::vec2(0, lines_below_middle * line);
        draw_centred(list, font, line, centre, colour, texel_label(number, fits));
    };
    const auto count = static_cast<float>(numbers.size());
    if (count == 1 || room.size.y < line * (count + 1)) {
        draw(number_of(numbers.data(), contents.shape.channels, contents.picture.number), 0);
        return;
    }
    for (std::size_t i = 0; i < numbers.size(); ++i)
        draw(numbers[i], static_cast<float>(i) - 0.5f * (count - 1));
}

} // namespace

void draw_texel_grid(ImDrawList& list, const PaneContents& contents, const PaneParts& parts,
                     const PaneView& view) {
    const glm::dvec2 size = contents.texel_size();
    if (std::min(size.x, size.y) * view.scale() < least_grid_texel)
        return;
    const Visible visible = visible_texels(contents, parts, view);
    constexpr ImU32 colour = IM_COL32(128, 128, 128, 70);
    const ImVec2 begin = to_im(view.to_screen(parts.frame, glm::dvec2(visible.first) * size)),
                 end = to_im(view.to_screen(parts.frame, glm::dvec2(visible.end) * size));
    for (int x = visible.first.x; x <= visible.end.x; ++x) {
        const auto at = static_cast<float>(view.to_screen(parts.frame, {x * size.x, 0}).x);
        list.AddLine({at, begin.y}, {at, end.y}, colour);
    }
    for (int y = visible.first.y; y <= visible.end.y; ++y) {
        const auto at = static_cast<float>(view.to_screen(parts.frame, {0, y * size.y}).y);
        list.AddLine({begin.x, at}, {end.x, at}, colour);
    }
}

void draw_block_grid(const Look& look, ImDrawList& list, const PaneContents& contents, const PaneParts& parts,
                     const PaneView& view) {
    const std::int64_t block = contents.layout.block, width = contents.elements.x;
    const bool in_place = contents.picture.spatial && !(contents.picture.compacted && contents.joined);
    if (!contents.blocks || !in_place || static_cast<double>(block) * view.scale() < least_block_distance)
        return;
    const ImU32 colour = with_alpha(look.palette().trace, 0.75f);
    const auto at_element = [&](double x, double y) { return to_im(view.to_screen(parts.frame, {x, y})); };
    if (width % block == 0) {
        for (std::int64_t x = 0; x <= width; x += block)
            list.AddLine(at_element(static_cast<double>(x), 0),
                         at_element(static_cast<double>(x), contents.elements.y), colour);
        return;
    }
    if (view.scale() < least_block_height)
        return;
    const glm::dvec2 top = view.to_contents(parts.frame, parts.frame.min),
                     bottom = view.to_contents(parts.frame, parts.frame.min + parts.frame.size);
    const auto first_row = static_cast<std::int64_t>(std::clamp(top.y, 0.0, 1.0 * contents.elements.y)),
               end_row = static_cast<std::int64_t>(std::clamp(bottom.y + 1, 0.0, 1.0 * contents.elements.y));
    const std::int64_t first = (first_row * width + block - 1) / block * block;
    for (std::int64_t element = first; element < end_row * width; element += block) {
        const auto x = static_cast<double>(element % width), y = static_cast<double>(element / width);
        list.AddLine(at_element(x, y), at_element(x, y + 1), colour, look.px(1.5f));
    }
}

void draw_texel_labels(const Look& look, ImDrawList& list, const Pane& pane, const PaneParts& parts,
                       const PaneView& view) {
    const PaneContents& contents = pane.shown();
    const glm::dvec2 texel_pixels = contents.texel_size() * view.scale();
    if (std::min(texel_pixels.x, texel_pixels.y) < static_cast<double>(look.px(least_label_texel)) ||
        !contents.texels || !pane.painted())
        return;
    const Visible visible = visible_texels(contents, parts, view);
    for (int y = visible.first.y; y < visible.end.y; ++y) {
        for (int x = visible.first.x; x < visible.end.x; ++x) {
            const Rgba colour = texel_colour(pane, {x, y});
            if (colour >> 24 != 0)
                draw_texel_label(look, list, contents, visible_part(contents, parts, view, {x, y}), {x, y},
                                 text_colour_on(colour));
        }
    }
}

void draw_texel_mark(const Look& look, ImDrawList& list, const PaneContents& contents, const PaneParts& parts,
                     const PaneView& view, glm::ivec2 texel) {
    const glm::dvec2 size = contents.texel_size();
    ImVec2 min = to_im(view.to_screen(parts.frame, glm::dvec2(texel) * size)),
           max = to_im(view.to_screen(parts.frame, (glm::dvec2(texel) + 1.0) * size));
    // Never so small that it cannot be found.
    const float least = look.px(7), grow_x = std::max(0.0f, (least - (max.x - min.x)) / 2),
                grow_y = std::max(0.0f, (least - (max.y - min.y)) / 2);
    min = {min.x - grow_x, min.y - grow_y};
    max = {max.x + grow_x, max.y + grow_y};
    const float width = look.px(1.5f);
    list.AddRect({min.x - width, min.y - width}, {max.x + width, max.y + width}, IM_COL32(0, 0, 0, 200), 0, 0,
                 width);
    list.AddRect(min, max, look.palette().trace, 0, 0, width);
}

} // namespace scanline::view
