#include "compaction_image/pane_drawing.h"

#include "compaction_image/pane_overlay.h"
#include "compaction_image/texel_label.h"
#include "text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::view {

namespace {

constexpr double wheel_factor = 1.25;

ImVec2 to_im(glm::vec2 at) {
    return {at.x, at.y};
}

float line_height(const Look& look) {
    return look.fonts.small->FontSize + look.px(4);
}

float heading_height(const Look& look) {
    return look.fonts.text->FontSize + look.px(8);
}

float width_of(const ImFont* font, const std::string& text) {
    return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text.c_str()).x;
}

// As much of a text as there is room for, with three dots where there is more. Returns its width.
float draw_text(ImDrawList& list, const ImFont* font, glm::vec2 at, float room, ImU32 colour,
                const std::string& text) {
    const std::string cut =
        elided(text, [&](const std::string& part) { return width_of(font, part) <= room; });
    list.AddText(font, font->FontSize, to_im(at), colour, cut.c_str());
    return width_of(font, cut);
}

void draw_heading(const Look& look, ImDrawList& list, const PaneContents& contents, const PaneRect& whole) {
    const ImFont *title = look.fonts.text, *detail = look.fonts.small;
    const glm::vec2 at = whole.min + glm::vec2(look.px(2), look.px(3));
    const float width =
        draw_text(list, title, at, whole.size.x, look.palette().text, contents.title) + look.px(10);
    // Both on one base line.
    const float lower = (title->FontSize - detail->FontSize) * 0.8f;
    draw_text(list, detail, at + glm::vec2(width, lower), whole.size.x - width - look.px(4),
              look.palette().dim, contents.detail);
}

// Squares with what they stand for. Returns where the next begins.
float draw_key(const Look& look, ImDrawList& list, glm::vec2 at, Rgba colour, const char* text) {
    const ImFont* font = look.fonts.small;
    const float side = look.px(10), top = at.y + (font->FontSize - side) / 2 + look.px(1);
    list.AddRectFilled({at.x, top}, {at.x + side, top + side}, colour);
    list.AddRect({at.x, top}, {at.x + side, top + side}, look.palette().line);
    list.AddText(font, font->FontSize, {at.x + side + look.px(5), at.y}, look.palette().dim, text);
    return at.x + side + look.px(5) + width_of(font, text) + look.px(12);
}

void draw_colour_bar(const Look& look, ImDrawList& list, const Painted& painted, glm::vec2 at, float width) {
    const ImFont* font = look.fonts.small;
    const std::string least = scale_text(painted.range.least), most = scale_text(painted.range.most);
    list.AddText(font, font->FontSize, to_im(at), look.palette().dim, least.c_str());
    const float most_width = width_of(font, most), begin = at.x + width_of(font, least) + look.px(6),
                end = at.x + width - most_width - look.px(6);
    list.AddText(font, font->FontSize, {end + look.px(6), at.y}, look.palette().dim, most.c_str());
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

void draw_scale(const Look& look, ImDrawList& list, const Pane& pane, glm::vec2 at, float width) {
    const PaneContents& contents = pane.shown();
    if (!pane.painted() || !pane.wanted().message.empty())
        return;
    if (contents.is_source) {
        at.x = draw_key(look, list, at, source_colour(255, true), "valid");
        draw_key(look, list, at, source_colour(255, false), "invalid");
    } else if (contents.difference && contents.picture.has_empty) {
        at.x = draw_key(look, list, at, colour_of(Difference::same), "same");
        at.x = draw_key(look, list, at, colour_of(Difference::only_a), "only A");
        at.x = draw_key(look, list, at, colour_of(Difference::only_b), "only B");
        draw_key(look, list, at, colour_of(Difference::other), "other");
    } else if (pane.painted()->scale == ColourScale::flags) {
        at.x = draw_key(look, list, at, rgba(0, 0, 0), "0");
        draw_key(look, list, at, rgba(255, 255, 255), "1");
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
        const glm::vec2 min(view.to_screen(parts.frame, glm::dvec2(tile.x, tile.y) * pixel)),
            max(view.to_screen(parts.frame, glm::dvec2(tile.x + tile.width, tile.y + tile.height) * pixel));
        if (max.x < seen_min.x || max.y < seen_min.y || min.x > seen_max.x || min.y > seen_max.y)
            continue;
        // NOLINTNEXTLINE(performance-no-int-to-ptr): ImGui's back ends pass names of textures as pointers
        auto* const texture = reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(tile.texture.id()));
        list.AddImage(texture, to_im(min), to_im(max));
    }
}

