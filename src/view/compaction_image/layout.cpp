#include "compaction_image/pane.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <limits>

namespace scanline::view {

namespace {

constexpr glm::dvec2 image_middle{0.5, 0.5};

double allowed(double scale) {
    return std::clamp(scale, PaneView::smallest_scale, PaneView::largest_scale);
}

glm::dvec2 inside(glm::dvec2 centre) {
    return glm::clamp(centre, glm::dvec2(0), glm::dvec2(1));
}

int rows_of(int count, int columns) {
    return (count + columns - 1) / columns;
}

glm::vec2 cell_size(int count, int columns, const Rect& room, float gap) {
    const auto across = static_cast<float>(columns), down = static_cast<float>(rows_of(count, columns));
    return {std::floor((room.width() - gap * (across - 1)) / across),
            std::floor((room.height() - gap * (down - 1)) / down)};
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

} // namespace scanline::view
