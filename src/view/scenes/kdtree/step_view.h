#pragma once
#include "scanline/kdtree/trace.h"
#include "scenes/kdtree/run.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scanline::view::kdtree_scene {

/// The role of a point at a step, which selects its colour.
enum class Role {
    waiting,  ///< not yet on a side; in queries: not visited
    repeated, ///< has duplicates, which are removed
    less,     ///< less than the median of its subtree
    median,
    greater,
    placed, ///< the median of an earlier level
    looked, ///< visited, but not part of the result
    found,
    pruned,
};

/// A split to draw.
struct Split {
    const Cell* cell = nullptr;
    bool now = false;    ///< of the level being split at this step
    bool pruned = false; ///< of a node that a query prunes
};

/// A region of space that a query accepts or prunes, or whose points a rank has.
struct Region {
    enum class Kind { pruned, taken, entered, owned };
    Kind kind = Kind::entered;
    Box box;
    bool now = false; ///< of this step
    int rank = 0;
};

/// Where a query searches: around a point, in a ball or in a box.
struct Reach {
    glm::dvec3 at{0, 0, 0};
    /// The ball that contains the points of interest; none while it is unbounded.
    std::optional<double> radius;
    std::optional<Box> box;
};

/// What the middle shows at a step, in the plane or in space.
struct StepView {
    /// In space, splits of this many levels stay visible while others are split; more would hide one another.
    static constexpr int outlined_levels = 4;

    std::string title, sentence;
    std::vector<std::int64_t> nodes; ///< whose points are drawn, ascending: Run::drawn, and those looked at
    std::vector<Role> roles;         ///< of these
    std::vector<Split> splits;
    std::vector<Region> regions;
    std::optional<Reach> reach;
    std::int64_t focus = -1; ///< the node of this step's visit; -1 for none
    std::string left_out;    ///< what is not drawn because it could not be told apart; empty for nothing

    const Dealing::RankOf* rank_of = nullptr; ///< of a build over ranks, whose colours points have
    bool exchanges = false;                   ///< no level is split
    int rank_of_node(const Run& run, std::int64_t node) const {
        return (*rank_of)[static_cast<std::size_t>(run.point_of(node))];
    }

    // For the drawing of the tree.
    int level = -1;                    ///< the level that a build splits; -1 for none
    std::vector<std::int64_t> visited; ///< nodes that a query has entered or looked at, ascending
    std::vector<std::int64_t> cuts;    ///< roots of the subtrees that it has skipped
    /// The role of a node whose point is drawn; of another, that of the next in order.
    Role role_of(std::int64_t node) const;
};

// A build has a step for the input, one for the presort, one for the duplicates, and one for each level; over
// ranks one more, see Dealing::exchange_step().

/// 0 without points.
int build_steps(const Run& run);
/// "Input", "Presort", "Level 1: split by y".
std::string build_title(const Run& run, int step);
/// The level that a step splits; -1 for those before.
int level_of(int step);
/// Also over ranks; of the exchange, the level before.
int level_of(const Run& run, int step);
StepView build_view(const Run& run, int step);

/// The role of a node when a level is split: less, median, greater or placed.
Role role_at(std::int64_t size, std::int64_t node, int level);

using Visit = kdtree::Visit<float>;

/// A query on the tree, and its search.
struct QueryRun {
    /// Of a tree that is not followed: more points in a radius, or a box in space, have too many steps.
    static constexpr std::int64_t max_found = 2000;

    Query kind = Query::nearest;
    int neighbors = 1;
    std::vector<float> at;
    float radius = 0;             ///< for Query::radius
    std::vector<float> low, high; ///< for Query::box
    std::vector<Visit> visits;
    /// About how many points it finds, if too many to follow: there are no visits then. Else 0.
    std::int64_t too_many = 0;

    // A query has a step before it, one per visit, and one for the result.
    int result_step() const { return static_cast<int>(visits.size()) + 1; }
    std::span<const Visit> visits_before(int step) const {
        return std::span(visits).first(std::min(static_cast<std::size_t>(step), visits.size()));
    }
};

/// A query of a tree with points.
QueryRun ask(const Run& run, const Setup& setup);
StepView query_view(const Run& run, const QueryRun& asked, int step);

/// Where a query searches after some visits.
Reach reach_of(const QueryRun& asked, std::span<const Visit> visits);

/// How much of a tree a query has visited.
struct Counts {
    std::int64_t looked = 0, pruned = 0, taken = 0, found = 0; ///< points
};
Counts counts_at(const QueryRun& asked, int step);

/// "x", "y", "z".
char axis_name(int axis);
/// Where greater or smaller coordinates lie on the screen: "right of", "above".
const char* side_of(int axis, bool upper);
/// "62.1", "0.0312": a coordinate or distance, with enough digits to tell points in these bounds apart.
std::string coordinate_text(const Box& bounds, double coordinate);
/// "(62.1, 45.3)".
std::string place_text(const Box& bounds, std::span<const float> coordinates);
/// A squared distance, as coordinate_text().
std::string distance_text(const Run& run, float squared);
/// "1 point", "1,024 points".
std::string points_text(std::int64_t points);

} // namespace scanline::view::kdtree_scene
