#pragma once
#include "kdtree/run.h"
#include "scanline/kdtree/trace.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scanline::view {

/// What a point is at a step, for its colour.
enum class KdRole {
    waiting,  ///< not sorted into a side yet; of queries: not seen
    repeated, ///< others are equal to it, and go
    less,     ///< than the median of its subtree
    median,
    greater,
    placed, ///< the median of a level before
    looked, ///< at, and not found
    found,
    pruned,
};

/// A split that is drawn.
struct KdSplit {
    const KdCell* cell = nullptr;
    bool now = false;    ///< of the level that is split at this step
    bool pruned = false; ///< of a node that a query leaves out
};

/// A part of space that the query is about.
struct KdRegion {
    enum class Kind { pruned, taken, entered };
    Kind kind = Kind::entered;
    KdBox box;
    bool now = false; ///< of this step
};

/// Where a query looks: around a point, a ball or a box.
struct KdReach {
    glm::dvec3 at{0, 0, 0};
    /// The ball within which points are of interest; none while it is endless.
    std::optional<double> radius;
    std::optional<KdBox> box;
};

/// What the middle shows at a step, whether in the plane or in space.
struct KdSight {
    /// In space, splits of so many levels stay when others are split; more would hide one another.
    static constexpr int outlined_levels = 4;

    std::string title, sentence;
    std::vector<KdRole> roles; ///< of the nodes in KdRun::drawn
    std::vector<KdSplit> splits;
    std::vector<KdRegion> regions;
    std::optional<KdReach> reach;
    std::int64_t focus = -1; ///< the node that is looked at; -1 for none
    std::string left_out;    ///< what is not drawn, because it could not be told apart; empty for nothing
};

// A build has a step for the presort, one for the duplicates, and one for each level.

/// None without points.
int build_steps(const KdRun& run);
/// "Presort", "Level 1: split by y".
std::string build_title(const KdRun& run, int step);
/// The level that a step splits; -1 for those before.
int level_of(int step);
KdSight build_sight(const KdRun& run, int step);

/// What a node is when a level is split: less, median, greater or placed.
KdRole role_at(std::int64_t size, std::int64_t node, int level);

using KdVisit = kdtree::Visit<float>;

/// A query as it is put to the tree, and its search.
struct KdAsked {
    KdQuery kind = KdQuery::nearest;
    int neighbors = 1;
    std::vector<float> at;
    float radius = 0;             ///< of KdQuery::radius
    std::vector<float> low, high; ///< of KdQuery::box
    std::vector<KdVisit> visits;

    // A query has a step before it, one for each visit, and one for the result.
    int result_step() const { return static_cast<int>(visits.size()) + 1; }
    std::span<const KdVisit> visits_before(int step) const {
        return std::span(visits).first(std::min(static_cast<std::size_t>(step), visits.size()));
    }
};

KdAsked ask(const KdRun& run, const KdSetup& setup);
/// For a tree that is followed.
KdSight query_sight(const KdRun& run, const KdAsked& asked, int step);

/// How much of a tree a query has seen.
struct KdCounts {
    std::int64_t looked = 0, pruned = 0, taken = 0, found = 0; ///< points
};
KdCounts counts_at(const KdAsked& asked, int step);

/// "x", "y", "z".
char axis_name(int axis);
/// "62.1", "0.0312": a coordinate or a distance, with as many digits as tell points in these bounds apart.
std::string coordinate_text(const KdBox& bounds, double coordinate);
/// "(62.1, 45.3)".
std::string place_text(const KdBox& bounds, std::span<const float> coordinates);

} // namespace scanline::view
