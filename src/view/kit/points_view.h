#pragma once
#include "kit/canvas.h"
#include "kit/gesture.h"
#include "kit/motion.h"
#include "kit/orbit.h"
#include "kit/prediction.h"

#include <cmath>
#include <cstdint>
#include <string>

namespace scanline::view {

/// Input of the drawing of a run at a step.
template <class Run, class StepView>
struct RunPicture {
    using Setup = decltype(Run::setup);

    const Run& run;
    const StepView& view;
    const Setup& setup;
    std::int64_t hovered = -1;        ///< the point under the mouse in the last frame, wherever that is
    std::int64_t pinned = -1;         ///< a point
    Motion* motion = nullptr;         ///< null: nothing moves
    Prediction* prediction = nullptr; ///< null: nothing is hidden

    bool moves() const { return motion && motion->running(); }
    float progress() const { return motion ? motion->progress() : 1; }
    bool hides(std::uint64_t cell) const { return prediction && prediction->hides(cell); }
    /// See Prediction::cover().
    bool cover(ImDrawList& list, const Look& look, const Rect& rect, std::uint64_t cell) const {
        return prediction && prediction->cover(list, look, rect, cell);
    }
};

/// Points of a RunPicture at places of the screen: the one under the mouse, and rings.
template <class Picture>
class PointsView {
public:
    void point_tooltip() const {
        if (nearest_ < 0 || picture_.setup.draws())
            return;
        show_clickable_here();
        ImGui::SetTooltip("%s", tooltip_of(nearest_).c_str());
    }

protected:
    /// radius: of points, and reach: of the mouse unless it draws, in pixels; hovered: the mouse is over the
    /// picture.
    PointsView(const Look& look, const Picture& picture, float radius, float reach, bool hovered)
        : look_(look), palette_(look.palette()), picture_(picture), run_(picture.run), view_(picture.view),
          radius_(radius), list_(*ImGui::GetWindowDrawList()), hovered_(hovered),
          greatest_(picture.setup.draws() ? 1e9f : reach) {}
    ~PointsView() = default;

    virtual ImVec2 screen_of(std::int64_t point) const = 0;
    virtual std::string tooltip_of(std::int64_t point) const = 0;
    /// Returns true if the picture shows this point.
    virtual bool shows(std::int64_t /*point*/) const { return true; }

    /// Takes in a point that has been drawn.
    void point_at(std::int64_t point, ImVec2 at) {
        if (!hovered_)
            return;
        const ImVec2 mouse = ImGui::GetMousePos();
        const float distance = std::hypot(at.x - mouse.x, at.y - mouse.y);
        if (distance < greatest_) {
            greatest_ = distance;
            nearest_ = point;
        }
    }

    void ring(std::int64_t point, float away, ImU32 colour) const {
        if (point >= 0 && shows(point))
            list_.AddCircle(screen_of(point), radius_ + look_.px(away), colour, 0, look_.px(2));
    }
    /// Around the points that the step is about, pinned, which a sample may lack, and under the mouse.
    void rings() const {
        if (picture_.pinned >= 0 && shows(picture_.pinned))
            list_.AddCircleFilled(screen_of(picture_.pinned), radius_ + look_.px(1), palette_.pinned);
        ring(view_.focus, 4, palette_.focus);
        ring(picture_.pinned, ring_of(picture_.pinned), palette_.pinned);
        if (picture_.hovered != view_.focus && picture_.hovered != picture_.pinned)
            ring(picture_.hovered, 4, palette_.text);
    }
    /// How far the outermost ring lies off the point; 0 without one.
    float ring_of(std::int64_t point) const {
        const bool focus = point == view_.focus, pinned = point == picture_.pinned;
        return focus && pinned ? 7.0f : focus || pinned ? 4.0f : 0.0f;
    }

    const Look& look_;
    const Palette& palette_;
    const Picture& picture_;
    const decltype(Picture::run) run_;
    const decltype(Picture::view) view_;
    float radius_;
    ImDrawList& list_;

    // The point under the mouse.
    bool hovered_;
    float greatest_;
    std::int64_t nearest_ = -1;
};

/// Draws a view of points in space, which a drag turns, in a rectangle of the window.
template <class View, class Picture>
auto draw_space(const Look& look, const Picture& picture, const Rect& area) {
    PictureAnswer<typename Picture::Setup> answer{-1, picture.setup};
    const bool hovered = turn_in(area, answer.setup.camera);
    ImGui::PushClipRect(area.low(), area.high(), true);
    View space(look, picture, area, hovered);
    answer.hovered = space.draw();
    ImGui::PopClipRect();
    space.point_tooltip();
    return answer;
}

} // namespace scanline::view
