#pragma once
#include "scenes/skyline/drawing.h"

#include <glm/vec3.hpp>
#include <vector>

namespace scanline::view::skyline_scene {

/// Points at places of the screen: what the plane and the space have in common. Units are from -1 to 1 along
/// the axes x, y and z.
class RowsView : public PointsView<Picture> {
protected:
    RowsView(const Look& look, const Picture& picture, bool hovered);
    ~RowsView() = default;

    virtual ImVec2 to_screen(const glm::dvec3& unit) const = 0;

    const Column& column(std::size_t axis) const {
        return run_.columns[static_cast<std::size_t>(axes_[axis])];
    }
    double unit_of(std::size_t axis, double value) const {
        return margin * (2 * column(axis).fraction(value) - 1);
    }
    glm::dvec3 unit_of(std::uint32_t point) const;
    /// 1 if greater values of an axis are worse, else -1: the end of the units to which they are.
    double worse_end(std::size_t axis) const { return column(axis).less() ? 1 : -1; }
    /// The corner to which all is worse.
    glm::dvec3 worst() const;

    ImVec2 screen_of(std::int64_t point) const override {
        return to_screen(unit_of(static_cast<std::uint32_t>(point)));
    }
    std::string tooltip_of(std::int64_t point) const override;

    /// Draws a point and finds out if it is under the mouse.
    void point(std::uint32_t point, ImVec2 at, float radius);
    /// Draws a line from the pinned point to its dominator, too, once that is known.
    void rings() const;
    /// The points whose dominance regions are shown, and their colours.
    std::vector<std::pair<std::uint32_t, ImU32>> regions() const;

    static constexpr double margin = 0.94; ///< of the units, for the extreme values

    const std::vector<int> axes_;
};

} // namespace scanline::view::skyline_scene
