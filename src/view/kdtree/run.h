#pragma once
#include "kdtree/geometry.h"
#include "kdtree/points.h"
#include "kdtree/setup.h"
#include "scanline/bench/results.h"
#include "scanline/kdtree/build_trace.h"
#include "scanline/kdtree/tree.h"

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

    // Of points that are followed.
    std::optional<kdtree::BuildTrace> trace;
    std::vector<std::int64_t> node_of; ///< the node of each point; -1 of one that is equal to one before

    bench::Repetition times; ///< of the build, the median of some
    int threads = 1;         ///< that it took

    int levels() const { return kdtree::levels(tree.size()); }
    /// Which point a node is.
    std::int32_t point_of(std::int64_t node) const { return tree.index[static_cast<std::size_t>(node)]; }
    bool is_followed() const { return trace.has_value(); }
    std::int64_t duplicates() const { return cloud.points().size() - tree.size(); }
};

/// Reads or makes the points, and builds their tree, some times where it is quick. cancelled: whether nobody
/// wants it any more; a part of it is returned then. Errors: those of read_kd_points().
KdRun run_kd(const KdSetup& setup, const std::function<bool()>& cancelled);

} // namespace scanline::view
