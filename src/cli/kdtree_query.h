// The kinds of queries of k-d trees, and their results.
#pragma once
#include "kdtree_command.h"

#include "scanline/data/file.h"
#include "scanline/data/npz.h"
#include "scanline/kdtree/device_search.h"
#include "scanline/kdtree/rank_search.h"
#include "scanline/points/points_file.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scanline::cli {

template <points::Coordinate C>
using Clouds = std::vector<points::PointCloud<C>>;

/// The common settings of all kinds of queries. A kind adds its name, its query files, whether these are
/// finite, the fields of an answer in CSV, and the answers: on_cpu(), and on_gpu(), which compiles and
/// returns the function that answers.
struct Query : KdtreeSettings {
    std::string tree, queries, output;
    std::vector<std::string> at;
    std::optional<std::string> table;
    points::PointsReading reading;

    std::vector<std::string> files() const {
        return queries.empty() ? std::vector<std::string>() : std::vector{queries};
    }
    /// CSV rather than arrays.
    bool writes_rows() const { return output.empty() || data::ending_of(output) == ".csv"; }
};

struct Knn : Query {
    static constexpr const char* name = "kdtree knn";
    static constexpr bool is_finite = true;
    int k = 1;
    double radius = std::numeric_limits<double>::infinity();

    std::vector<std::string> fields() const { return {"query", "rank", "distance"}; }

    template <points::Coordinate C>
    kdtree::RankQueries<C> over_ranks() const {
        return {{}, radius, k};
    }
    template <points::Coordinate C>
    auto on_cpu(const kdtree::Tree<C>& nodes, const Clouds<C>& clouds, const cpu::Options& options) const {
        return kdtree::knn(nodes, clouds[0].points(), k, radius, options);
    }
    template <points::DeviceCoordinate C>
    auto on_gpu(compute::Engine& engine, const kdtree::DeviceNodes<C>& nodes, const Clouds<C>& clouds,
                const CallLimits& limits) const {
        return [&, this, find = kdtree::DeviceKnn<C>(engine, nodes.dimensions, k)] {
            return find(nodes, clouds[0].points(), radius, limits);
        };
    }
};

struct RadiusSearch : Query {
    static constexpr const char* name = "kdtree radius";
    static constexpr bool is_finite = true;
    double radius = 0;
    kdtree::RowOrder order = kdtree::RowOrder::by_distance;

    std::vector<std::string> fields() const {
        if (order == kdtree::RowOrder::by_index)
            return {"query", "distance"};
        return {"query", "rank", "distance"};
    }

    template <points::Coordinate C>
    kdtree::RankQueries<C> over_ranks() const {
        return {{}, radius, 0, order};
    }
    template <points::Coordinate C>
    auto on_cpu(const kdtree::Tree<C>& nodes, const Clouds<C>& clouds, const cpu::Options& options) const {
        return kdtree::radius_search(nodes, clouds[0].points(), radius, order, options);
    }
    template <points::DeviceCoordinate C>
    auto on_gpu(compute::Engine& engine, const kdtree::DeviceNodes<C>& nodes, const Clouds<C>& clouds,
                const CallLimits& limits) const {
        return [&, this, find = kdtree::DeviceRadiusSearch<C>(engine, nodes.dimensions)] {
            return find(nodes, clouds[0].points(), radius, order, limits);
        };
    }
};

struct BoxSearch : Query {
    static constexpr const char* name = "kdtree box";
    static constexpr bool is_finite = false;
    std::string high;

    std::vector<std::string> files() const { return {queries, high}; }
    std::vector<std::string> fields() const { return {"query"}; }

    template <points::Coordinate C>
    static kdtree::RankQueries<C> over_ranks() {
        return {};
    }
    template <points::Coordinate C>
    static kdtree::Boxes<C> boxes(const Clouds<C>& corners) {
        return {corners[0].points(), corners[1].points()};
    }
    template <points::Coordinate C>
    auto on_cpu(const kdtree::Tree<C>& nodes, const Clouds<C>& corners, const cpu::Options& options) const {
        return kdtree::box_search(nodes, boxes(corners), options);
    }
    template <points::DeviceCoordinate C>
    auto on_gpu(compute::Engine& engine, const kdtree::DeviceNodes<C>& nodes, const Clouds<C>& corners,
                const CallLimits& limits) const {
        return [&, find = kdtree::DeviceBoxSearch<C>(engine, nodes.dimensions)] {
            return find(nodes, boxes(corners), limits);
        };
    }
};

/// The arrays of results; those of queries with as many results each have a row for each query.
template <points::Coordinate C>
std::vector<data::NpzPart> parts_of(const kdtree::Neighbors<C>& found) {
    const auto k = static_cast<std::size_t>(found.k);
    const std::vector<std::size_t> shape{found.index.size() / k, k};
    return {data::npz_part("index", found.index, shape),
            data::npz_part("squared_distance", found.squared_distance, shape)};
}

template <points::Coordinate C>
std::vector<data::NpzPart> parts_of(const kdtree::PointsWithin<C>& found) {
    return {data::npz_part("offset", found.offset), data::npz_part("index", found.index),
            data::npz_part("squared_distance", found.squared_distance)};
}

inline std::vector<data::NpzPart> parts_of(const kdtree::PointsInside& found) {
    return {data::npz_part("offset", found.offset), data::npz_part("index", found.index)};
}

/// Results in the form that ranks exchange, and back by take_rows().

template <points::Coordinate C>
kdtree::PointsWithin<C> rows_of(kdtree::Neighbors<C> found) {
    kdtree::PointsWithin<C> rows{{}, std::move(found.index), std::move(found.squared_distance)};
    for (std::int64_t at = 0; at <= std::ssize(rows.index); at += found.k)
        rows.offset.push_back(at);
    return rows;
}
template <points::Coordinate C>
kdtree::PointsWithin<C> rows_of(kdtree::PointsWithin<C> found) {
    return found;
}
template <points::Coordinate C>
kdtree::PointsWithin<C> rows_of(kdtree::PointsInside found) {
    const std::vector<kdtree::Distance<C>> none(found.index.size());
    return {std::move(found.offset), std::move(found.index), none};
}

template <points::Coordinate C>
void take_rows(kdtree::PointsWithin<C> rows, int k, kdtree::Neighbors<C>& found) {
    found = {k, std::move(rows.index), std::move(rows.squared_distance)};
}
template <points::Coordinate C>
void take_rows(kdtree::PointsWithin<C> rows, int /*k*/, kdtree::PointsWithin<C>& found) {
    found = std::move(rows);
}
template <points::Coordinate C>
void take_rows(kdtree::PointsWithin<C> rows, int /*k*/, kdtree::PointsInside& found) {
    found = {std::move(rows.offset), std::move(rows.index)};
}

} // namespace scanline::cli
