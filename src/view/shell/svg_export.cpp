#include "shell/svg_export.h"

#include "kit/canvas.h"
#include "scanline/chart/drawing.h"
#include "scanline/data/image.h"

#include <imgui_internal.h> // flags of lists, UTF-8

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>
#include <glm/vec2.hpp>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace scanline::view {

namespace {

using glm::vec2;
using Points = std::vector<vec2>;

constexpr float curve_error = 0.05f;                   ///< in pixels: a picture may be shown much larger
constexpr float widest_stroke = 12;                    ///< wider rectangles are areas
constexpr float same = 0.05f;                          ///< pixels between points that are meant to be one
constexpr float space = 0.12f;                         ///< least gap between words, in heights of the font
constexpr float next_text = 1.5f;                      ///< least gap between texts, in spaces
constexpr float default_em = 0.855f, noto_em = 0.734f; ///< of the height by which ImGui sizes a typeface
constexpr int max_texels = 2048, texels_a_pixel = 4;

std::string number(float value) {
    return chart::svg_number(value);
}

std::string path_through(const Points& points, bool closed = true) {
    std::string path;
    for (const vec2& point : points)
        path += (path.empty() ? "M" : "L") + number(point.x) + " " + number(point.y);
    return path + (closed ? "Z" : "");
}

Rect box_of(const Points& points, float margin) {
    const auto [left, right] = std::ranges::minmax(points, {}, &vec2::x);
    const auto [top, bottom] = std::ranges::minmax(points, {}, &vec2::y);
    return Rect{left.x, top.y, right.x, bottom.y}.inset(-margin);
}

/// Attributes for a colour. what: "fill" or "stroke".
std::string paint(std::string_view what, ImU32 colour) {
    const auto part = [colour](int shift) { return colour >> shift & 255u; };
    const std::string alpha = chart::svg_number(part(IM_COL32_A_SHIFT) / 255.0);
    return fmt::format(R"( {}="#{:02x}{:02x}{:02x}"{})", what, part(IM_COL32_R_SHIFT), part(IM_COL32_G_SHIFT),
                       part(IM_COL32_B_SHIFT),
                       alpha == "1" ? "" : fmt::format(R"( {}-opacity="{}")", what, alpha));
}

std::string base64(std::span<const std::byte> bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        unsigned bits = 0;
        for (std::size_t i = at; i < at + 3; ++i)
            bits = bits << 8 | (i < bytes.size() ? std::to_integer<unsigned>(bytes[i]) : 0);
        for (std::size_t i = 0; i < 4; ++i)
            text += at + i <= bytes.size() ? digits[bits >> (18 - 6 * i) & 63u] : '=';
    }
    return text;
}

class SvgWriter {
public:
    using Texture = std::function<data::Image(ImTextureID texture, int most)>;

    SvgWriter(const ImDrawData& data, const Gui& gui, const Texture& texture)
        : data_(data), gui_(gui), texture_(texture) {
        for (const ImFont* font : ImGui::GetIO().Fonts->Fonts) {
            for (const ImFontGlyph& glyph : font->Glyphs)
                letters_.insert({{glyph.U0, glyph.V0}, {font, &glyph}});
        }
    }

    void add(const ImDrawList& list) {
        const ImVec2 origin = data_.DisplayPos;
        for (const ImDrawCmd& command : list.CmdBuffer) {
            const ImVec4 clip = command.ClipRect;
            clip_ = Rect{clip.x, clip.y, clip.z, clip.w}.moved({-origin.x, -origin.y});
            const std::span indices(list.IdxBuffer.Data + command.IdxOffset, command.ElemCount);
            // ImGui draws every convex shape as a fan of triangles around its first corner.
            std::vector<ImDrawVert> corners;
            for (std::size_t at = 0; at < indices.size(); at += 3) {
                const bool goes_on =
                    at > 0 && indices[at] == indices[at - 3] && indices[at + 1] == indices[at - 1];
                if (!goes_on)
                    add_fan(std::exchange(corners, {}), command.TextureId);
                for (std::size_t i = goes_on ? at + 2 : at; i < at + 3; ++i) {
                    corners.push_back(list.VtxBuffer[static_cast<int>(command.VtxOffset + indices[i])]);
                    corners.back().pos = {corners.back().pos.x - origin.x, corners.back().pos.y - origin.y};
                }
            }
            add_fan(corners, command.TextureId);
            end_run();
        }
    }

