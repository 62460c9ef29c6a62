#pragma once
#include "kit/canvas.h"

#include <functional>
#include <optional>

namespace scanline::view {

/// Draws a map of contents that are larger than their canvas, in a corner that leaves the part `free` of the
/// screen uncovered: a frame around what can be seen, and whatever `paint` adds for the whole. Nothing if
/// everything can be seen. contents: the whole of them, on the screen. Returns the point of the contents, as
/// fractions, that a press on the map moves to the middle.
std::optional<ImVec2> draw_minimap(const Look& look, const Rect& canvas, const Rect& contents,
                                   const std::function<void(ImDrawList&, const Rect& map)>& paint,
                                   const Rect& free = {});

/// Zoom and pan of contents that may be larger than their canvas: the wheel zooms at the mouse, a drag pans,
/// a double click shows the beginning at zoom 1 again. The scene lays its contents out for the zoom:
///
///     const float zoom = zoom_.begin(canvas);
///     const Layout layout(model, look.scale * zoom, canvas.width() * zoom);
///     const ImVec2 origin = zoom_.place(layout.size());
///     ... draw ...
///     zoom_.end(look, paint_map);
class Zoom {
public:
    static constexpr float least = 0.25f, most = 8;

    float zoom() const { return zoom_; }
    /// True if nothing has been zoomed or panned since the last reset.
    bool usual() const { return zoom_ == 1 && offset_.x == 0 && offset_.y == 0; }
    void reset();
    /// Clamped to [least, most]; keeps the middle of the canvas.
    void zoom_to(float zoom);

    /// Takes in the mouse over the canvas, or over `reach`, which may add its headings; returns the zoom to
    /// lay contents out for.
    float begin(const Rect& canvas, const std::optional<Rect>& reach = {});
    /// Returns where contents of this size begin on the screen. What is smaller than the canvas is centred.
    ImVec2 place(ImVec2 contents);
    /// Moves the contents as little as needed to show this part of the screen, with some room around it, from
    /// the next frame on.
    void reveal(const Rect& part);
    /// Draws the map where it does not cover what reveal() has shown; see draw_minimap().
    void end(const Look& look, const std::function<void(ImDrawList&, const Rect& map)>& paint = {});

private:
    void zoom_at(ImVec2 point, float zoom);

    float zoom_ = 1;
    ImVec2 offset_{0, 0}; ///< of the contents' top left from the canvas's
    ImVec2 contents_{0, 0};
    Rect canvas_;
    Rect revealed_; ///< from the contents' top left
    struct Anchor {
        ImVec2 at, fraction; ///< on the screen, and of the contents
    };
    std::optional<Anchor> anchor_; ///< stays where it is when contents are laid out anew
    bool panning_ = false;
};

} // namespace scanline::view
