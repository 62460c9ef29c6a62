#include "kit/chart_canvas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace scanline::view {

using chart::Colour;
using chart::Ink;
using chart::Point;
using chart::Stroke;

namespace {

/// Disables anti-aliasing for fills whose parts touch: smoothed edges would show the seams.
class SharpFills {
public:
    explicit SharpFills(ImDrawList& list) : list_(list), flags_(list.Flags) {
        list_.Flags &= ~ImDrawListFlags_AntiAliasedFill;
    }
    ~SharpFills() { list_.Flags = flags_; }
    SharpFills(const SharpFills&) = delete;
    SharpFills& operator=(const SharpFills&) = delete;

private:
    ImDrawList& list_;
    ImDrawListFlags flags_;
};

void turn(ImDrawList& list, int first_vertex, ImVec2 around, double degrees) {
    const double radians = degrees * std::numbers::pi / 180;
    const auto cosine = static_cast<float>(std::cos(radians)), sine = static_cast<float>(std::sin(radians));
    for (int i = first_vertex; i < list.VtxBuffer.Size; ++i) {
        ImVec2& at = list.VtxBuffer[i].pos;
        const float x = at.x - around.x, y = at.y - around.y;
        at = {around.x + x * cosine - y * sine, around.y + x * sine + y * cosine};
    }
}

} // namespace

ChartCanvas::ChartCanvas(ImDrawList& list, const Look& look, const Palette& palette, ImVec2 origin)
    : list_(list), fonts_(look.fonts), palette_(palette), origin_(origin), scale_(look.scale) {}

ImVec2 ChartCanvas::at(Point point) const {
    return {origin_.x + static_cast<float>(point.x) * scale_,
            origin_.y + static_cast<float>(point.y) * scale_};
}

ImU32 ChartCanvas::colour(const Colour& colour) const {
    const auto opacity = static_cast<float>(colour.opacity);
    switch (colour.ink) {
    case Ink::background: return with_alpha(palette_.background, opacity);
    case Ink::text: return with_alpha(palette_.text, opacity);
    case Ink::dim:
    case Ink::axis: return with_alpha(palette_.dim, opacity);
    case Ink::faint: return with_alpha(mix(palette_.dim, palette_.background, 0.3f), opacity);
    case Ink::grid: return with_alpha(palette_.line, opacity);
    case Ink::fine_grid: return with_alpha(mix(palette_.line, palette_.background, 0.5f), opacity);
    case Ink::series: return with_alpha(palette_.series[colour.place % palette_.series.size()], opacity);
    }
    return 0;
}

const ImFont& ChartCanvas::font(double size) const {
    const auto wanted = static_cast<float>(size) * scale_;
    const auto distance = [wanted](const ImFont* font) { return std::abs(font->FontSize - wanted); };
    return *std::ranges::min(std::array{fonts_.small, fonts_.heading}, {}, distance);
}

double ChartCanvas::text_width(std::string_view utf8, double size, bool bold) const {
    const ImFont& used = font(size);
    const float width =
        used.CalcTextSizeA(used.FontSize, FLT_MAX, 0, utf8.data(), utf8.data() + utf8.size()).x;
    return (width + (bold ? 1 : 0)) / scale_;
}

void ChartCanvas::line(Point from, Point to, const Stroke& stroke) {
    polyline(std::array{from, to}, stroke);
}

void ChartCanvas::polyline(std::span<const Point> points, const Stroke& stroke) {
    std::vector<ImVec2> through;
    for (const Point& point : points)
        through.push_back(at(point));
    const ImU32 used = colour(stroke.colour);
    if (!stroke.dashed) {
        list_.AddPolyline(through.data(), static_cast<int>(through.size()), used, 0, width(stroke));
        return;
    }
    const float dash = 6 * scale_, period = 10 * scale_;
    float phase = 0; // how far the line is into a dash and the gap after it
    for (std::size_t i = 1; i < through.size(); ++i) {
        const ImVec2 from = through[i - 1], to = through[i];
        const float length = std::hypot(to.x - from.x, to.y - from.y);
        if (length == 0)
            continue;
        const auto between = [&](float distance) {
            const float t = std::clamp(distance / length, 0.0f, 1.0f);
            return ImVec2{from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t};
        };
        for (float begin = -phase; begin < length; begin += period) {
            if (begin + dash > 0)
                list_.AddLine(between(begin), between(begin + dash), used, width(stroke));
        }
        phase = std::fmod(phase + length, period);
    }
}

void ChartCanvas::band(std::span<const Point> upper, std::span<const Point> lower, const Colour& fill) {
    const SharpFills sharp(list_);
    for (std::size_t i = 1; i < upper.size(); ++i)
        list_.AddQuadFilled(at(upper[i - 1]), at(upper[i]), at(lower[i]), at(lower[i - 1]), colour(fill));
}

void ChartCanvas::shape(std::span<const Point> outline, Point centre, const Colour& fill,
                        const Stroke& edge) {
    std::vector<ImVec2> corners;
    for (const Point& point : outline)
        corners.push_back(at(point));
    {
        const SharpFills sharp(list_);
        for (std::size_t i = 0; i < corners.size(); ++i)
            list_.AddTriangleFilled(at(centre), corners[i], corners[(i + 1) % corners.size()], colour(fill));
    }
    // Fills without an edge get a thin one of their own colour, which smooths them.
    const bool edged = edge.width > 0;
    list_.AddPolyline(corners.data(), static_cast<int>(corners.size()), colour(edged ? edge.colour : fill),
                      ImDrawFlags_Closed, edged ? width(edge) : scale_);
}

void ChartCanvas::rectangle(const chart::Rect& area, const Colour& fill) {
    list_.AddRectFilled(at({area.left, area.top}), at({area.right, area.bottom}), colour(fill));
}

void ChartCanvas::hatching(const chart::Rect& area) {
    const ImVec2 least = at({area.left, area.top}), most = at({area.right, area.bottom});
    const float height = most.y - least.y, step = 7 * scale_;
    list_.PushClipRect(least, most, true);
    for (float x = least.x - height; x < most.x; x += step)
        list_.AddLine({x, most.y}, {x + height, least.y}, colour({Ink::background}), 2 * scale_);
    list_.PopClipRect();
}

void ChartCanvas::text(Point base, std::string_view utf8, const chart::TextStyle& style) {
    const ImFont& used = font(style.size);
    const char *begin = utf8.data(), *end = begin + utf8.size();
    const float length = used.CalcTextSizeA(used.FontSize, FLT_MAX, 0, begin, end).x;
    const ImVec2 anchor = at(base);
    ImVec2 corner{anchor.x, anchor.y - used.Ascent};
    switch (style.anchor) {
    case chart::Anchor::start: break;
    case chart::Anchor::middle: corner.x -= length / 2; break;
    case chart::Anchor::end: corner.x -= length; break;
    }
    const int first_vertex = list_.VtxBuffer.Size;
    const ImVec2 rounded{std::round(corner.x), std::round(corner.y)};
    // AddText() would clip the text to the window before it is rotated into it.
    const ImVec4 everywhere{-1e6f, -1e6f, 1e6f, 1e6f};
    const bool doubled = style.bold && &used != fonts_.heading; // not every size has a bold font
    for (int copy = 0; copy < (doubled ? 2 : 1); ++copy)
        used.RenderText(&list_, used.FontSize,
                        {rounded.x + static_cast<float>(copy) * 0.6f * scale_, rounded.y},
                        colour(style.colour), everywhere, begin, end);
    if (style.degrees != 0)
        turn(list_, first_vertex, anchor, style.degrees);
}

} // namespace scanline::view
