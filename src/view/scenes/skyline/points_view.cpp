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

std::string tooltip_at(const Picture& picture, std::uint32_t point) {
    // While steps are predicted, not what a later one finds.
    const bool tells =
        !picture.prediction || !picture.prediction->on() || picture.role_of(point) != Role::waiting;
    return tooltip_of(picture.run, point, tells);
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
    const Role role = brushed ? picture_.role_of(point) : Role::gone;
    const float progress = picture_.progress();
    if (role == Role::gone && picture_.had(point, Role::pruned)) // falls
        draw_mark(list_, look_, Role::pruned,
                  with_alpha(colour_of(look_, run_, point, Role::pruned), 1 - progress),
                  {at.x, at.y + look_.px(30) * progress * progress}, radius);
    const bool settles =
        (role == Role::skyline || role == Role::pruned) && picture_.had(point, Role::waiting);
    draw_mark(list_, look_, role, colour_of(look_, run_, point, role), at,
              radius * (settles ? 2 - progress : 1));
    if (picture_.hides(point))
        return;
    if (view_.ranks && view_.ranks->is_sent[point])
        list_.AddCircle(at, radius + look_.px(3), palette_.text, 0, look_.px(1));
    point_at(point, at);
}

std::string RowsView::tooltip_of(std::int64_t point) const {
    return tooltip_at(picture_, static_cast<std::uint32_t>(point));
}

void RowsView::rings() const {
    const bool is_told = picture_.pinned >= 0 && !picture_.hides(static_cast<std::uint64_t>(picture_.pinned));
    const auto by = is_told ? known_dominator(run_, view_, picture_.pinned) : -1;
    if (by >= 0) {
        list_.AddLine(screen_of(picture_.pinned), screen_of(by), palette_.pinned, look_.px(1.5f));
        ring(by, 3, palette_.pinned);
    }
    PointsView::rings();
    for (const std::uint32_t point : run_.drawn) {
        const ImVec2 at = screen_of(point);
        picture_.cover(list_, look_, Rect{at.x, at.y, at.x, at.y}.inset(-look_.px(8)), point);
    }
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
