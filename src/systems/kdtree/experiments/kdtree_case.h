#pragma once
#include "scanline/kdtree/distance.h"
#include "scanline/kdtree/tree.h"
#include "scanline/points/points_file.h"
#include "scanline/systems/kdtree.h"

#include <variant>

namespace scanline::bench {

/// What is measured of a tree. Peers know the first four, as "kdtree-build" and the like.
enum class KdtreeTask { build, knn, radius, box, verify };
std::string_view to_string(KdtreeTask task);
/// Whether it asks a tree that is there.
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

struct KdtreeCase {
    KdtreeSetting setting;
    std::variant<KdtreeData<std::int32_t>, KdtreeData<float>> data;
};

/// Errors: failure where there is no memory.
KdtreeCase make_case(const KdtreeSetting& setting);

} // namespace scanline::bench
