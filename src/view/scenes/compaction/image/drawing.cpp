#include "scenes/compaction/image/pane.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>

namespace scanline::view::compaction::image {

namespace {

constexpr double min_grid_texel = 12;    ///< pixels per texel, from which on texels are outlined
constexpr float min_label_texel = 24;    ///< pixels per texel, from which on texels show their numbers
constexpr double min_block_height = 3;   ///< pixels per row of elements, from which on blocks have ticks
constexpr double min_block_distance = 5; ///< pixels between block starts, from which on they are shown

ImVec2 to_im(glm::dvec2 at) {
    return {static_cast<float>(at.x), static_cast<float>(at.y)};
}

ImU32 text_colour_on(Rgba background) {
    const float light = 0.299f * static_cast<float>(channel(background, 0)) +
                        0.587f * static_cast<float>(channel(background, 8)) +
                        0.114f * static_cast<float>(channel(background, 16));
    return light > 140 ? IM_COL32(0, 0, 0, 235) : IM_COL32(255, 255, 255, 235);
}

/// Draws a pane's picture and the marks in it.
class PicturePainter {
public:
    PicturePainter(const Look& look, ImDrawList& list, const Pane& pane, const PaneFrame& frame,
                   const PaneView& view)
        : look_(look), list_(list), pane_(pane), contents_(pane.shown()), frame_(frame), view_(view) {}

    /// The ground shows through empty texels; its colour is not a grey of the picture.
    void draw_ground() const {
        const Palette& palette = look_.palette();
        fill(list_, area({0, 0}, contents_.elements), mix(palette.raised, palette.accent, 0.14f));
    }

    void draw_tiles() const {
        draw_picture(list_, pane_, view_.to_screen(frame_, {0, 0}),
                     view_.to_screen(frame_, contents_.elements));
    }

    void draw_texel_grid() const {
        if (std::min(texel_.x, texel_.y) * view_.scale() < min_grid_texel)
            return;
        constexpr ImU32 colour = IM_COL32(128, 128, 128, 70);
        const Texels visible = visible_texels();
        const Rect lines = area(glm::dvec2(visible.first) * texel_, glm::dvec2(visible.end) * texel_);
        for (int x = visible.first.x; x <= visible.end.x; ++x) {
            const float at = on_screen({x * texel_.x, 0}).x;
            list_.AddLine({at, lines.top}, {at, lines.bottom}, colour);
        }
        for (int y = visible.first.y; y <= visible.end.y; ++y) {
            const float at = on_screen({0, y * texel_.y}).y;
            list_.AddLine({lines.left, at}, {lines.right, at}, colour);
        }
    }

    void draw_block_grid() const {
        const std::int64_t block = contents_.layout.block, width = contents_.elements.x;
        const bool in_place = contents_.picture.spatial && !(contents_.picture.compacted && contents_.joined);
        if (!contents_.blocks || !in_place || static_cast<double>(block) * view_.scale() < min_block_distance)
            return;
        const ImU32 colour = with_alpha(look_.palette().focus, 0.75f);
        const double height = contents_.elements.y;
        if (width % block == 0) {
            for (std::int64_t x = 0; x <= width; x += block)
                list_.AddLine(on_screen({x, 0}), on_screen({x, height}), colour);
            return;
        }
        if (view_.scale() < min_block_height)
            return;
        const auto row = [height](double y) { return static_cast<std::int64_t>(std::clamp(y, 0.0, height)); };
        const std::int64_t first_row = row(view_.to_contents(frame_, frame_.min).y),
                           end_row = row(view_.to_contents(frame_, frame_.min + frame_.size).y + 1);
        const std::int64_t first = (first_row * width + block - 1) / block * block;
        for (std::int64_t element = first; element < end_row * width; element += block) {
            const glm::dvec2 at(element % width, element / width);
            list_.AddLine(on_screen(at), on_screen(at + glm::dvec2(0, 1)), colour, look_.px(1.5f));
        }
    }

    void draw_texel_labels() const {
        if (std::min(texel_.x, texel_.y) * view_.scale() < static_cast<double>(look_.px(min_label_texel)) ||
            !contents_.texels || !pane_.painted())
            return;
        const TiledPicture& picture = pane_.painted()->pixels;
        const int across = picture.width() / contents_.shape.width,
                  down = picture.height() / contents_.shape.height;
        const Texels visible = visible_texels();
        for (int y = visible.first.y; y < visible.end.y; ++y) {
            for (int x = visible.first.x; x < visible.end.x; ++x) {
                const Rgba colour = picture.at(x * across, y * down);
                if (colour >> 24 != 0)
                    draw_texel_label({x, y}, text_colour_on(colour));
            }
        }
    }

