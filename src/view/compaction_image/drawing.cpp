#include "compaction_image/layout.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
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

// In the middle of what can be seen of a texel: some are larger than the pane.
Rect visible_part(const PaneContents& contents, const PaneParts& parts, const PaneView& view,
                  glm::ivec2 texel) {
    const glm::dvec2 corner = glm::dvec2(texel) * contents.texel_size();
    const glm::dvec2 from = glm::max(view.to_screen(parts.frame, corner), parts.frame.min),
                     to = glm::min(view.to_screen(parts.frame, corner + contents.texel_size()),
                                   parts.frame.min + parts.frame.size);
    return {static_cast<float>(from.x), static_cast<float>(from.y), static_cast<float>(to.x),
            static_cast<float>(to.y)};
}

// All numbers of a texel where there is room for them, else the one that its colour shows.
void draw_texel_label(const Look& look, ImDrawList& list, const PaneContents& contents, const Rect& room,
                      glm::ivec2 texel, ImU32 colour) {
    const ImFont* font = look.fonts.small;
    const float line = font->FontSize;
    const auto fits = [&](const std::string& text) {
        return width_of(font, text) <= room.width() - look.px(4);
    };
    const std::span<const float> numbers = contents.numbers(texel);
    if (numbers.empty())
        return;
    const auto draw = [&](float number, float lines_below_middle) {
        write_inside(list, font, room.moved({0, lines_below_middle * line}), colour,
                     texel_label(number, fits));
    };
    const auto count = static_cast<float>(numbers.size());
    if (count == 1 || room.height() < line * (count + 1)) {
        draw(number_of(numbers.data(), contents.shape.channels, contents.picture.number), 0);
        return;
    }
    for (std::size_t i = 0; i < numbers.size(); ++i)
        draw(numbers[i], static_cast<float>(i) - 0.5f * (count - 1));
}

constexpr double wheel_factor = 1.25;

float line_height(const Look& look) {
    return look.fonts.small->FontSize + look.px(4);
}

float heading_height(const Look& look) {
    return look.fonts.text->FontSize + look.px(8);
}

void draw_heading(const Look& look, ImDrawList& list, const PaneContents& contents, const Rect& whole) {
    const ImFont *title = look.fonts.text, *detail = look.fonts.small;
    const ImVec2 at{whole.left + look.px(2), whole.top + look.px(3)};
    const float width =
        write_cut(list, title, at, whole.width(), look.palette().text, contents.title) + look.px(10);
    // Both on one base line.
    const float lower = (title->FontSize - detail->FontSize) * 0.8f;
    write_cut(list, detail, {at.x + width, at.y + lower}, whole.width() - width - look.px(4),
              look.palette().dim, contents.detail);
}

void draw_colour_bar(const Look& look, ImDrawList& list, const Painted& painted, ImVec2 at, float width) {
    const ImFont* font = look.fonts.small;
    const std::string least = scale_text(painted.range.least), most = scale_text(painted.range.most);
    write(list, font, at, look.palette().dim, least);
    const float most_width = width_of(font, most), begin = at.x + width_of(font, least) + look.px(6),
                end = at.x + width - most_width - look.px(6);
    write(list, font, {end + look.px(6), at.y}, look.palette().dim, most);
    const float height = look.px(8), top = at.y + (font->FontSize - height) / 2 + look.px(1);
    constexpr int parts = 24;
    const auto colour_at = [&](int part) {
        return colour_of(static_cast<float>(part), painted.scale, {0, static_cast<float>(parts)});
    };
    for (int part = 0; part < parts && end > begin; ++part) {
        const float step = (end - begin) / parts, x = begin + step * static_cast<float>(part);
        list.AddRectFilledMultiColor({x, top}, {x + step, top + height}, colour_at(part), colour_at(part + 1),
                                     colour_at(part + 1), colour_at(part));
    }
}

void draw_scale(const Look& look, ImDrawList& list, const Pane& pane, ImVec2 at, float width) {
    const PaneContents& contents = pane.shown();
    if (!pane.painted() || !pane.wanted().message.empty())
        return;
    if (contents.is_source) {
        at.x = draw_key(list, look, at, source_colour(255, true), "valid");
        draw_key(list, look, at, source_colour(255, false), "invalid");
    } else if (contents.difference && contents.picture.has_empty) {
        at.x = draw_key(list, look, at, colour_of(Difference::same), "same");
        at.x = draw_key(list, look, at, colour_of(Difference::only_a), "only A");
        at.x = draw_key(list, look, at, colour_of(Difference::only_b), "only B");
        draw_key(list, look, at, colour_of(Difference::other), "other");
    } else if (pane.painted()->scale == ColourScale::flags) {
        at.x = draw_key(list, look, at, rgba(0, 0, 0), "0");
        draw_key(list, look, at, rgba(255, 255, 255), "1");
    } else {
        draw_colour_bar(look, list, *pane.painted(), at, width);
    }
}

