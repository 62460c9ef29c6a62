#pragma once
#include "kit/canvas.h"
#include "kit/property.h"

#include <array>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <string>
#include <utility>

namespace scanline::view {

/// From where a scene looks at space: the settings yaw, pitch and zoom.
struct Orbit {
    static constexpr double min_zoom = 0.25, max_zoom = 8, max_pitch = 89;

    double yaw = 35, pitch = 22; ///< degrees
    double zoom = 1;             ///< relative to fitting

    void add_rows(std::vector<Property>& rows);
};

/// Lets a drag turn and the wheel zoom in this part of the window; a double click resets. Returns true while
/// the mouse is over it and does not turn it.
bool turn_in(const Rect& area, Orbit& orbit);

/// Looks at the centre of the units from any direction, in perspective.
class Camera {
public:
    /// yaw around z and pitch above the xy plane, in degrees; radius: of the unit sphere on the screen.
    Camera(double yaw, double pitch, glm::dvec2 middle, double radius);

    struct Seen {
        glm::dvec2 at{0, 0};
        double depth = 0; ///< greater is nearer
        double scale = 1; ///< relative to the middle
    };
    Seen see(const glm::dvec3& unit) const;
    ImVec2 at(const glm::dvec3& unit) const;
    const glm::dvec2& middle() const { return middle_; }

private:
    double sin_yaw_, cos_yaw_, sin_pitch_, cos_pitch_;
    glm::dvec2 middle_;
    double radius_;
};

/// A camera that shows a box around the centre, with these half sides, in the middle of an area.
Camera camera_in(const Rect& area, const Orbit& orbit, const glm::dvec3& half);

/// Corners of a box are numbered with one bit per axis.
using Corners = std::array<glm::dvec3, 8>;
Corners corners_between(const glm::dvec3& low, const glm::dvec3& high);
inline constexpr std::array<std::pair<std::size_t, std::size_t>, 12> box_edges{
    {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3}, {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}}};

/// The plane of a box that is as thin as nothing along an axis: its corners, in order around it.
std::array<glm::dvec3, 4> plane_of(const Corners& corners, int axis);

/// The edges of the box of camera_in() that are nearer than its middle, or the others, which are fainter.
void draw_box(ImDrawList& list, const Look& look, const Camera& camera, const glm::dvec3& half, bool near);
/// Writes the scale of an axis beside its outermost edge: z at the left, x and y at the bottom. name: what is
/// written where the text does not fit.
void draw_scale(ImDrawList& list, const Look& look, const Camera& camera, const Rect& area,
                const glm::dvec3& half, int axis, ImU32 colour, const std::string& text,
                const std::string& name);

} // namespace scanline::view