    /// pinned: with a cross around it where it is small, to be found in the whole picture.
    Rect draw_texel_mark(glm::ivec2 texel, bool pinned) const {
        Rect mark = area_of(texel);
        // Never too small to find.
        const float least = look_.px(pinned ? 9 : 7), width = look_.px(pinned ? 2 : 1.5f);
        const bool small = mark.width() < least || mark.height() < least;
        mark = mark.inset(std::min(0.0f, (mark.width() - least) / 2),
                          std::min(0.0f, (mark.height() - least) / 2));
        const ImU32 colour = pinned ? look_.palette().pinned : look_.palette().text,
                    around = look_.theme == Theme::dark || pinned ? IM_COL32(0, 0, 0, 200)
                                                                  : IM_COL32(255, 255, 255, 220);
        const float x = mark.middle_x(), y = mark.middle_y(), arm = look_.px(9);
        for (const auto& [one, thickness] : {std::pair{around, 2 * width}, {colour, width}}) {
            if (!pinned || !small)
                break;
            list_.AddLine({mark.left - arm, y}, {mark.left, y}, one, thickness);
            list_.AddLine({mark.right, y}, {mark.right + arm, y}, one, thickness);
            list_.AddLine({x, mark.top - arm}, {x, mark.top}, one, thickness);
            list_.AddLine({x, mark.bottom}, {x, mark.bottom + arm}, one, thickness);
        }
        outline(list_, mark.inset(-width), around, 0, width);
        outline(list_, mark, colour, 0, width);
        return mark;
    }

private:
    /// first up to, not including, end.
    struct Texels {
        glm::ivec2 first, end;
    };
    Texels visible_texels() const {
        const glm::dvec2 count(contents_.shape.width, contents_.shape.height);
        const auto clamped = [&](glm::dvec2 texel) {
            return glm::ivec2(glm::clamp(texel, glm::dvec2(0), count));
        };
        return {clamped(glm::floor(view_.to_contents(frame_, frame_.min) / texel_)),
                clamped(glm::ceil(view_.to_contents(frame_, frame_.min + frame_.size) / texel_))};
    }

    ImVec2 on_screen(glm::dvec2 element) const { return to_im(view_.to_screen(frame_, element)); }
    Rect area(glm::dvec2 first, glm::dvec2 end) const { return view_.area(frame_, first, end); }
    Rect area_of(glm::ivec2 texel) const {
        return area(glm::dvec2(texel) * texel_, (glm::dvec2(texel) + 1.0) * texel_);
    }

    /// All numbers of a texel if there is room, else the one that its colour shows, in the middle of the
    /// visible part of the texel, which may be larger than the pane.
    void draw_texel_label(glm::ivec2 texel, ImU32 colour) const {
        const std::span<const float> numbers = contents_.numbers(texel);
        if (numbers.empty())
            return;
        const Rect whole = area_of(texel);
        const ImVec2 low = to_im(frame_.min), high = to_im(frame_.min + frame_.size);
        const Rect room{std::max(whole.left, low.x), std::max(whole.top, low.y),
                        std::min(whole.right, high.x), std::min(whole.bottom, high.y)};
        const ImFont* font = look_.fonts.small;
        const float line = font->FontSize;
        const auto fits = [&](const std::string& text) {
            return width_of(font, text) <= room.width() - look_.px(4);
        };
        const auto draw = [&](float number, float lines_below_middle) {
            write_inside(list_, font, room.moved({0, lines_below_middle * line}), colour,
                         texel_label(number, fits));
        };
        const auto count = static_cast<float>(numbers.size());
        if (count == 1 || room.height() < line * (count + 1)) {
            draw(number_of(numbers.data(), contents_.shape.channels, contents_.picture.number), 0);
            return;
        }
        for (std::size_t i = 0; i < numbers.size(); ++i)
            draw(numbers[i], static_cast<float>(i) - 0.5f * (count - 1));
    }

