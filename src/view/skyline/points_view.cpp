#include "skyline/points_view.h"

#include "skyline/pin.h"

#include <algorithm>
#include <cmath>

namespace scanline::view {

bool in_brushes(const SkyRun& run, const SkySetup& setup, std::uint32_t point) {
    return std::ranges::all_of(setup.brushes, [&](const SkyBrush& brush) {
        const auto column = std::ranges::find(run.columns, brush.column, &SkyColumn::column);
        if (column == run.columns.end())
            return true;
        const double share = run.share(point, static_cast<int>(column - run.columns.begin()));
        return brush.low <= share && share <= brush.high;
    });
}

SkyPointsView::SkyPointsView(const Look& look, const SkyPicture& picture, bool hovered)
    : look_(look), palette_(look.palette()), picture_(picture), run_(picture.run), sight_(picture.sight),
      axes_(run_.axes(picture.setup)),
      // The more points, the smaller.
      radius_(look.px(run_.drawn.size() <= 64    ? 4.5f
                      : run_.drawn.size() <= 400 ? 3.4f
                                                 : 2.2f)),
      list_(*ImGui::GetWindowDrawList()), hovered_(hovered), greatest_(look.px(10)) {}

glm::dvec3 SkyPointsView::unit_of(std::uint32_t point) const {
    glm::dvec3 unit(0, 0, 0);
    for (std::size_t axis = 0; axis < axes_.size(); ++axis)
        unit[static_cast<int>(axis)] = unit_of(axis, run_.value(point, axes_[axis]));
    return unit;
}

glm::dvec3 SkyPointsView::worst() const {
    glm::dvec3 corner(0, 0, 0);
    for (std::size_t axis = 0; axis < axes_.size(); ++axis)
        corner[static_cast<int>(axis)] = worse_end(axis);
    return corner;
}

void SkyPointsView::point(std::uint32_t point, ImVec2 at, float radius) {
    const bool brushed = in_brushes(run_, picture_.setup, point);
    draw_mark(list_, look_, brushed ? sight_.roles[point] : SkyRole::gone, at, radius);
    if (!hovered_)
        return;
    const ImVec2 mouse = ImGui::GetMousePos();
    const float distance = std::hypot(at.x - mouse.x, at.y - mouse.y);
    if (distance < greatest_) {
        greatest_ = distance;
        nearest_ = static_cast<int>(point);
    }
}

void SkyPointsView::rings() const {
    const auto screen_of = [this](int point) {
        return to_screen(unit_of(static_cast<std::uint32_t>(point)));
    };
    const auto ring = [&](int point, float away, ImU32 colour) {
        if (point >= 0)
            list_.AddCircle(screen_of(point), radius_ + look_.px(away), colour, 0, look_.px(2));
    };
    if (picture_.pinned >= 0) {
        if (const int by = known_dominator(run_, sight_, picture_.pinned); by >= 0) {
            list_.AddLine(screen_of(picture_.pinned), screen_of(by), palette_.pinned, look_.px(1.5f));
            ring(by, 3, palette_.pinned);
        }
        list_.AddCircleFilled(screen_of(picture_.pinned), radius_ + look_.px(1), palette_.pinned);
        ring(picture_.pinned, 4, palette_.pinned);
    }
    ring(sight_.focus, sight_.focus == picture_.pinned ? 7.0f : 4.0f, palette_.focus);
    if (picture_.hovered != sight_.focus && picture_.hovered != picture_.pinned)
        ring(picture_.hovered, 4, palette_.text);
}

void SkyPointsView::point_tooltip() const {
    if (nearest_ >= 0)
        ImGui::SetTooltip("%s", sky_tooltip(run_, static_cast<std::uint32_t>(nearest_)).c_str());
}

std::vector<std::pair<std::uint32_t, ImU32>> SkyPointsView::regions() const {
    std::vector<std::pair<std::uint32_t, ImU32>> regions;
    if (picture_.pinned >= 0)
        regions.emplace_back(static_cast<std::uint32_t>(picture_.pinned), palette_.pinned);
    if (picture_.hovered >= 0 && picture_.hovered != picture_.pinned)
        regions.emplace_back(static_cast<std::uint32_t>(picture_.hovered), palette_.accent);
    if (sight_.focus >= 0)
        regions.emplace_back(static_cast<std::uint32_t>(sight_.focus), palette_.focus);
    return regions;
}

} // namespace scanline::view
