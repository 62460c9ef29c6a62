#pragma once
#include "field.h"
#include "shapes.h"

#include <functional>

namespace scanline::masks {

/// A point on a solid's surface, as seen by the viewer.
struct Surface {
    Vec3 point;
    Vec3 normal;
    double openness; ///< 0 deep in a fold to 1 in the open
};

/// What to draw: a solid, the brightness of its surface, and the visible part of space. Viewed along -z
/// without perspective; `middle` maps to the middle of the picture, and one unit is `scale` pixels.
struct Scene {
    std::function<double(Vec3)> distance;
    std::function<double(const Surface&)> tone;
    Vec3 middle;
    double scale;
    double depth;      ///< the solid lies between z = -depth and z = depth
    double fold_width; ///< how far from the surface openness is measured
};

/// The tone of every pixel of the mask; `background` where the solid is not hit.
Field render(const Scene& scene, float background);

} // namespace scanline::masks
