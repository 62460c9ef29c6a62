#pragma once
#include "scanline/bench/experiment.h"
#include "scanline/bench/peer.h"
#include "scanline/bench/row_access.h"
#include "scanline/points/point_distribution.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::compute {
class Engine;
}

namespace scanline::bench {

/// The types of coordinates that are measured, and how reports name them: "int32", "float".
inline constexpr std::array measured_types{points::CoordinateType::int32, points::CoordinateType::float32};
std::string_view type_name(points::CoordinateType type);

/// Trees of more points take a software renderer too long to be measured by the way.
inline constexpr std::int64_t most_software_points = 1 << 20;

struct KdtreeOptions {
    bool quick = false; ///< fewer and smaller trees, seconds instead of minutes
    // Of these three the first ones are where the experiment stands; each list is gone through from there.
    // Empty: those of the experiment.
    std::vector<std::int64_t> sizes{};                      ///< points, each 1 or more
    std::vector<int> dimensions{};                          ///< each 1 to points::max_dimensions
    std::vector<points::PointDistribution> distributions{}; ///< of the points; queries lie in the same way
    points::CoordinateType type = points::CoordinateType::float32; ///< of measured_types
    std::vector<int> threads{};   ///< each 1 or more; empty: one, and as many as processors
    std::vector<int> neighbors{}; ///< each 1 to kdtree::max_neighbors; empty: 1 and 10
    std::int64_t queries = 0;     ///< that are asked at once; 0: those of the experiment
    std::vector<Peer> peers{};    ///< that shall take part
    bool cpu = true;              ///< whether Scanline on the CPU takes part
    /// What Scanline works on with OpenGL, which outlives the plan; null: it takes no part.
    compute::Engine* engine = nullptr;
    /// Whether it does more than most_software_points on a software renderer too.
    bool large_on_software = false;
};

/// Every experiment with k-d trees. What is not OpenGL's is timed by clocks of its own.
///
/// Their plans have a group for each setting and task, with points of its own, on axes task ("build", "knn",
/// "radius", "box", "verify"), points (how they lie), elements (how many there are), dimensions, type,
/// queries, k, threads (that may work), by ("scanline-cpu", "scanline-compute", or the name of a peer) and
/// library (of a peer: its description); "-" where one does not apply. Who has no such work has no rows of
/// it: nanoflann builds by one thread and has no boxes, nth-element builds by one thread alone.
/// scanline-compute has no threads.
///
/// What is asked has its tree built untimed, of points of which no two are equal, so that all answer alike.
/// Within the radius of half of the queries are 16 points or more; a box has 16 or more inside for half of
/// them. What OpenGL works on, and what comes out, is on the GPU, but for the points of a verification. Every
/// result is checked before it is timed, see wrong_rows(): trees as kdtree::verify() does, of peers that
/// every point is in them; of queries some, against a look at every point, where distances may differ by what
/// float rounds. The items of a row are the points of a tree that is built or verified, or the queries.
///
/// Where KdtreeOptions::engine is on a GPU, the points begin with uniform floats of 3 coordinates, and
/// neither sizes nor queries are asked for nor a quick plan, the sweep also has the build and the queries
/// that are claimed of GPUs. With an engine the plan is measured on it.
Experiments kdtree_experiments();

/// A Markdown table of what was measured of Scanline, each beside all others of the same work by as many
/// threads; on OpenGL beside all others.
std::string kdtree_summary(const Results& results);

} // namespace scanline::bench
