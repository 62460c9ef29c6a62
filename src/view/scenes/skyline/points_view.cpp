#include "scenes/skyline/points_view.h"

#include "scenes/skyline/words.h"

#include <algorithm>

namespace scanline::view::skyline_scene {

bool in_brushes(const Run& run, const Setup& setup, std::uint32_t point) {
    return std::ranges::all_of(setup.brushes, [&](const Brush& brush) {
        const auto column = std::ranges::find(run.columns, brush.column, &Column::column);
        if (column == run.columns.end())
            return true;
        const double fraction = run.fraction(point, static_cast<int>(column - run.columns.begin()));
        return brush.low <= fraction && fraction <= brush.high;
    });
}

// The more points, the smaller.
RowsView::RowsView(const Look& look, const Picture& picture, bool hovered)
    : PointsView(look, picture,
                 look.px(picture.run.drawn.size() <= 64    ? 4.5f
                         : picture.run.drawn.size() <= 400 ? 3.4f
                                                           : 2.2f),
                 look.px(10), hovered),
      axes_(run_.axes(picture.setup)) {}

glm::dvec3 RowsView::unit_of(std::uint32_t point) const {
    glm::dvec3 unit(0, 0, 0);
    for (std::size_t axis = 0; axis < axes_.size(); ++axis)
        unit[static_cast<int>(axis)] = unit_of(axis, run_.value(point, axes_[axis]));
    return unit;
}

glm::dvec3 RowsView::worst() const {
    glm::dvec3 corner(0, 0, 0);
    for (std::size_t axis = 0; axis < axes_.size(); ++axis)
        corner[static_cast<int>(axis)] = worse_end(axis);
    return corner;
}

void RowsView::point(std::uint32_t point, ImVec2 at, float radius) {
    const bool brushed = in_brushes(run_, picture_.setup, point);
    const Role role = brushed ? view_.roles[point] : Role::gone;
    draw_mark(list_, look_, role, colour_of(look_, run_, point, role), at, radius);
    if (view_.ranks && view_.ranks->is_sent[point])
        list_.AddCircle(at, radius + look_.px(3), palette_.text, 0, look_.px(1));
    point_at(point, at);
}

std::string RowsView::tooltip_of(std::int64_t point) const {
    return skyline_scene::tooltip_of(run_, static_cast<std::uint32_t>(point));
}

void RowsView::rings() const {
    const auto by = picture_.pinned < 0 ? -1 : known_dominator(run_, view_, picture_.pinned);
    if (by >= 0) {
        list_.AddLine(screen_of(picture_.pinned), screen_of(by), palette_.pinned, look_.px(1.5f));
        ring(by, 3, palette_.pinned);
    }
    PointsView::rings();
}

std::vector<std::pair<std::uint32_t, ImU32>> RowsView::regions() const {
    std::vector<std::pair<std::uint32_t, ImU32>> regions;
    if (picture_.pinned >= 0)
        regions.emplace_back(static_cast<std::uint32_t>(picture_.pinned), palette_.pinned);
    if (picture_.hovered >= 0 && picture_.hovered != picture_.pinned)
        regions.emplace_back(static_cast<std::uint32_t>(picture_.hovered), palette_.accent);
    if (view_.focus >= 0)
        regions.emplace_back(static_cast<std::uint32_t>(view_.focus), palette_.focus);
    return regions;
}

} // namespace scanline::view::skyline_scene
