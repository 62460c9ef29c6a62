#include "scanline/systems/kdtree_case.h"
#include "scanline/bench/row_access.h"

#include "scanline/catalog/random_case.h"

#include "scanline/compute/engine.h"
#include "scanline/kdtree/box_search.h"
#include "scanline/kdtree/build.h"
#include "scanline/kdtree/device_box_search.h"
#include "scanline/kdtree/device_build.h"
#include "scanline/kdtree/device_knn.h"
#include "scanline/kdtree/device_radius_search.h"
#include "scanline/kdtree/device_verify.h"
#include "scanline/kdtree/verify.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <type_traits>

namespace scanline::catalog {

namespace {

using points::Points;
using Wrong = std::optional<std::string>;

constexpr std::int64_t most_points = 4096, query_count = 9;
constexpr std::uint64_t kdtree_game = 3; ///< of the deals, apart from those of other cases
constexpr double rounding = 1e-5;        ///< of the squares of float distances, relative

/// All that is worked on, and what the CPU makes of it.
template <points::DeviceCoordinate C>
struct Work {
    points::PointCloud<C> cloud, low, high; ///< points; queries, which are low corners too; high corners
    kdtree::Tree<C> tree;
    kdtree::Distance<C> radius = 0;
    kdtree::Neighbors<C> neighbors;
    kdtree::PointsWithin<C> within;
    kdtree::PointsInside inside;

