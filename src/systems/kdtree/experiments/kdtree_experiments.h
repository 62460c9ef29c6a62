#pragma once
#include "brute_force.h"
#include "scanline/points/point_distribution.h"
#include "scanline/systems/comparison.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::systems {

// What the plans of k-d trees write into their rows, and what their reports read.

inline constexpr RowAxis<std::string> task_axis{"task"}, points_axis{"points"}, type_axis{"type"};
inline constexpr RowAxis<std::optional<std::int64_t>> queries_axis{"queries"};
inline constexpr RowAxis<std::optional<int>> k_axis{"k"};
/// The peer that claims are about.
inline constexpr std::string_view by_nanoflann = "nanoflann";
/// The peer that builds by one thread and does nothing else.
inline constexpr std::string_view by_nth_element = "nth-element";

/// The types of coordinates that are measured, and how reports name them: "int32", "float".
inline constexpr std::array measured_types{points::CoordinateType::int32, points::CoordinateType::float32};
std::string_view type_name(points::CoordinateType type);

/// Trees of more points take a software renderer too long to be measured by the way.
inline constexpr std::int64_t max_software_points = 1 << 20;

/// All ways to do it, by each number of threads if they have any. What they cannot do is skipped with their
/// reason.
PlannedGroup kdtree_group(const KdtreeSetting& setting, const Request& request);

// What is claimed of k-d trees is measured of uniform points.

inline constexpr std::int64_t asked_elements = 1 << 20, gpu_queries = 1 << 20;
inline constexpr int asked_k = 10;
inline constexpr std::int64_t gpu_built_elements = 1 << 24;

/// Judges whether the row with these values took at most so long.
Judge takes_at_most(const AxisValues& values, double milliseconds);

/// What the sweep says of builds and queries.
Claims kdtree_claims();
/// The sweep from where it stands: the setting of its first row.
std::vector<Figure> kdtree_figures(const Results& results);
/// The stages of Scanline's builds, in nanoseconds for each point: bars of each setting by the number of
/// threads, and on OpenGL.
Figure kdtree_stages(const Results& results);

/// Adds to an experiment what both have in common: axes, peers, and the plan.
Experiment kdtree_experiment(Experiment own, std::vector<PlannedGroup> groups(const Request& request));
Experiment kdtree_paper();

} // namespace scanline::systems