    const Look& look_;
    ImDrawList& list_;
    const Pane& pane_;
    const PaneContents& contents_;
    const PaneFrame& frame_;
    const PaneView& view_;
    const glm::dvec2 texel_ = contents_.texel_size();
};

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
    // Aligns both baselines.
    const float lower = (title->FontSize - detail->FontSize) * 0.8f;
    write_cut(list, detail, {at.x + width, at.y + lower}, whole.width() - width - look.px(4),
              look.palette().dim, contents.detail);
}

void draw_colour_bar(const Look& look, ImDrawList& list, const Painted& painted, ImVec2 at, float width) {
    const ImFont* font = look.fonts.small;
    const std::string least = scale_text(painted.range.least), most = scale_text(painted.range.most);
    write(list, font, at, look.palette().dim, least);
    const float max_width = width_of(font, most), begin = at.x + width_of(font, least) + look.px(6),
                end = at.x + width - max_width - look.px(6);
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
    struct Key {
        Rgba colour;
        const char *text, *brief; ///< brief: where the keys have no room
    };
    std::vector<Key> keys;
    const bool inverted = contents.picture.inverted;
    if (contents.is_source)
        keys = {{source_colour(255, true), "valid", "valid"},
                {source_colour(255, false), "invalid", "invalid"}};
    else if (contents.difference && contents.picture.has_empty)
        keys = {{colour_of(Difference::same), "same", "="},
                {colour_of(Difference::only_a), "only A", "A"},
                {colour_of(Difference::only_b), "only B", "B"},
                {colour_of(Difference::other), "other", "≠"}};
    else if (pane.painted()->scale == ColourScale::flags)
        keys = {{rgba(255, 255, 255), inverted ? "valid: 0" : "valid: 1", inverted ? "0" : "1"},
                {rgba(0, 0, 0), inverted ? "invalid: 1" : "invalid: 0", inverted ? "1" : "0"}};
    else
        draw_colour_bar(look, list, *pane.painted(), at, width);
    float natural = 0;
    for (const Key& key : keys)
        natural += key_width(look, key.text);
    for (const Key& key : keys)
        at.x = draw_key(list, look, at, key.colour, natural <= width ? key.text : key.brief);
}

// Drawn over a picture that does not yet match the heading.
void draw_waiting(const Look& look, ImDrawList& list, const Rect& picture) {
    const ImFont* font = look.fonts.small;
    const std::string text = "computing ...";
    const ImVec2 end{picture.right - look.px(6), picture.bottom - look.px(6)};
    const Rect box{end.x - width_of(font, text) - look.px(16), end.y - font->FontSize - look.px(8), end.x,
                   end.y};
    fill(list, box, with_alpha(look.palette().panel, 0.9f), look.px(4));
    write(list, font, box.inset(look.px(8), look.px(4)).low(), look.palette().accent, text);
}

glm::vec2 cell_size(int count, int columns, const Rect& room, float gap) {
    const auto across = static_cast<float>(columns),
               down = static_cast<float>((count + columns - 1) / columns);
    return {std::floor((room.width() - gap * (across - 1)) / across),
            std::floor((room.height() - gap * (down - 1)) / down)};
}

} // namespace

void PaneView::resolve(std::span<const PaneFrame> frames, std::optional<glm::dvec2> pin) {
    if (frames.empty())
        return;
    fitting_ = largest_scale;
    for (const PaneFrame& frame : frames) {
        const glm::dvec2 scales = frame.size / glm::max(frame.contents, glm::dvec2(1));
        fitting_ = std::max(smallest_scale, std::min({fitting_, scales.x, scales.y}));
    }
    if (fitted_) {
        fit();
        scale_ = fitting_;
    } else if (pin && centre_ == glm::dvec2(0.5)) {
        centre_ = *pin + (centre_ - *pin) * fitting_ / scale_; // zoomed before the pin was known
    }
    pin_ = pin;
}

void PaneView::zoom_at(const PaneFrame& frame, glm::dvec2 cursor, double factor) {
    const glm::dvec2 held = to_contents(frame, cursor);
    const glm::dvec2 pin = frame.pin ? to_screen(frame, *frame.pin) - frame.min : glm::dvec2(-1);
    zoom_to(scale_ * factor);
    if (glm::clamp(pin, glm::dvec2(0), frame.size) != pin)
        move_to((held - (cursor - frame.middle()) / scale_) / frame.contents - shift(frame));
}

int best_columns(std::span<const glm::vec2> contents, const Rect& room, float gap, float chrome) {
    const int count = static_cast<int>(contents.size());
    int best = 1;
    float largest = -1;
    for (int columns = count; columns >= 1; --columns) {
        const std::vector<Rect> cells = arrange_panes(count, columns, room, gap);
        float scale = std::numeric_limits<float>::max();
        for (std::size_t i = 0; i < cells.size(); ++i) {
            scale = std::min(
                {scale, cells[i].width() / contents[i].x, (cells[i].height() - chrome) / contents[i].y});
        }
        if (scale > largest) {
            largest = scale;
            best = columns;
        }
    }
    return best;
}

