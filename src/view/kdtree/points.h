#pragma once
#include "kdtree/setup.h"
#include "scanline/points/points_file.h"

#include <filesystem>

namespace scanline::view {

/// Points of a file that the scene can show, rounded to float32 where that cannot be seen. Errors: those of
/// points::read_points(); failure, naming the path, for dimensions other than 2 and 3, more than
/// KdSetup::most_points, a coordinate that is infinite, and points that float32 would move by more than can
/// be seen.
points::PointCloud<float> read_kd_points(const std::filesystem::path& path);

} // namespace scanline::view
