#pragma once
#include "kdtree/geometry.h"
#include "kdtree/setup.h"
#include "scanline/bench/results.h"
#include "scanline/kdtree/trace.h"
#include "scanline/kdtree/tree.h"
#include "scanline/points/points_file.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

namespace scanline::view {

/// A tree of the points that were asked for, and what leads to it. Cheap to look at, not to make.
struct KdRun {
    /// So many points are followed through arrays and queries; of more only the first levels are shown.
    static constexpr int most_followed = 4000;
    /// So many levels of cells are kept: all of trees that are followed.
    static constexpr int most_levels = 12;
    static constexpr int most_drawn = 8000; ///< points, beside those of the first levels
    static constexpr int levels_drawn = 8;

    KdSetup setup; ///< that it was made for
    points::PointCloud<float> cloud;
    kdtree::Tree<float> tree;
    KdBox bounds;
    std::vector<KdCell> cells;
    /// The nodes whose points are drawn: all, or some all over the tree.
    std::vector<std::int64_t> drawn;

    // Only for points that are followed.
    std::optional<kdtree::BuildTrace> trace;
    std::vector<std::int64_t> node_of; ///< the node of each point; -1 of one that is equal to one before

    bench::Repetition times; ///< of the build, the median of some
    int threads = 1;         ///< that it took

    int levels() const { return kdtree::levels(tree.size()); }
    /// Which point a node is.
    std::int32_t point_of(std::int64_t node) const { return tree.index[static_cast<std::size_t>(node)]; }
    std::span<const float> coordinates_of(std::int64_t node) const {
        return {tree.points()[node], static_cast<std::size_t>(tree.dimensions)};
    }
    bool is_followed() const { return trace.has_value(); }
    std::int64_t duplicates() const { return cloud.points().size() - tree.size(); }
};

/// Reads or makes the points, and builds their tree, some times where it is quick. cancelled: true once
/// nobody wants it any more; a part of it is returned then. Errors: those of read_kd_points().
KdRun run_kd(const KdSetup& setup, const std::function<bool()>& cancelled);

/// Points of a file that the scene can show, rounded to float32 where that cannot be seen. Errors: those of
/// points::read_points(); failure, naming the path, for dimensions other than 2 and 3, more than
/// KdSetup::most_points, a coordinate that is infinite, and points that float32 would move by more than can
/// be seen.
points::PointCloud<float> read_kd_points(const std::filesystem::path& path);

} // namespace scanline::view
