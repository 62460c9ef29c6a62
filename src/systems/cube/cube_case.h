#pragma once
#include "scanline/compute/engine.h"
#include "scanline/cube/rows.h"
#include "scanline/systems/check.h"
#include "scanline/systems/random_case.h"

#include <optional>
#include <string>
#include <vector>

namespace scanline::systems {

/// Rows whose tree is built, updated and queried, and whose histograms are linked.
struct CubeCase {
    cube::Shape shape; ///< of all rows; all batches but the last may have fewer codes
    std::vector<int> path{};
    std::vector<std::int64_t> batches{}; ///< rows of the first tree, and of each update
    double zipf = 0;                     ///< how skewed codes are
    int threads = 1;                     ///< on the CPU
    std::uint64_t seed = 0;
};

/// Two of three turns update the tree.
CubeCase random_cube_case(const CaseRequest& request);

/// "cube of 3 x 5 x 40 codes, 3 measures, 900 + 20 rows, zipf 1.2, path 2 0 1, 2 threads"
std::string describe(const CubeCase& test);

/// Describes the first difference: trees are compared with the reference, answers and histograms with a scan
/// of all rows. engine: null for only the CPU.
std::optional<std::string> check(compute::Engine* engine, const CubeCase& test);

} // namespace scanline::systems