    std::string finish(std::string_view title) {
        std::string clips;
        for (const auto& [path, name] : clips_)
            clips += fmt::format("<clipPath id=\"{}\"><path d=\"{}\"/></clipPath>\n", name, path);
        return fmt::format(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
            "xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\" width=\"{0}\" height=\"{1}\" "
            "viewBox=\"0 0 {0} {1}\" font-family=\"{2}, DejaVu Sans, sans-serif\">\n"
            "<title>{3}</title>\n{4}{5}{6}</svg>\n",
            number(data_.DisplaySize.x), number(data_.DisplaySize.y), chart::xml_text(gui_.typeface()),
            chart::xml_text(title), clips, body_, end_);
    }

private:
    /// Letters of one font, size and colour on one line.
    struct Text {
        const ImFont* font;
        ImU32 colour;
        vec2 across; ///< the direction in which it runs
        float base, size, end;
        std::string letters{}, places{};
        Points corners{};
    };
    struct Line {
        Points points;
        float width;
        ImU32 colour;
    };

    void add_fan(const std::vector<ImDrawVert>& corners, ImTextureID texture) {
        Points points;
        ImU32 colour = 0;
        for (const ImDrawVert& corner : corners) {
            points.emplace_back(corner.pos.x, corner.pos.y);
            colour = mix(colour, corner.col, 1 / static_cast<float>(points.size()));
        }
        if (colour >> IM_COL32_A_SHIFT == 0)
            return;
        const bool is_even =
            corners.front().col == corners.back().col && corners[1].col == corners.back().col;
        const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
        if (texture != atlas.TexID)
            add_image(points, texture);
        else if (corners.front().uv.x != atlas.TexUvWhitePixel.x ||
                 corners.front().uv.y != atlas.TexUvWhitePixel.y)
            add_letter(points, corners, colour);
        else if (!is_even || points.size() != 4 || !add_stroke(points, colour))
            add_area(points, colour, is_even);
    }

    void add_letter(const Points& points, const std::vector<ImDrawVert>& corners, ImU32 colour) {
        const auto found = letters_.find({corners[0].uv.x, corners[0].uv.y});
        const vec2 side = points[1] - points[0];
        if (found == letters_.end() || side == vec2(0))
            return; // a letter whose beginning is cut
        const auto [font, glyph] = found->second;
        const vec2 across = side / glm::length(side); // exact where it is level
        const float drawn =
            (corners[1].uv.x - corners[0].uv.x) / (glyph->U1 - glyph->U0) * (glyph->X1 - glyph->X0);
        const float scale = glm::length(side) / drawn, size = font->FontSize * scale;
        const float pen = glm::dot(points[0], across) - scale * glyph->X0;
        const float base = glm::dot(points[0], {-across.y, across.x}) + scale * (font->Ascent - glyph->Y0);
        const auto gap = [&] { return (pen - text_->end) / size; };
        if (!text_ || text_->font != font || text_->colour != colour ||
            glm::distance(text_->across, across) > same || std::abs(text_->base - base) > same ||
            std::abs(pen - text_->end) > next_text * font->GetCharAdvance(' ') * scale) {
            end_run();
            text_ = {font, colour, across, base, size, pen};
        }
        if (gap() > space) {
            text_->letters += ' ';
            text_->places += number(text_->end) + " ";
        }
        char encoded[5];
        text_->letters += ImTextCharToUtf8(encoded, glyph->Codepoint);
        text_->places += number(pen) + " ";
        text_->end = pen + glyph->AdvanceX * scale;
        text_->corners.insert(text_->corners.end(), points.begin(), points.end());
    }

    /// Without smoothing, each stretch of a line is a rectangle from its last side to its second.
    bool add_stroke(const Points& points, ImU32 colour) {
        const vec2 along = points[1] - points[0], across = points[3] - points[0];
        const float width = glm::length(across);
        if (width > widest_stroke || glm::distance(points[2], points[1] + across) > same ||
            std::abs(glm::dot(along, across)) > 0.01f * width * glm::length(along))
            return false;
        const vec2 from = (points[0] + points[3]) / 2.0f;
        if (!line_ || line_->colour != colour || std::abs(line_->width - width) > 0.01f ||
            glm::distance(line_->points.back(), from) > same) {
            end_run();
            line_ = {{from}, width, colour};
        }
        line_->points.push_back((points[1] + points[2]) / 2.0f);
        return true;
    }

