#pragma once
#include "scanline/points/points.h"

#include <cstdint>
#include <filesystem>

namespace scanline::points {

/// Reads points: from .npy an array of two dimensions, one row per point, or of one dimension, points on a
/// line; from .csv one coordinate per column, see data::read_number_table(); from .ply x, y and z of the
/// vertices.
///
/// Every coordinate stays exact. Integers in .npy become int32, all other numbers float, if that type holds
/// each of them; otherwise double.
///
/// Errors name the path and the problem: those of the readers; an array of another shape, or more columns
/// than max_dimensions; NaN or a coordinate that double cannot hold, with row and column, see
/// CoordinateRange; usage for another file extension. Rows and columns count from 0, as points and
/// coordinates do everywhere; a named column is reported with its name.
///
///     "x,y\n3,1\n7,0.5\n" in a.csv: float (3, 1) and (7, 0.5); "x,y\n3,1\n7,0.1\n": double
AnyPointCloud read_points(const std::filesystem::path& path);

/// Points with coordinates of a requested type.
struct RoundedPoints {
    AnyPointCloud points;
    std::int64_t changed = 0;  ///< coordinates that differ from the file
    double largest_change = 0; ///< largest difference of a coordinate
};

/// Reads points and rounds their coordinates to the nearest value of the type, see CoordinateRange. Errors:
/// those of read_points(), and failure for a coordinate beyond the type's range.
///
///     "x,y\n3,1\n7,0.1\n" as float32: (3, 1) and (7, 0.1f); 1 changed, by 1.5e-9
RoundedPoints read_rounded_points(const std::filesystem::path& path, CoordinateType type);

} // namespace scanline::points
