#pragma once
#include "kdtree/kdtree_sight.h"

#include <span>
#include <string>

namespace scanline::view {

/// "x", "y", "z".
char axis_name(int axis);
/// "62.1", "0.0312": as few digits as tell points of such an extent apart.
std::string coordinate_text(double coordinate);
/// "(62.1, 45.3)".
std::string place_text(std::span<const float> coordinates);
/// "point 7 at (62.1, 45.3)".
std::string point_text(const KdRun& run, std::int64_t point);

struct KdText {
    std::string title, sentence;
};
KdText build_text(const KdRun& run, int step);
/// Before the first visit where there is none.
KdText query_text(const KdRun& run, const KdAsked& asked, const kdtree::QueryTrace<float>& trace, int visits);

} // namespace scanline::view
