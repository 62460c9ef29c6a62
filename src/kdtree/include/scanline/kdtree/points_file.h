#pragma once
#include "scanline/kdtree/points.h"

#include <filesystem>
#include <variant>
#include <vector>

namespace scanline::kdtree {

/// Points that own their coordinates.
template <Coordinate C>
struct PointCloud {
    std::vector<C> coordinates;
    int dimensions = 1;

    Points<C> points() const { return {coordinates, dimensions}; }
};
using AnyPointCloud = std::variant<PointCloud<std::int32_t>, PointCloud<float>>;

/// Reads points: of .npy an array of two dimensions, a row for each point, or of one, points on a line; whole
/// numbers become int32, others float32. Of .csv each column is a coordinate, below a header or without one; of
/// .ply x, y and z of the vertices; both float32. Errors name the path and what is wrong: those of the readers, an array of another
/// shape, a number that int32 or float32 cannot hold, another ending of the name.
AnyPointCloud read_points(const std::filesystem::path& path);

} // namespace scanline::kdtree
