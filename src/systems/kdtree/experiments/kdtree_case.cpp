#include "experiments/kdtree_case.h"

#include "experiments/kdtree_check.h"
#include "scanline/bench/axes.h"

#include "scanline/core/error.h"
#include "scanline/kdtree/build.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <new>

namespace scanline::bench {

namespace {

constexpr std::uint64_t query_seed = primitive_seed + 1;

// Of equal ones the first, in their order.
template <points::Coordinate C>
points::PointCloud<C> distinct(const points::PointCloud<C>& cloud) {
    std::vector<std::int32_t> kept = kdtree::build(cloud.points()).index;
    std::ranges::sort(kept);
    points::PointCloud<C> made{{}, cloud.dimensions};
    made.coordinates.reserve(kept.size() * static_cast<std::size_t>(cloud.dimensions));
    for (const std::int32_t point : kept) {
        const C* const coordinates = cloud.points()[point];
        made.coordinates.insert(made.coordinates.end(), coordinates, coordinates + cloud.dimensions);
    }
    return made;
}

// The nearest coordinate that there is.
template <points::Coordinate C>
C clamped(double coordinate) {
    using Limits = std::numeric_limits<C>;
    return static_cast<C>(std::clamp<double>(coordinate, Limits::lowest(), Limits::max()));
}

// Boxes whose middles are the queries.
template <points::Coordinate C>
void make_boxes(KdtreeData<C>& data) {
    const double reach = usual_reach(data, Norm::largest);
    data.high = data.queries;
    for (C& coordinate : data.queries.coordinates)
        coordinate = clamped<C>(static_cast<double>(coordinate) - reach);
    for (C& coordinate : data.high.coordinates)
        coordinate = clamped<C>(static_cast<double>(coordinate) + reach);
}

template <points::Coordinate C>
KdtreeData<C> make_data(const KdtreeSetting& setting) {
    const auto cloud = [&](std::int64_t size, std::uint64_t seed) {
        return points::make_cloud<C>(setting.distribution, size, setting.dimensions, setting.elements, seed);
    };
    KdtreeData<C> data{.points = cloud(setting.elements, primitive_seed)};
    if (asks(setting.task)) {
        data.points = distinct(data.points);
        data.queries = cloud(setting.queries, query_seed);
    }
    if (setting.task != KdtreeTask::build)
        data.tree = kdtree::build(data.points.points());
    if (setting.task == KdtreeTask::radius)
        data.radius = static_cast<kdtree::Distance<C>>(usual_reach(data, Norm::euclidean));
    if (setting.task == KdtreeTask::box)
        make_boxes(data);
    return data;
}

} // namespace

std::string_view to_string(KdtreeTask task) {
    switch (task) {
    case KdtreeTask::build: return "build";
    case KdtreeTask::knn: return "knn";
    case KdtreeTask::radius: return "radius";
    case KdtreeTask::box: return "box";
    case KdtreeTask::verify: return "verify";
    }
    return "";
}

std::string_view type_name(points::CoordinateType type) {
    return type == points::CoordinateType::float32 ? "float" : to_string(type);
}

KdtreeCase make_case(const KdtreeSetting& setting) {
    try {
        switch (setting.type) {
        case points::CoordinateType::int32: return {setting, make_data<std::int32_t>(setting)};
        case points::CoordinateType::float32: return {setting, make_data<float>(setting)};
        case points::CoordinateType::float64: break;
        }
        return {};
    } catch (const std::bad_alloc&) {
        throw Error(fmt::format("there is no memory for {} points of {} coordinates: measure fewer",
                                setting.elements, setting.dimensions));
    }
}

} // namespace scanline::bench
