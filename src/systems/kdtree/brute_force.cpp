#include "brute_force.h"

#include "scanline/bench/statistics.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <vector>

namespace scanline::systems {

namespace {

constexpr std::int64_t looks = std::int64_t{1} << 25; ///< at a point, for all queries of a check
constexpr std::int64_t max_checked = 64;
constexpr std::size_t default_count = 16; ///< points within reach
constexpr double rounding = 1e-5;         ///< of the squares of float distances, relative

// The queries that are checked, spread over all.
template <points::Coordinate C>
std::vector<std::int64_t> checked_queries(const KdtreeData<C>& data) {
    const std::int64_t all = data.queries.points().size();
    const std::int64_t points = std::max<std::int64_t>(data.points.points().size(), 1);
    const std::int64_t count = std::min(all, std::clamp<std::int64_t>(looks / points, 1, max_checked));
    std::vector<std::int64_t> queries(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i)
        queries[static_cast<std::size_t>(i)] = i * all / count;
    return queries;
}

// From a query to every point: squared, or by the largest difference.
template <points::Coordinate C>
std::vector<double> distances(const KdtreeData<C>& data, std::int64_t query, Norm norm) {
    const C* const from = data.queries.points()[query];
    std::vector<double> all(static_cast<std::size_t>(data.points.points().size()));
    for (std::size_t point = 0; point < all.size(); ++point) {
        const C* const to = data.points.points()[static_cast<std::int64_t>(point)];
        for (int axis = 0; axis < data.points.dimensions; ++axis) {
            const double difference =
                std::abs(static_cast<double>(from[axis]) - static_cast<double>(to[axis]));
            if (norm == Norm::euclidean)
                all[point] += difference * difference;
            else
                all[point] = std::max(all[point], difference);
        }
    }
    return all;
}

using WordView = std::span<const std::uint32_t>;

Wrong twice_or_none(std::int64_t query, WordView points, std::size_t size) {
    std::vector<std::uint32_t> sorted(points.begin(), points.end());
    std::ranges::sort(sorted);
    if (!sorted.empty() && sorted.back() >= size)
        return fmt::format("query {} finds point {} of {}", query, sorted.back(), size);
    const auto twice = std::ranges::adjacent_find(sorted);
    if (twice != sorted.end())
        return fmt::format("query {} finds point {} twice", query, *twice);
    return {};
}

template <points::Coordinate C>
Wrong wrong_neighbors(const KdtreeData<C>& data, std::int64_t query, WordView row,
                      std::span<const double> squared_distances) {
    const std::vector<double> all = distances(data, query, Norm::euclidean);
    const std::size_t count = std::min(row.size(), all.size());
    if (Wrong wrong = twice_or_none(query, row.first(count), all.size()))
        return wrong;
    std::vector<double> nearest(count);
    std::ranges::partial_sort_copy(all, nearest);
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (i < count ? std::abs(all[row[i]] - nearest[i]) > rounding * nearest[i] : row[i] != no_point)
            return fmt::format("neighbor {} of query {} is point {}, not one at the squared distance {}", i,
                               query, row[i], i < count ? nearest[i] : 0.0);
        if (squared_distances.empty())
            continue;
        const double right = i < count ? all[row[i]] : kdtree::infinite_distance<double>;
        if (i < count ? std::abs(squared_distances[i] - right) > rounding * right
                      : squared_distances[i] != right)
            return fmt::format("neighbor {} of query {} is at the squared distance {}, not {}", i, query,
                               right, squared_distances[i]);
    }
    return {};
}

// must(point), may(point): be found.
template <class Must, class May>
Wrong wrong_row(std::int64_t query, WordView row, std::size_t size, Must must, May may) {
    if (Wrong wrong = twice_or_none(query, row, size))
        return wrong;
    std::vector<bool> found(size);
    for (const std::uint32_t point : row)
        found[point] = true;
    for (std::size_t point = 0; point < size; ++point) {
        if (found[point] ? !may(point) : must(point))
            return fmt::format("query {} {} point {}", query, found[point] ? "finds" : "does not find",
                               point);
    }
    return {};
}

template <points::Coordinate C>
Wrong wrong_within(const KdtreeData<C>& data, std::int64_t query, WordView row) {
    const std::vector<double> all = distances(data, query, Norm::euclidean);
    const auto radius = static_cast<double>(data.radius), limit = radius * radius;
    return wrong_row(
        query, row, all.size(), [&](std::size_t point) { return all[point] < limit * (1 - rounding); },
        [&](std::size_t point) { return all[point] <= limit * (1 + rounding); });
}

template <points::Coordinate C>
Wrong wrong_inside(const KdtreeData<C>& data, std::int64_t query, WordView row) {
    const C *const low = data.queries.points()[query], *const high = data.high.points()[query];
    const auto inside = [&](std::size_t point) {
        const C* const at = data.points.points()[static_cast<std::int64_t>(point)];
        for (int axis = 0; axis < data.points.dimensions; ++axis) {
            if (at[axis] < low[axis] || at[axis] > high[axis])
                return false;
        }
        return true;
    };
    return wrong_row(query, row, static_cast<std::size_t>(data.points.points().size()), inside, inside);
}

} // namespace

