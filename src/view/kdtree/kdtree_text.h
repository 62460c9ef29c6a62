#pragma once
#include "kdtree/kdtree_sight.h"

#include <span>
#include <string>

namespace scanline::view {

/// "1,000,000".
std::string count_text(std::int64_t count);
/// "x", "y", "z".
char axis_name(int axis);
/// "62.1", "0.0312": a coordinate or a distance, with as many digits as tell points in these bounds apart.
std::string coordinate_text(const KdBox& bounds, double coordinate);
/// "(62.1, 45.3)".
std::string place_text(const KdBox& bounds, std::span<const float> coordinates);

struct KdText {
    std::string title, sentence;
};
KdText build_text(const KdRun& run, int step);
KdText query_text(const KdRun& run, const KdAsked& asked, const kdtree::QueryTrace<float>& trace, int step);

} // namespace scanline::view
