#pragma once
#include "scanline/cube/cube.h"

#include <optional>

namespace scanline::cube {

/// A plan resolved against a table.
struct Draft {
    std::vector<Dimension> dimensions; ///< without values
    std::vector<Measure> measures;
    std::vector<int> path;                              ///< the part that the plan names
    std::vector<std::optional<tables::BinPlan>> bins{}; ///< [dimension]
};

/// Errors: usage; see make_cube().
Draft draft_of(const data::Table& table, const CubePlan& plan);

/// Completes a path with the dimensions it leaves out, see CubePlan. An empty path stays empty.
std::vector<int> whole_path(std::vector<int> path, const Shape& shape);

} // namespace scanline::cube
