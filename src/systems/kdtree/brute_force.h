#pragma once
#include "scanline/core/named.h"
#include "scanline/kdtree/search.h"
#include "scanline/kdtree/tree.h"
#include "scanline/points/point_distribution.h"
#include "scanline/systems/experiment.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scanline::systems {

// What k-d trees and their queries are checked against: looks at every point, for as many of the queries as
// take no longer than a measurement.

/// What is measured of a tree. Peers know the first four, as "kdtree-build" and the like.
enum class KdtreeTask { build, knn, radius, box, verify };
constexpr auto table_of(KdtreeTask) {
    using enum KdtreeTask;
    return named<KdtreeTask>(
        {{build, "build"}, {knn, "knn"}, {radius, "radius"}, {box, "box"}, {verify, "verify"}});
}
using scanline::to_string;

/// True if it asks a tree that is there.
constexpr bool asks(KdtreeTask task) {
    return task == KdtreeTask::knn || task == KdtreeTask::radius || task == KdtreeTask::box;
}

/// All of this on the same points, side by side.
struct KdtreeSetting {
    KdtreeTask task = KdtreeTask::build;
    points::PointDistribution distribution = points::PointDistribution::uniform;
    std::int64_t elements = 0;
    int dimensions = 3;
    points::CoordinateType type = points::CoordinateType::float32;
    std::int64_t queries = 0; ///< of what asks
    int k = 0;                ///< of knn
};

/// The points of a setting, and what is asked.
template <points::Coordinate C>
struct KdtreeData {
    points::PointCloud<C> points{}; ///< of what asks no two equal ones
    kdtree::Tree<C> tree{};         ///< of what is built already
    /// Of boxes the low corners, and the high ones.
    points::PointCloud<C> queries{}, high{};
    kdtree::Distance<C> radius = 0;
};

/// The points with these numbers, in their order.
template <points::Coordinate C>
points::PointCloud<C> points_at(const points::PointCloud<C>& cloud, std::span<const std::int32_t> numbers) {
    points::PointCloud<C> made{{}, cloud.dimensions};
    made.coordinates.reserve(numbers.size() * static_cast<std::size_t>(cloud.dimensions));
    for (const std::int32_t point : numbers) {
        const C* const coordinates = cloud.points()[point];
        made.coordinates.insert(made.coordinates.end(), coordinates, coordinates + cloud.dimensions);
    }
    return made;
}

enum class Norm { euclidean, largest };

/// How far half of some queries have to reach for 16 points, or all of fewer.
template <points::Coordinate C>
double default_reach(const KdtreeData<C>& data, Norm norm);

/// What was answered, as ScanlinePeerCase has it for each operation.
struct KdtreeAnswer {
    std::vector<std::uint32_t> results, companions{};
    std::vector<double> squared_distances{}; ///< of neighbors; empty: they are not checked
};
/// The number of a neighbor that is none.
inline constexpr std::uint32_t no_point = ~0u;

template <points::Coordinate C>
KdtreeAnswer answer_of(const kdtree::Neighbors<C>& neighbors) {
    return {{neighbors.index.begin(), neighbors.index.end()},
            {},
            {neighbors.squared_distance.begin(), neighbors.squared_distance.end()}};
}
template <class Rows>
KdtreeAnswer answer_of(const Rows& rows) {
    KdtreeAnswer answer{{}, {rows.index.begin(), rows.index.end()}};
    for (std::size_t i = 1; i < rows.offset.size(); ++i)
        answer.results.push_back(static_cast<std::uint32_t>(rows.offset[i] - rows.offset[i - 1]));
    return answer;
}

// What is wrong, in a line; none if nothing is.

/// nodes: the points of a tree, each of them at most once, and of those that are not there an equal one.
template <points::Coordinate C>
Wrong wrong_nodes(const KdtreeData<C>& data, std::span<const std::uint32_t> nodes);

/// Distances may differ by what float rounds, so that points at nearly the same one may take turns.
template <points::Coordinate C>
Wrong wrong_answer(const KdtreeSetting& setting, const KdtreeData<C>& data, const KdtreeAnswer& answer);

} // namespace scanline::systems
