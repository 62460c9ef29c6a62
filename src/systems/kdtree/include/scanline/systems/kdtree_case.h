#pragma once
#include "scanline/catalog/system.h"
#include "scanline/points/point_distribution.h"

#include <cstdint>
#include <optional>
#include <string>

namespace scanline::compute {
class Engine;
}

namespace scanline::catalog {

/// A k-d tree to check, with its queries.
struct KdtreeCase {
    bool floats = true; ///< coordinates; otherwise int32
    points::PointDistribution distribution = points::PointDistribution::uniform;
    std::int64_t size = 0; ///< points
    int dimensions = 3;
    int k = 8;              ///< neighbors
    int threads = 1;        ///< on the CPU
    std::uint64_t seed = 0; ///< of points and queries
};

/// A random case, a function of its arguments alone: either type, 1 to 8 dimensions, every distribution, up
/// to a few thousand points. What programs are compiled for is the same for many seeds in a row.
KdtreeCase random_kdtree_case(std::uint64_t seed, const CaseLimits& limits);

/// "k-d tree of 1000 float points (clustered), 3 dimensions, k 8, 2 threads"
std::string describe(const KdtreeCase& test);

/// Builds the tree on the CPU and runs the verifier on it, and on a copy with two nodes swapped, which it
/// must reject. Compares knn, radius and box queries with a brute-force search. With an engine, it also
/// builds, verifies and queries the tree on the GPU: the tree, its links and the results must equal those of
/// the CPU bit for bit. Returns the first difference, none if all is right.
std::optional<std::string> check(compute::Engine* engine, const KdtreeCase& test);

/// The entries, checks and experiments of k-d trees.
System kdtree_system();

} // namespace scanline::catalog
