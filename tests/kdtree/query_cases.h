#pragma once
#include "distinct_points.h"
#include "point_sets.h"

#include "scanline/kdtree/search.h"
#include "scanline/kdtree/tree.h"
#include "scanline/points/convert.h"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace scanline::kdtree::test {

/// Coordinates of queries that stress a tree of these points: the points themselves, midpoints between two
/// (equally far from both), arbitrary places, and places beyond all points.
template <class C>
std::vector<C> make_queries(const Points<C>& points, std::int64_t count, std::uint64_t seed) {
    const std::vector<C> anywhere = make_points<C>(PointSet::uniform, count, points.dimensions, seed),
                         beyond = make_points<C>(PointSet::extreme, count, points.dimensions, seed);
    if (points.size() == 0)
        return anywhere;
    Random random(seed);
    const auto any_point = [&] { return points[random.between(0, static_cast<int>(points.size() - 1))]; };
    std::vector<C> queries;
    for (std::int64_t query = 0; query < count; ++query) {
        const C *const a = any_point(), *const b = any_point();
        for (int axis = 0; axis < points.dimensions; ++axis) {
            const std::size_t at = queries.size();
            switch (query % 4) {
            case 0: queries.push_back(a[axis]); break;
            case 1:
                // Opposite infinities have no midpoint.
                queries.push_back(a[axis] == b[axis] ? a[axis]
                                                     : points::nearest_coordinate<C>(
                                                           static_cast<C>(a[axis] / 2 + b[axis] / 2))
                                                           .value_or(a[axis]));
                break;
            case 2: queries.push_back(anywhere[at]); break;
            default: queries.push_back(beyond[at]); break;
            }
        }
    }
    return queries;
}

/// The squared distance, by definition.
template <class C>
Distance<C> reference_distance(const C* a, const C* b, int dimensions) {
    Distance<C> sum = 0;
    for (int axis = 0; axis < dimensions; ++axis) {
        const auto difference = static_cast<Distance<C>>(a[axis]) - static_cast<Distance<C>>(b[axis]);
        sum = sum + difference * difference;
    }
    return std::isnan(sum) ? infinite_distance<C> : sum;
}

/// Distance and index.
template <class C>
using Found = std::pair<Distance<C>, std::int32_t>;

/// Points, their tree, queries, and brute-force results.
template <class C>
struct QueryCase {
    QueryCase(PointSet point_set, std::int64_t size, int dimensions, std::int64_t query_count,
              std::uint64_t case_seed)
        : set(point_set), seed(case_seed),
          coordinates(make_points<C>(set, size, dimensions, seed)), points{coordinates, dimensions},
          distinct(distinct_points(points)), tree(build(points, {.threads = 1})),
          query_coordinates(make_queries(points, query_count, seed + 1)), queries{query_coordinates,
                                                                                  dimensions} {}
    QueryCase(const QueryCase&) = delete;
    QueryCase& operator=(const QueryCase&) = delete;

    std::string describe() const {
        return std::string(to_string(set)) + ", " + std::to_string(points.size()) + " points of " +
               std::to_string(points.dimensions) + " " + std::string(type_name<C>()) + " coordinates, seed " +
               std::to_string(seed);
    }

    /// All points with their distance to a query, unordered.
    std::vector<Found<C>> distances(std::int64_t query) const {
        std::vector<Found<C>> all;
        for (const std::int32_t point : distinct)
            all.emplace_back(reference_distance(queries[query], points[point], points.dimensions), point);
        return all;
    }

    const PointSet set;
    const std::uint64_t seed;
    const std::vector<C> coordinates;
    const Points<C> points;
    const std::vector<std::int32_t> distinct;
    const Tree<C> tree;
    const std::vector<C> query_coordinates;
    const Points<C> queries;
};

inline const std::vector<int> all_dimensions{1, 2, 3, 4, 8, 16, 32}, few_dimensions{1, 3, 5};
inline const std::vector<std::int64_t> all_sizes{0, 1, 2, 3, 10, 33, 64, 1000, 10'000},
    few_sizes{1, 33, 1000};

/// Calls check(case) for every kind of points, common and uncommon sizes and dimensions: none, less than a
/// bucket of the walks, one bucket, more. Fewer for double: its code is that of float.
template <class C, class Check>
void for_each_case(Check check) {
    constexpr bool all = !std::is_same_v<C, double>;
    std::uint64_t seed = 1000;
    for (const int dimensions : all ? all_dimensions : few_dimensions) {
        for (const std::int64_t size : all ? all_sizes : few_sizes) {
            for (const PointSet set : all_point_sets) {
                seed += 2;
                const QueryCase<C> made(set, size, dimensions, size < 10'000 ? 32 : 12, seed);
                INFO(made.describe());
                check(made);
            }
        }
    }
}

} // namespace scanline::kdtree::test
