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
/// numbers become int32, others float32. Of .csv, see data::read_number_table(), each column is a coordinate.
/// Of .ply x, y and z of the vertices. Those of both become float32.
///
/// Errors name the path and what is wrong: those of the readers; an array of another shape, and more columns
/// than max_dimensions; with row and column a coordinate that is not a number, and one that int32 or float32
/// cannot hold; usage for another ending of the name. Rows and columns count from 0, as points and
/// coordinates do everywhere, and a column that has a name in the file is told with it.
///
///     "x,y\n3,1\n7,0\n" in a.csv: (3, 1) and (7, 0); "x,y\n3,1e39\n": row 0, column 1 (y) is 1e+39, which
///     ...
AnyPointCloud read_points(const std::filesystem::path& path);

} // namespace scanline::kdtree