template <points::Coordinate C>
double default_reach(const KdtreeData<C>& data, Norm norm) {
    std::vector<double> reaches;
    for (const std::int64_t query : checked_queries(data)) {
        std::vector<double> all = distances(data, query, norm);
        const auto last = all.begin() + static_cast<std::ptrdiff_t>(std::min(default_count, all.size()) - 1);
        std::nth_element(all.begin(), last, all.end());
        reaches.push_back(norm == Norm::euclidean ? std::sqrt(*last) : *last);
    }
    return bench::median(reaches);
}

template <points::Coordinate C>
Wrong wrong_nodes(const KdtreeData<C>& data, WordView nodes) {
    const points::Points<C> points = data.points.points();
    const auto size = static_cast<std::size_t>(points.size());
    std::vector<bool> there(size);
    for (const std::uint32_t point : nodes) {
        if (point >= size || there[point])
            return fmt::format("a node is point {} of {}{}", point, size,
                               point < size ? ", as another one is" : "");
        there[point] = true;
    }
    const auto coordinates = [&](std::size_t point) {
        const C* const at = points[static_cast<std::int64_t>(point)];
        return std::vector<C>(at, at + points.dimensions);
    };
    std::map<std::vector<C>, std::size_t> missing; // by their coordinates
    for (std::size_t point = 0; point < size; ++point) {
        if (!there[point])
            missing.emplace(coordinates(point), point);
    }
    for (std::size_t point = 0; point < size && !missing.empty(); ++point) {
        if (there[point])
            missing.erase(coordinates(point));
    }
    if (!missing.empty())
        return fmt::format("neither point {} nor an equal one is in the tree", missing.begin()->second);
    return {};
}

template <points::Coordinate C>
Wrong wrong_answer(const KdtreeSetting& setting, const KdtreeData<C>& data, const KdtreeAnswer& answer) {
    const bool is_knn = setting.task == KdtreeTask::knn;
    std::vector<std::size_t> offsets{0};
    if (!is_knn)
        std::inclusive_scan(answer.results.begin(), answer.results.end(), std::back_inserter(offsets),
                            std::plus<>(), std::size_t{0});
    if (offsets.back() != answer.companions.size())
        return fmt::format("{} points in all rows, counted as {}", answer.companions.size(), offsets.back());
    for (const std::int64_t query : checked_queries(data)) {
        const auto at = static_cast<std::size_t>(query), k = static_cast<std::size_t>(setting.k);
        const WordView row = is_knn ? WordView(answer.results).subspan(at * k, k)
                                    : WordView(answer.companions).subspan(offsets[at], answer.results[at]);
        const std::span<const double> distances = answer.squared_distances;
        if (Wrong wrong = is_knn
                              ? wrong_neighbors(data, query, row,
                                                distances.empty() ? distances : distances.subspan(at * k, k))
                          : setting.task == KdtreeTask::radius ? wrong_within(data, query, row)
                                                               : wrong_inside(data, query, row))
            return wrong;
    }
    return {};
}

template double default_reach(const KdtreeData<std::int32_t>&, Norm);
template double default_reach(const KdtreeData<float>&, Norm);
template Wrong wrong_nodes(const KdtreeData<std::int32_t>&, WordView);
template Wrong wrong_nodes(const KdtreeData<float>&, WordView);
template Wrong wrong_answer(const KdtreeSetting&, const KdtreeData<std::int32_t>&, const KdtreeAnswer&);
template Wrong wrong_answer(const KdtreeSetting&, const KdtreeData<float>&, const KdtreeAnswer&);

} // namespace scanline::systems
