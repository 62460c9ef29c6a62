#pragma once
#include "scanline/core/named.h"
#include "scanline/cube/generate.h"
#include "scanline/systems/comparison.h"

#include <array>
#include <string_view>
#include <vector>

namespace scanline::systems {

// Plans write these names into their rows; reports read them.

inline constexpr RowAxis<std::string> operation_axis{"operation"};
inline constexpr RowAxis<std::uint32_t> cardinality_axis{"cardinality"};
inline constexpr RowAxis<double> zipf_axis{"zipf"};
inline constexpr RowAxis<std::optional<std::int64_t>> queries_axis{"queries"};
/// The axes that identify a table.
inline constexpr std::array<std::string_view, 4> cube_axes{dimensions_axis, cardinality_axis, elements_axis,
                                                           zipf_axis};
inline constexpr std::string_view nodes_count = "nodes", bytes_count = "tree_bytes";

/// The operations measured, see cube_experiments().
enum class CubeOperation { build, update, append, on_path, off_path, group_by, brush };
constexpr auto table_of(CubeOperation) {
    using enum CubeOperation;
    return named<CubeOperation>({{build, "build"},
                                 {update, "update"},
                                 {append, "append"},
                                 {on_path, "on-path"},
                                 {off_path, "off-path"},
                                 {group_by, "group-by"},
                                 {brush, "brush"}});
}
using scanline::to_string;

/// An operation only for peers: the cells of the path's prefixes.
inline constexpr std::string_view cube_operation = "cube";

/// A peer that wraps an SQL engine: see docs/measurements.md.
inline constexpr std::string_view by_rollup = "rollup";

/// The largest tables that a software renderer is given by default.
inline constexpr std::int64_t max_software_cube_rows = 1 << 14;

struct CubeSetting {
    cube::Generated rows;
    double zipf = 0;
    std::int64_t queries = 10'000;
    std::vector<CubeOperation> operations{enumerators<CubeOperation>.begin(),
                                          enumerators<CubeOperation>.end()};
};

/// Plans all operations in every way, in turns.
PlannedGroup cube_group(const CubeSetting& setting, const Request& request);

/// Returns the time on one CPU thread over that on OpenGL, for a table.
MedianInterval speedup(const Results& results, const AxisValues& table, CubeOperation operation);

/// Returns the nodes of a tree over those of full levels, min(codes^level, rows); none if not counted.
std::optional<double> part_of_most_nodes(const Row& row);

Claims cube_claims();
std::vector<Figure> cube_figures(const Results& results);
/// Draws the stages of builds and updates as bars.
Figure cube_stages(const Results& results);
std::string cube_summary(const Results& results);
Experiment cube_paper();

} // namespace scanline::systems
