#pragma once
#include "scanline/bench/canvas.h"
#include "scanline/view/look.h"

namespace scanline::view {

/// A canvas on an ImDrawList: its unit is a pixel times the scale of the display.
class ChartCanvas final : public bench::Canvas {
public:
    /// Draws with its (0, 0) at `origin`, on palette.background.
    ChartCanvas(ImDrawList& list, const Look& look, const Palette& palette, ImVec2 origin);

    double text_width(std::string_view utf8, double size, bool bold) const override;
    void line(bench::Point from, bench::Point to, const bench::Stroke& stroke) override;
    void polyline(std::span<const bench::Point> points, const bench::Stroke& stroke) override;
    void band(std::span<const bench::Point> upper, std::span<const bench::Point> lower,
              const bench::Colour& colour) override;
    void shape(std::span<const bench::Point> outline, bench::Point centre, const bench::Colour& fill,
               const bench::Stroke& edge) override;
    void rectangle(const bench::Rect& area, const bench::Colour& fill) override;
    void hatching(const bench::Rect& area) override;
    void text(bench::Point base, std::string_view utf8, const bench::TextStyle& style) override;

    ImVec2 at(bench::Point point) const;
    ImU32 colour(const bench::Colour& colour) const;

private:
    /// The font that comes nearest to a size; text is set in the font's own size, which keeps it sharp.
    const ImFont& font(double size) const;
    float width(const bench::Stroke& stroke) const { return static_cast<float>(stroke.width) * scale_; }

    ImDrawList& list_;
    const Fonts& fonts_;
    const Palette& palette_;
    ImVec2 origin_;
    float scale_;
};

} // namespace scanline::view
