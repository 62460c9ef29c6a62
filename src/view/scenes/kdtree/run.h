#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/kdtree/trace.h"
#include "scanline/kdtree/tree.h"
#include "scanline/machine/repetition.h"
#include "scanline/points/points_file.h"
#include "scenes/kdtree/dealing.h"
#include "scenes/kdtree/geometry.h"
#include "scenes/kdtree/setup.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

namespace scanline::view::kdtree_scene {

/// A tree of the requested points, and how it was built. Cheap to look at, not to make.
struct Run {
    /// Up to this many points, arrays and queries can be followed; beyond, only the first levels are shown.
    static constexpr int max_followed = 4000;
    /// Levels of cells that are kept: enough for every followed tree.
    static constexpr int max_levels = 12;
    static constexpr int max_drawn = 8000; ///< points, besides those of the first levels
    static constexpr int levels_drawn = 8;

    Setup setup; ///< the setup that it was made for
    points::PointCloud<float> cloud;
    kdtree::Tree<float> tree;
    Box bounds;
    std::vector<Cell> cells;
    /// The nodes whose points are drawn: all, or a sample from the whole tree.
    std::vector<std::int64_t> drawn;

    // Only for followed points.
    std::optional<kdtree::BuildTrace> trace;
    std::vector<std::int64_t> node_of;   ///< the node of each point; -1 for a duplicate of an earlier one
    kdtree::BuildTrace::Arrays unsorted; ///< the index arrays before the presort

    std::optional<Dealing> dealing; ///< over several ranks

    machine::Repetition times; ///< of the build with the median time
    int threads = 1;           ///< used by the build

    std::int64_t size() const { return tree.size(); }
    int levels() const { return kdtree::levels(tree.size()); }
    /// The point of a node.
    std::int32_t point_of(std::int64_t node) const { return tree.index[static_cast<std::size_t>(node)]; }
    /// The node of a point, of this run or not; -1 if it has none.
    std::int64_t find_node(int point) const {
        const auto found = std::ranges::find(tree.index, point);
        return found == tree.index.end() ? -1 : found - tree.index.begin();
    }
    std::span<const float> coordinates_of(std::int64_t node) const {
        return {tree.points()[node], static_cast<std::size_t>(tree.dimensions)};
    }
    bool is_followed() const { return trace.has_value(); }
    std::int64_t duplicates() const { return cloud.points().size() - tree.size(); }
};

/// Reads or generates the points, and builds their tree, several times if that is quick. cancelled: true once
/// the result is no longer wanted; the run returned is partial then. Errors: those of read_kd_points().
Run run_kd(const Setup& setup, const CancelHook& cancelled);

/// Reads points that the scene can show, rounded to float32 if that is invisible. Errors: those of
/// points::read_points(); failure, naming the path, for dimensions other than 2 and 3, more than
/// Setup::max_points, an infinite coordinate, and points that float32 would move visibly.
points::PointCloud<float> read_kd_points(const std::filesystem::path& path);

} // namespace scanline::view::kdtree_scene