void draw_tiles(ImDrawList& list, const Pane& pane, const PaneParts& parts, const PaneView& view) {
    const Painted& painted = *pane.painted();
    const glm::dvec2 pixel =
        glm::dvec2(pane.shown().elements) / glm::dvec2(painted.pixels.width(), painted.pixels.height());
    const ImVec2 seen_min = list.GetClipRectMin(), seen_max = list.GetClipRectMax();
    for (const PaneTexture::Tile& tile : pane.texture().tiles()) {
        const ImVec2 min = to_im(view.to_screen(parts.frame, glm::dvec2(tile.x, tile.y) * pixel)),
                     max = to_im(view.to_screen(
                         parts.frame, glm::dvec2(tile.x + tile.width, tile.y + tile.height) * pixel));
        if (max.x < seen_min.x || max.y < seen_min.y || min.x > seen_max.x || min.y > seen_max.y)
            continue;
        // NOLINTNEXTLINE(performance-no-int-to-ptr): ImGui's back ends pass names of textures as pointers
        auto* const texture = reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(tile.texture.id()));
        list.AddImage(texture, min, max);
    }
}

// Over the picture, where it is not yet what the heading says.
void draw_waiting(const Look& look, ImDrawList& list, const Rect& picture) {
    const ImFont* font = look.fonts.small;
    const std::string text = "computing ...";
    const ImVec2 end{picture.right - look.px(6), picture.bottom - look.px(6)};
    const Rect box{end.x - width_of(font, text) - look.px(16), end.y - font->FontSize - look.px(8), end.x,
                   end.y};
    fill(list, box, with_alpha(look.palette().panel, 0.9f), look.px(4));
    write(list, font, box.inset(look.px(8), look.px(4)).low(), look.palette().accent, text);
}

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
    const ImVec2 min = to_im(view.to_screen(parts.frame, glm::dvec2(texel) * size)),
                 max = to_im(view.to_screen(parts.frame, (glm::dvec2(texel) + 1.0) * size));
    Rect mark{min.x, min.y, max.x, max.y};
    // Never so small that it cannot be found.
    const float least = look.px(7), width = look.px(1.5f);
    mark =
        mark.inset(std::min(0.0f, (mark.width() - least) / 2), std::min(0.0f, (mark.height() - least) / 2));
    outline(list, mark.inset(-width), IM_COL32(0, 0, 0, 200), 0, width);
    outline(list, mark, look.palette().trace, 0, width);
}

} // namespace

float pane_chrome(const Look& look) {
    return heading_height(look) + 2 * line_height(look) + look.px(4);
}

PaneParts pane_parts(const Look& look, const Rect& whole, const PaneContents& contents) {
    PaneParts parts{whole, whole, {}};
    Rect& picture = parts.picture;
    picture.top += heading_height(look);
    picture.bottom = picture.top + std::max(1.0f, whole.height() - pane_chrome(look));
    parts.frame = {{picture.left, picture.top}, {picture.width(), picture.height()}, contents.elements};
    return parts;
}

PaneMouse handle_pane_mouse(const char* id, const PaneParts& parts, const PaneContents& contents,
                            PaneView& view) {
    ImGui::SetCursorScreenPos(parts.picture.low());
    ImGui::InvisibleButton(id, parts.picture.size());
    PaneMouse mouse;
    mouse.hovered = ImGui::IsItemHovered();
    const ImGuiIO& io = ImGui::GetIO();
    const glm::dvec2 cursor(io.MousePos.x, io.MousePos.y);
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 0) &&
        (io.MouseDelta.x != 0 || io.MouseDelta.y != 0))
        view.pan(parts.frame, {io.MouseDelta.x, io.MouseDelta.y});
    if (!mouse.hovered)
        return mouse;
    if (io.MouseWheel != 0)
        view.zoom_at(parts.frame, cursor, std::pow(wheel_factor, static_cast<double>(io.MouseWheel)));
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
        view.fit();
    mouse.texel = contents.texel_at(view.to_contents(parts.frame, cursor));
    return mouse;
}

void draw_pane(const Look& look, const Pane& pane, const PaneParts& parts, const PaneView& view,
               const PaneMarks& marks) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& palette = look.palette();
    const PaneContents& contents = pane.shown();
    draw_heading(look, list, pane.wanted(), parts.whole);

    const Rect& picture = parts.picture;
    fill(list, picture, mix(palette.background, palette.panel, 0.6f));
    list.PushClipRect(picture.low(), picture.high(), true);
    const bool has_picture =
        pane.wanted().message.empty() && pane.painted() && !pane.texture().tiles().empty();
    if (has_picture) {
        // What is empty shows as the ground of the array, which is no grey of a picture's.
        list.AddRectFilled(to_im(view.to_screen(parts.frame, {0, 0})),
                           to_im(view.to_screen(parts.frame, glm::dvec2(contents.elements))),
                           mix(palette.raised, palette.accent, 0.14f));
        draw_tiles(list, pane, parts, view);
        draw_texel_grid(list, contents, parts, view);
        if (marks.grid)
            draw_block_grid(look, list, contents, parts, view);
        draw_texel_labels(look, list, pane, parts, view);
        if (marks.texel)
            draw_texel_mark(look, list, contents, parts, view, *marks.texel);
    }
    if (!pane.wanted().message.empty())
        write_message(list, look, picture, pane.wanted().message, look.px(8));
    else if (pane.behind())
        draw_waiting(look, list, picture);
    list.PopClipRect();
    outline(list, picture, marks.hovered ? palette.accent : palette.line);

    const ImVec2 scale{picture.left + look.px(2), picture.bottom + look.px(4)};
    const float room = picture.width() - look.px(4);
    draw_scale(look, list, pane, scale, room);
    if (has_picture)
        write_cut(list, look.fonts.small, {scale.x, scale.y + line_height(look)}, room,
                  marks.hovered && marks.texel ? palette.text : palette.dim,
                  marks.texel ? read_out(contents, *marks.texel) : rows_text(contents));
}

} // namespace scanline::view
