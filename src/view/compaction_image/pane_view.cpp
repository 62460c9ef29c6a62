#include "compaction_image/pane_view.h"

#include <algorithm>
#include <glm/common.hpp>

namespace scanline::view {

namespace {

constexpr glm::dvec2 image_middle{0.5, 0.5};

double allowed(double scale) {
    return std::clamp(scale, PaneView::smallest_scale, PaneView::largest_scale);
}

glm::dvec2 inside(glm::dvec2 centre) {
    return glm::clamp(centre, glm::dvec2(0), glm::dvec2(1));
}

} // namespace

double fitting_scale(const PaneFrame& frame) {
    const glm::dvec2 scales = frame.size / glm::max(frame.contents, glm::dvec2(1));
    return allowed(std::min(scales.x, scales.y));
}

void PaneView::fit() {
    fitted_ = true;
    centre_ = image_middle;
}

void PaneView::zoom_to(double scale) {
    fitted_ = false;
    scale_ = allowed(scale);
}

void PaneView::move_to(glm::dvec2 centre) {
    fitted_ = false;
    centre_ = inside(centre);
}

void PaneView::resolve(std::span<const PaneFrame> frames) {
    if (!fitted_ || frames.empty())
        return;
    scale_ = largest_scale;
    for (const PaneFrame& frame : frames)
        scale_ = std::min(scale_, fitting_scale(frame));
    centre_ = image_middle;
}

void PaneView::zoom_at(const PaneFrame& frame, glm::dvec2 cursor, double factor) {
    const glm::dvec2 held = to_contents(frame, cursor);
    zoom_to(scale_ * factor);
    const glm::dvec2 off = cursor - (frame.min + image_middle * frame.size);
    centre_ = inside((held - off / scale_) / frame.contents);
}

void PaneView::pan(const PaneFrame& frame, glm::dvec2 pixels) {
    move_to(centre_ - pixels / scale_ / frame.contents);
}

glm::dvec2 PaneView::to_screen(const PaneFrame& frame, glm::dvec2 element) const {
    return frame.min + image_middle * frame.size + (element - centre_ * frame.contents) * scale_;
}

glm::dvec2 PaneView::to_contents(const PaneFrame& frame, glm::dvec2 pixel) const {
    return centre_ * frame.contents + (pixel - frame.min - image_middle * frame.size) / scale_;
}

} // namespace scanline::view