// Over the picture, where it is not yet what the heading says.
void draw_waiting(const Look& look, ImDrawList& list, const PaneRect& picture) {
    const ImFont* font = look.fonts.small;
    const std::string text = "computing ...";
    const glm::vec2 size(width_of(font, text) + look.px(16), font->FontSize + look.px(8));
    const glm::vec2 min = picture.min + picture.size - size - look.px(6);
    list.AddRectFilled(to_im(min), to_im(min + size), with_alpha(look.palette().panel, 0.9f), look.px(4));
    list.AddText(font, font->FontSize, to_im(min + glm::vec2(look.px(8), look.px(4))), look.palette().accent,
                 text.c_str());
}

void draw_message(const Look& look, ImDrawList& list, const PaneRect& picture, const std::string& text) {
    const ImFont* font = look.fonts.text;
    const float room = picture.size.x - look.px(16);
    const ImVec2 size = font->CalcTextSizeA(font->FontSize, FLT_MAX, room, text.c_str());
    const glm::vec2 at = picture.min + (picture.size - glm::vec2(size.x, size.y)) * 0.5f;
    list.AddText(font, font->FontSize, to_im(at), look.palette().dim, text.c_str(), nullptr, room);
}

} // namespace

float pane_chrome(const Look& look) {
    return heading_height(look) + 2 * line_height(look) + look.px(4);
}

PaneParts pane_parts(const Look& look, const PaneRect& whole, const PaneContents& contents) {
    PaneParts parts{whole, whole, {}};
    parts.picture.min.y += heading_height(look);
    parts.picture.size.y = std::max(1.0f, whole.size.y - pane_chrome(look));
    parts.frame = {glm::dvec2(parts.picture.min), glm::dvec2(parts.picture.size),
                   glm::dvec2(contents.elements)};
    return parts;
}

PaneMouse handle_pane_mouse(const char* id, const PaneParts& parts, const PaneContents& contents,
                            PaneView& view) {
    ImGui::SetCursorScreenPos(to_im(parts.picture.min));
    ImGui::InvisibleButton(id, to_im(parts.picture.size));
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

    const PaneRect& picture = parts.picture;
    const ImVec2 min = to_im(picture.min), max = to_im(picture.min + picture.size);
    list.AddRectFilled(min, max, mix(palette.background, palette.panel, 0.6f));
    list.PushClipRect(min, max, true);
    const bool has_picture =
        pane.wanted().message.empty() && pane.painted() && !pane.texture().tiles().empty();
    if (has_picture) {
        const glm::dvec2 from = view.to_screen(parts.frame, {0, 0}),
                         to = view.to_screen(parts.frame, glm::dvec2(contents.elements));
        const ImVec2 first{static_cast<float>(from.x), static_cast<float>(from.y)},
            last{static_cast<float>(to.x), static_cast<float>(to.y)};
        // What is empty shows as the ground of the array, which is no grey of a picture's.
        list.AddRectFilled(first, last, mix(palette.raised, palette.accent, 0.14f));
        draw_tiles(list, pane, parts, view);
        draw_texel_grid(list, contents, parts, view);
        if (marks.grid)
            draw_block_grid(look, list, contents, parts, view);
        draw_texel_labels(look, list, pane, parts, view);
        if (marks.texel)
            draw_texel_mark(look, list, contents, parts, view, *marks.texel);
    }
    if (!pane.wanted().message.empty())
        draw_message(look, list, picture, pane.wanted().message);
    else if (pane.behind())
        draw_waiting(look, list, picture);
    list.PopClipRect();
    list.AddRect(min, max, marks.hovered ? palette.accent : palette.line);

    const glm::vec2 scale(picture.min.x + look.px(2), picture.min.y + picture.size.y + look.px(4));
    draw_scale(look, list, pane, scale, picture.size.x - look.px(4));
    if (has_picture)
        draw_text(list, look.fonts.small, scale + glm::vec2(0, line_height(look)),
                  picture.size.x - look.px(4), marks.hovered && marks.texel ? palette.text : palette.dim,
                  marks.texel ? read_out(contents, *marks.texel) : rows_text(contents));
}

} // namespace scanline::view