    /// Writes the text or the line that was drawn last.
    void end_run() {
        if (const auto text = std::exchange(text_, {})) {
            const Fonts& fonts = gui_.look().fonts;
            const float em = gui_.typeface() == "Noto Sans" ? noto_em : default_em;
            std::string style = paint("fill", text->colour);
            if (text->font == fonts.heading)
                style += R"( font-weight="500")";
            if (text->font == fonts.mono)
                style += R"( font-family="Roboto Mono, DejaVu Sans Mono, monospace")";
            if (text->across.y != 0)
                style += fmt::format(" transform=\"rotate({})\"",
                                     number(glm::degrees(std::atan2(text->across.y, text->across.x))));
            put(text->corners, 0, "text",
                fmt::format("{} font-size=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n", style,
                            number(text->size * em), text->places, number(text->base),
                            chart::xml_text(text->letters)));
        }
        if (auto line = std::exchange(line_, {})) {
            Points& points = line->points;
            const bool closed = points.size() > 3 && glm::distance(points.front(), points.back()) < same;
            if (closed)
                points.pop_back();
            put(points, line->width / 2, "path",
                fmt::format(R"( fill="none" stroke-width="{}"{} d=")", number(line->width),
                            paint("stroke", line->colour)),
                path_through(points, closed));
        }
    }

    /// is_even: not part of a gradient, where smoothed edges would show the ground between the parts.
    void add_area(Points points, ImU32 colour, bool is_even) {
        end_run();
        float area = 0;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const vec2 a = points[i], b = points[(i + 1) % points.size()];
            area += a.x * b.y - b.x * a.y;
        }
        // All run the same way round, so that none is a hole in another of the same path.
        if (area < 0)
            std::ranges::reverse(points);
        const char* const edges = is_even ? "" : R"( shape-rendering="crispEdges")";
        put(points, 0, "path", paint("fill", colour) + edges + " d=\"", path_through(points));
    }

    void add_image(const Points& points, ImTextureID texture) {
        end_run();
        const vec2 size = points[2] - points[0];
        const int useful = texels_a_pixel * static_cast<int>(std::ceil(std::max(size.x, size.y)));
        const data::Image image = texture_(texture, std::min(max_texels, useful));
        // Enlarged texels stay sharp, as on the screen; viewers know one name or the other.
        const bool sharp = static_cast<float>(image.width) < size.x;
        put(points, 0, "image",
            fmt::format("{} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" "
                        "xlink:href=\"data:image/png;base64,{}\"/>\n",
                        sharp ? R"( image-rendering="optimizeSpeed" style="image-rendering:pixelated")" : "",
                        number(points[0].x), number(points[0].y), number(size.x), number(size.y),
                        base64(data::format_png("the picture", image))));
    }

    /// Paths that follow each other and look the same become one.
    void put(const Points& points, float margin, std::string_view element, const std::string& attributes,
             const std::string& path = {}) {
        const Rect box = box_of(points, margin);
        if (!clip_.overlaps(box))
            return;
        std::string clip;
        if (!clip_.inset(-same).contains(box)) {
            const auto [left, top, right, bottom] = clip_;
            std::string& name =
                clips_[path_through({{left, top}, {right, top}, {right, bottom}, {left, bottom}})];
            name = name.empty() ? fmt::format("clip{}", clips_.size()) : name;
            clip = fmt::format(" clip-path=\"url(#{})\"", name);
        }
        std::string open = fmt::format("<{}{}{}", element, clip, attributes);
        if (open != open_)
            body_ += std::exchange(end_, path.empty() ? "" : "\"/>\n") + open;
        open_ = std::move(open);
        body_ += path;
    }

    const ImDrawData& data_;
    const Gui& gui_;
    const Texture& texture_;
    /// By their top left in the fonts' texture.
    std::map<std::pair<float, float>, std::pair<const ImFont*, const ImFontGlyph*>> letters_;
    Rect clip_;
    std::optional<Text> text_;
    std::optional<Line> line_;
    std::map<std::string, std::string> clips_; ///< names by paths
    std::string body_, open_, end_;            ///< open_: the element that takes more content, with its end
};

} // namespace

void draw_for_svg() {
    // The next frame sets them again.
    ImDrawListSharedData& shared = *ImGui::GetDrawListSharedData();
    shared.InitialFlags &= ImDrawListFlags_AllowVtxOffset;
    shared.SetCircleTessellationMaxError(curve_error);
    shared.CurveTessellationTol = curve_error;
}

std::string draw_data_to_svg(const ImDrawData& data, const Gui& gui, std::string_view title,
                             const std::function<data::Image(ImTextureID texture, int most)>& texture) {
    SvgWriter writer(data, gui, texture);
    for (int i = 0; i < data.CmdListsCount; ++i)
        writer.add(*data.CmdLists[i]);
    return writer.finish(title);
}

} // namespace scanline::view