    kdtree::Boxes<C> boxes() const { return {low.points(), high.points()}; }
};

// Half of them at points, where distances are 0 and boxes begin on points.
template <points::DeviceCoordinate C>
points::PointCloud<C> make_queries(const KdtreeCase& test, const points::PointCloud<C>& cloud) {
    points::PointCloud<C> queries = points::make_cloud<C>(
        test.distribution, query_count, test.dimensions, std::max<std::int64_t>(test.size, 1), test.seed + 1);
    const std::size_t at_points = std::min(cloud.coordinates.size(), queries.coordinates.size() / 2);
    std::copy_n(cloud.coordinates.begin(), at_points - at_points % static_cast<std::size_t>(test.dimensions),
                queries.coordinates.begin());
    return queries;
}

template <points::DeviceCoordinate C>
Work<C> work_on_cpu(const KdtreeCase& test) {
    const cpu::Options options{.threads = test.threads};
    Work<C> work;
    work.cloud = points::make_cloud<C>(test.distribution, test.size, test.dimensions,
                                       std::max<std::int64_t>(test.size, 1), test.seed);
    work.low = make_queries(test, work.cloud);
    work.high = work.low;
    for (C& coordinate : work.high.coordinates)
        coordinate = static_cast<C>(coordinate + (std::is_same_v<C, float> ? C(0.3f) : C(1 << 28)));
    work.tree = kdtree::build(work.cloud.points(), options);
    work.neighbors = knn(work.tree, work.low.points(), test.k, kdtree::infinite_distance<C>, options);
    // Exactly as far as the last neighbor of the first query.
    const auto reach =
        std::find_if(work.neighbors.squared_distance.rend() - test.k, work.neighbors.squared_distance.rend(),
                     [](auto squared) { return std::isfinite(squared); });
    if (reach != work.neighbors.squared_distance.rend())
        work.radius = std::sqrt(*reach);
    work.within =
        radius_search(work.tree, work.low.points(), work.radius, kdtree::RowOrder::by_distance, options);
    work.inside = box_search(work.tree, work.boxes(), options);
    return work;
}

template <points::DeviceCoordinate C>
double squared_distance(const C* a, const C* b, int dimensions) {
    double sum = 0;
    for (int axis = 0; axis < dimensions; ++axis) {
        const double difference = static_cast<double>(a[axis]) - static_cast<double>(b[axis]);
        sum += difference * difference;
    }
    return sum;
}

// must(node), may(node): be in the row, which holds points.
template <class C, class Must, class May>
Wrong wrong_row(const char* what, std::int64_t query, const kdtree::Tree<C>& tree,
                std::span<const std::int32_t> row, Must must, May may) {
    std::vector<std::int32_t> found(row.begin(), row.end());
    std::ranges::sort(found);
    if (std::ranges::adjacent_find(found) != found.end())
        return fmt::format("{} query {} finds a point twice", what, query);
    std::size_t known = 0;
    for (std::int64_t node = 0; node < tree.size(); ++node) {
        const std::int32_t point = tree.index[static_cast<std::size_t>(node)];
        const bool there = std::ranges::binary_search(found, point);
        known += there ? 1 : 0;
        if (there ? !may(node) : must(node))
            return fmt::format("{} query {} {} point {}", what, query, there ? "finds" : "does not find",
                               point);
    }
    return known == found.size() ? Wrong{}
                                 : Wrong(fmt::format("{} query {} finds a point that is none", what, query));
}

template <points::DeviceCoordinate C>
Wrong wrong_neighbors(const KdtreeCase& test, const Work<C>& work, std::int64_t query,
                      const std::vector<double>& distances) {
    const auto k = static_cast<std::size_t>(test.k), first = static_cast<std::size_t>(query) * k;
    std::vector<double> nearest = distances;
    std::ranges::sort(nearest);
    for (std::size_t i = 0; i < k; ++i) {
        const double found = static_cast<double>(work.neighbors.squared_distance[first + i]);
        const bool right = i < nearest.size() ? std::abs(found - nearest[i]) <= rounding * nearest[i]
                                              : work.neighbors.index[first + i] == -1;
        if (!right)
            return fmt::format("neighbor {} of query {} is point {} at squared distance {}, not one at {}", i,
                               query, work.neighbors.index[first + i], found,
                               i < nearest.size() ? nearest[i] : kdtree::infinite_distance<double>);
    }
    return {};
}

// The rows of the CPU against a look at every point.
template <points::DeviceCoordinate C>
Wrong wrong_rows(const KdtreeCase& test, const Work<C>& work) {
    const auto row_of = [](const auto& found, std::int64_t query) {
        const auto at = static_cast<std::size_t>(query);
        return std::span(found.index)
            .subspan(static_cast<std::size_t>(found.offset[at]),
                     static_cast<std::size_t>(found.offset[at + 1] - found.offset[at]));
    };
    const double limit = static_cast<double>(work.radius) * static_cast<double>(work.radius);
    for (std::int64_t query = 0; query < query_count; ++query) {
        const C* const from = work.low.points()[query];
        std::vector<double> distances(work.tree.index.size());
        for (std::int64_t node = 0; node < work.tree.size(); ++node)
            distances[static_cast<std::size_t>(node)] =
                squared_distance(from, work.tree.points()[node], test.dimensions);
        const auto distance = [&](std::int64_t node) { return distances[static_cast<std::size_t>(node)]; };
        if (Wrong wrong = wrong_neighbors(test, work, query, distances))
            return wrong;
        if (Wrong wrong = wrong_row(
                "radius", query, work.tree, row_of(work.within, query),
                [&](std::int64_t node) { return distance(node) < limit * (1 - rounding); },
                [&](std::int64_t node) { return distance(node) <= limit * (1 + rounding); }))
            return wrong;
        const C* const to = work.high.points()[query];
        const auto inside = [&](std::int64_t node) {
            const C* const at = work.tree.points()[node];
            for (int axis = 0; axis < test.dimensions; ++axis) {
                if (at[axis] < from[axis] || at[axis] > to[axis])
                    return false;
            }
            return true;
        };
        if (Wrong wrong = wrong_row("box", query, work.tree, row_of(work.inside, query), inside, inside))
            return wrong;
    }
    return {};
}

// The first and the last node change places: none where there are no two.
template <points::DeviceCoordinate C>
std::optional<kdtree::Tree<C>> spoiled(kdtree::Tree<C> tree) {
    if (tree.size() < 2)
        return std::nullopt;
    std::swap(tree.index.front(), tree.index.back());
    std::swap_ranges(tree.coordinates.begin(), tree.coordinates.begin() + tree.dimensions,
                     tree.coordinates.end() - tree.dimensions);
    return tree;
}

template <points::DeviceCoordinate C>
Wrong wrong_on_cpu(const KdtreeCase& test, const Work<C>& work) {
    const cpu::Options options{.threads = test.threads};
    if (Wrong wrong = verify(work.tree, work.cloud.points(), options))
        return "the CPU's tree: " + *wrong;
    if (const auto bad = spoiled(work.tree); bad && !verify(*bad, work.cloud.points(), options))
        return "the CPU's verifier accepts a tree with two nodes in each other's places";
    if (Wrong wrong = wrong_rows(test, work))
        return "the CPU: " + *wrong;
    return {};
}

template <points::DeviceCoordinate C>
Wrong wrong_links(compute::Engine& engine, const kdtree::DeviceTree& built, const kdtree::Tree<C>& tree) {
    const auto same = [](const compute::DeviceArray<std::uint32_t>& words,
                         const std::vector<std::int32_t>& expected) {
        return std::ranges::equal(words.download(), expected, {}, {},
                                  [](std::int32_t number) { return static_cast<std::uint32_t>(number); });
    };
    const kdtree::Links links = kdtree::make_links(tree.size(), tree.dimensions);
    const kdtree::DeviceLinks found = kdtree::make_links(engine, tree.size(), tree.dimensions);
    if (found.root != static_cast<std::uint32_t>(links.root) || !same(found.left, links.left) ||
        !same(found.right, links.right) || !same(found.axis, links.axis))
        return "the links on the GPU are not those of the CPU";
    const int last = kdtree::levels(tree.size()) - 1;
    if (last >= 0 && !same(kdtree::medians(engine, built, last), kdtree::medians(tree.index, last)))
        return "the last level on the GPU is not that of the CPU";
    return {};
}

template <points::DeviceCoordinate C>
Wrong wrong_on_gpu(compute::Engine& engine, const KdtreeCase& test, const Work<C>& work) {
    const Points<C> points = work.cloud.points();
    const auto uploaded = points::upload_points<C>(engine, points);
    for (const kdtree::BuildVariant variant : kdtree::all_build_variants) {
        kdtree::DeviceTree built = kdtree::DeviceBuilder<C>(engine, test.dimensions, variant)(uploaded);
        if (download_tree<C>(built, points) != work.tree)
            return fmt::format("the GPU's tree ({}) is not the CPU's", to_string(variant));
        if (Wrong wrong = wrong_links(engine, built, work.tree))
            return wrong;
        const auto nodes = take_nodes<C>(engine, std::move(built), uploaded);
        if (nodes.coordinates.download() != work.tree.coordinates)
            return "the coordinates of the nodes on the GPU are not those of the points";
    }
    const kdtree::DeviceVerifier<C> verifier(engine, test.dimensions);
    const auto nodes = upload_nodes<C>(engine, work.tree);
    if (Wrong wrong = verifier(nodes, points))
        return "the GPU's verifier: " + *wrong;
    if (const auto bad = spoiled(work.tree); bad && !verifier(upload_nodes<C>(engine, *bad), points))
        return "the GPU's verifier accepts a tree with two nodes in each other's places";
    const Points<C> queries = work.low.points();
    if (kdtree::DeviceKnn<C>(engine, test.dimensions, test.k)(nodes, queries) != work.neighbors)
        return "the neighbors on the GPU are not those of the CPU";
    if (kdtree::DeviceRadiusSearch<C>(engine, test.dimensions)(nodes, queries, work.radius) != work.within)
        return "the points within a radius on the GPU are not those of the CPU";
    if (kdtree::DeviceBoxSearch<C>(engine, test.dimensions)(nodes, work.boxes()) != work.inside)
        return "the points inside boxes on the GPU are not those of the CPU";
    return {};
}

template <points::DeviceCoordinate C>
Wrong check_type(compute::Engine* engine, const KdtreeCase& test) {
    const Work<C> work = work_on_cpu<C>(test);
    if (Wrong wrong = wrong_on_cpu(test, work))
        return wrong;
    return engine != nullptr ? wrong_on_gpu(*engine, test, work) : Wrong{};
}

} // namespace

KdtreeCase random_kdtree_case(std::uint64_t seed, const CaseLimits& limits) {
    constexpr std::array dimensions{3, 2, 1, 4, 8};
    constexpr std::array neighbors{1, 8, 64};
    Deal deal(seed, kdtree_game);
    Random random(seed);
    KdtreeCase test;
    test.floats = deal.pick(std::array{true, false});
    test.dimensions = deal.pick(dimensions);
    test.k = deal.pick(neighbors);
    test.distribution = pick(random, points::all_point_distributions);
    test.size = random_size(random, std::min(limits.largest, most_points));
    test.threads = random.between(1, 3);
    test.seed = seed;
    return test;
}

std::string describe(const KdtreeCase& test) {
    return fmt::format("k-d tree of {} {} points ({}), {} dimensions, k {}, {} threads", test.size,
                       test.floats ? "float" : "int32", to_string(test.distribution), test.dimensions, test.k,
                       test.threads);
}

std::optional<std::string> check(compute::Engine* engine, const KdtreeCase& test) {
    return test.floats ? check_type<float>(engine, test) : check_type<std::int32_t>(engine, test);
}

} // namespace scanline::catalog
