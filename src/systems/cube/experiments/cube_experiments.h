#pragma once
#include "scanline/bench/claim_list.h"
#include "scanline/bench/experiment.h"
#include "scanline/bench/row_access.h"
#include "scanline/bench/two_backends.h"
#include "scanline/core/named.h"
#include "scanline/cube/generate.h"

#include <array>
#include <string_view>
#include <vector>

namespace scanline::bench {

// Plans write these names into their rows; reports read them.

inline constexpr std::string_view operation_axis = "operation", dimensions_axis = "dimensions",
                                  cardinality_axis = "cardinality", zipf_axis = "zipf",
                                  queries_axis = "queries", library_axis = "library";
/// The axes that identify a table.
inline constexpr std::array cube_axes{dimensions_axis, cardinality_axis, elements_axis, zipf_axis};
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

constexpr bool is_query(CubeOperation operation) {
    return operation == CubeOperation::on_path || operation == CubeOperation::off_path;
}

/// An operation only for peers: the cells of the path's prefixes.
inline constexpr std::string_view cube_operation = "cube";

/// A peer that wraps an SQL engine: see docs/measurements.md.
inline constexpr std::string_view by_rollup = "rollup";

/// The largest tables that a software renderer is given by default.
inline constexpr std::int64_t most_software_cube_rows = 1 << 14;

struct CubeSetting {
    cube::Generated rows;
    double zipf = 0;
    std::int64_t queries = 10'000;
    std::vector<CubeOperation> operations{enumerators<CubeOperation>.begin(),
                                          enumerators<CubeOperation>.end()};
};

/// Plans all operations by every contender, in turns.
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

} // namespace scanline::bench
