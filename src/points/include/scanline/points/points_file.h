#pragma once
#include "scanline/points/points.h"

#include <cstdint>
#include <filesystem>

namespace scanline::points {

/// Reads points: of .npy an array of two dimensions, a row for each point, or of one, points on a line. Of
/// .csv, see data::read_number_table(), each column is a coordinate. Of .ply x, y and z of the vertices.
///
/// Every coordinate stays as it is. Whole numbers of .npy become int32, all others float, where that type
/// holds each of them, and double otherwise.
///
/// Errors name the path and what is wrong: those of the readers; an array of another shape, and more columns
/// than max_dimensions; with row and column a coordinate that is not a number or that double does not hold,
/// see CoordinateRange; usage for another ending of the name. Rows and columns count from 0, as points and
/// coordinates do everywhere, and a column that has a name in the file is told with it.
///
///     "x,y\n3,1\n7,0.5\n" in a.csv: float (3, 1) and (7, 0.5); "x,y\n3,1\n7,0.1\n": double
AnyPointCloud read_points(const std::filesystem::path& path);

/// Points with coordinates of a type that was asked for.
struct RoundedPoints {
    AnyPointCloud points;
    std::int64_t changed = 0;  ///< coordinates that are not those of the file
    double largest_change = 0; ///< of a coordinate
};

/// Reads points and rounds their coordinates to the nearest that the type holds, see CoordinateRange. Errors:
/// those of read_points(), and failure for a coordinate that is beyond all that the type holds.
///
///     "x,y\n3,1\n7,0.1\n" as float32: (3, 1) and (7, 0.1f); 1 changed, by 1.5e-9
RoundedPoints read_rounded_points(const std::filesystem::path& path, CoordinateType type);

} // namespace scanline::points