std::vector<Rect> arrange_panes(int count, int columns, const Rect& room, float gap) {
    const glm::vec2 cell = cell_size(count, columns, room, gap);
    std::vector<Rect> rects;
    for (int i = 0; i < count; ++i) {
        const glm::vec2 place(static_cast<float>(i % columns), static_cast<float>(i / columns));
        rects.push_back(Rect::of({room.left + place.x * (cell.x + gap), room.top + place.y * (cell.y + gap)},
                                 {cell.x, cell.y}));
    }
    if (const int last = count % columns; last != 0) {
        const float width = cell_size(last, last, room, gap).x;
        for (int i = 0; i < last; ++i) {
            Rect& rect = rects[static_cast<std::size_t>(count - last + i)];
            rect.left = room.left + static_cast<float>(i) * (width + gap);
            rect.right = rect.left + width;
        }
    }
    return rects;
}

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

PaneMarks handle_pane_mouse(const char* id, const PaneParts& parts, const PaneContents& contents,
                            PaneView& view, bool paints) {
    ImGui::SetCursorScreenPos(parts.picture.low());
    ImGui::InvisibleButton(id, parts.picture.size());
    ImGui::SetItemAllowOverlap();
    PaneMarks mouse;
    mouse.hovered = ImGui::IsItemHovered();
    const ImGuiIO& io = ImGui::GetIO();
    const glm::dvec2 cursor(io.MousePos.x, io.MousePos.y);
    if (!paints && ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 0) &&
        (io.MouseDelta.x != 0 || io.MouseDelta.y != 0))
        view.pan(parts.frame, {io.MouseDelta.x, io.MouseDelta.y});
    if (!mouse.hovered)
        return mouse;
    if (io.MouseWheel != 0)
        view.zoom_at(parts.frame, cursor, std::pow(wheel_factor, static_cast<double>(io.MouseWheel)));
    mouse.texel = contents.texel_at(view.to_contents(parts.frame, cursor));
    return mouse;
}

void draw_pane(const Look& look, const Pane& pane, const PaneParts& parts, const PaneView& view,
               const PaneMarks& marks, bool grid) {
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
        const PicturePainter painter(look, list, pane, parts.frame, view);
        painter.draw_ground();
        painter.draw_tiles();
        painter.draw_texel_grid();
        if (grid)
            painter.draw_block_grid();
        if (!marks.is_secret())
            painter.draw_texel_labels();
        if (marks.texel)
            painter.draw_texel_mark(*marks.texel, false);
        if (marks.pinned) {
            const Rect mark = painter.draw_texel_mark(*marks.pinned, true).inset(-look.px(3));
            for (const Written& one : marks.written)
                marks.prediction->cover(list, look, mark, one.cell);
        }
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
    if (!has_picture)
        return;
    const std::string& note = pane.painted()->note;
    const auto [text, colour] =
        marks.texel ? std::pair(read_out(contents, *marks.texel), marks.hovered ? palette.text : palette.dim)
        : !note.empty()                      ? std::pair(note, palette.text)
        : marks.pinned && !marks.is_secret() ? std::pair(read_out(contents, *marks.pinned), palette.pinned)
                                             : std::pair(rows_text(contents), palette.dim);
    write_cut(list, look.fonts.small, {scale.x, scale.y + line_height(look)}, room, colour, text);
}

void draw_picture(ImDrawList& list, const Pane& pane, glm::dvec2 low, glm::dvec2 high) {
    const TiledPicture& picture = pane.painted()->pixels;
    const glm::dvec2 pixel = (high - low) / glm::dvec2(picture.width(), picture.height());
    const ImVec2 clip_low = list.GetClipRectMin(), clip_high = list.GetClipRectMax();
    for (const PaneTexture::Tile& tile : pane.texture().tiles()) {
        const glm::dvec2 first(tile.x, tile.y), size(tile.width, tile.height);
        const ImVec2 begin = to_im(low + first * pixel), end = to_im(low + (first + size) * pixel);
        const Rect place{begin.x, begin.y, end.x, end.y};
        if (!place.overlaps({clip_low.x, clip_low.y, clip_high.x, clip_high.y}))
            continue;
        // NOLINTNEXTLINE(performance-no-int-to-ptr): ImGui's back ends pass texture names as pointers
        auto* const texture = reinterpret_cast<ImTextureID>(std::uintptr_t{tile.texture.id()});
        list.AddImage(texture, place.low(), place.high());
    }
}

} // namespace scanline::view::compaction::image
