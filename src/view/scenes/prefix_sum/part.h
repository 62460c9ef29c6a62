#pragma once
#include "scenes/prefix_sum/colours.h"
#include "scenes/prefix_sum/picture.h"

#include <string_view>

namespace scanline::view::prefix_sum {

/// What the parts of the picture have in common: the rows, and the band above them.
class Part {
protected:
    Part(const Look& look, const PictureOf& of, const Layout& layout, const Provenance& hovered)
        : look_(look), palette_(look.palette()), of_(of), timeline_(of.timeline), layout_(layout),
          hovered_(hovered), small_(look.fonts.small), list_(*ImGui::GetWindowDrawList()),
          window_(Rect::of(ImGui::GetWindowPos(), ImGui::GetWindowSize())) {
        cells_ = 2 * timeline_.input.size();
        for (int step = 0; step < steps(); ++step)
            cells_ += is_visible(step) ? timeline_.step(step).lanes.size() : 0;
    }

    int steps() const { return static_cast<int>(timeline_.steps.size()); }
    const TimeStep& current() const {
        static const TimeStep none;
        return of_.step >= 0 ? timeline_.step(of_.step) : none;
    }
    bool is_visible(int step) const {
        const Rect row = layout_.step(step);
        return row.bottom > layout_.band_bottom() && row.top < window_.bottom;
    }
    // A draw list without offsets has at most 65,536 vertices, so large pictures are simplified: square
    // corners, coarse curves and no hatching, then only the arrows of the current step, at last no outlines.
    bool is_crowded() const { return cells_ > 300; }
    bool is_packed() const { return cells_ > 900; }
    bool is_dense() const {
        return timeline_.lane_per_element() &&
               (timeline_.columns > 64 || layout_.column_width() < look_.px(8));
    }
    float corner(float rounding) const { return is_crowded() ? 0 : rounding; }
    float rounding() const { return corner(look_.px(3)); }
    Rect inset(const Rect& rect) const { return rect.inset(rect.width() > look_.px(8) ? look_.px(1) : 0, 0); }
    void mark(const Rect& rect, ImU32 colour, float thickness) {
        outline(list_, rect, colour, rounding(), look_.px(thickness));
    }
    bool small_text(const Rect& rect, ImU32 colour, std::string_view text, float x = 0.5f) {
        return small_->FontSize <= rect.height() && write_inside(list_, small_, rect, colour, text, x);
    }
    ImU32 shade(int value) const { return prefix_sum::shade(palette_, of_.range, value); }
    /// True for a value that the user is to predict.
    bool is_hidden(EventId id) const { return id.step == of_.step && of_.prediction.hides(cell_of(id)); }
    // The provenance of the pin is bold, that of what is under the mouse only hinted at.
    void mark_trace(const Rect& rect, bool pinned, bool hovered, float alpha = 1) {
        if (pinned)
            mark(rect, with_alpha(palette_.pinned, alpha), alpha < 1 ? 1.0f : 2.0f);
        else if (hovered)
            mark(rect, with_alpha(palette_.text, 0.7f * alpha), 1);
    }

    const Look& look_;
    const Palette& palette_;
    const PictureOf& of_;
    const Timeline& timeline_;
    const Layout& layout_;
    const Provenance& hovered_;
    const ImFont* small_;
    ImDrawList& list_;
    Rect window_;
    std::size_t cells_ = 0; ///< number of visible cells
};

/// Paints the band above the rows, and the names at the left.
void paint_band(const Look& look, const PictureOf& of, const Layout& layout, const Provenance& hovered);

} // namespace scanline::view::prefix_sum
