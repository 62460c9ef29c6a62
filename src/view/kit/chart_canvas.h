#pragma once
#include "kit/look.h"
#include "scanline/chart/drawing.h"

namespace scanline::view {

/// A canvas on an ImDrawList. Its unit is one pixel times the display scale.
class ChartCanvas final : public chart::Canvas {
public:
    /// Places (0, 0) at `origin`, on palette.background.
    ChartCanvas(ImDrawList& list, const Look& look, const Palette& palette, ImVec2 origin);

    double text_width(std::string_view utf8, double size, bool bold) const override;
    void line(chart::Point from, chart::Point to, const chart::Stroke& stroke) override;
    void polyline(std::span<const chart::Point> points, const chart::Stroke& stroke) override;
    void band(std::span<const chart::Point> upper, std::span<const chart::Point> lower,
              const chart::Colour& colour) override;
    void shape(std::span<const chart::Point> outline, chart::Point centre, const chart::Colour& fill,
               const chart::Stroke& edge) override;
    void rectangle(const chart::Rect& area, const chart::Colour& fill) override;
    void hatching(const chart::Rect& area) override;
    void text(chart::Point base, std::string_view utf8, const chart::TextStyle& style) override;

    ImVec2 at(chart::Point point) const;
    ImU32 colour(const chart::Colour& colour) const;

private:
    /// The font nearest to a size; text is drawn at the font's own size, which keeps it sharp.
    const ImFont& font(double size) const;
    float width(const chart::Stroke& stroke) const { return static_cast<float>(stroke.width) * scale_; }

    ImDrawList& list_;
    const Fonts& fonts_;
    const Palette& palette_;
    ImVec2 origin_;
    float scale_;
};

} // namespace scanline::view
