#include "data/files.h"
#include "scanline/core/random.h"
#include "systems/peer_of_build.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <span>

// The peers of tests/peers that build k-d trees and ask them, against a look at every point.

namespace scanline::systems::kdtree_peer_modules_test {

using Catch::Matchers::ContainsSubstring;
using Words = std::vector<std::uint32_t>;

namespace {

constexpr std::uint64_t seed = 29;
constexpr std::uint32_t no_point = ~std::uint32_t{0};

enum class Kind { anywhere, grid };

// Of int32 over the whole range, whose differences int32 cannot hold; of a grid with many alike.
template <class C>
std::vector<C> some_points(Random& random, Kind kind, std::size_t size, std::uint32_t dimensions) {
    std::vector<C> coordinates(size * dimensions);
    std::ranges::generate(coordinates, [&] {
        return kind == Kind::grid ? static_cast<C>(random.between(-3, 3))
                                  : static_cast<C>((2 * random.unit() - 1) * 2'147'483'000);
    });
    return coordinates;
}

template <class C>
struct Data {
    Data(Kind kind, std::size_t size, std::uint32_t of_dimensions)
        : dimensions(of_dimensions), random(seed), points(some_points<C>(random, kind, size, dimensions)),
          queries(some_points<C>(random, kind, 100, dimensions)) {}

    std::size_t size() const { return points.size() / dimensions; }
    std::size_t query_count() const { return queries.size() / dimensions; }

    PeerCase work(const char* operation, std::uint32_t threads) const {
        return {operation,
                {peer_array("points", std::span(points)), peer_array("queries", std::span(queries))},
                {{"dimensions", static_cast<double>(dimensions)}, {"threads", static_cast<double>(threads)}}};
    }

    double distance(std::size_t query, std::size_t point) const {
        double sum = 0;
        for (std::size_t axis = 0; axis < dimensions; ++axis) {
            const double difference = static_cast<double>(queries[query * dimensions + axis]) -
                                      static_cast<double>(points[point * dimensions + axis]);
            sum += difference * difference;
        }
        return sum;
    }
    std::vector<double> distances(std::size_t query) const {
        std::vector<double> all(size());
        for (std::size_t point = 0; point < all.size(); ++point)
            all[point] = distance(query, point);
        return all;
    }

    std::uint32_t dimensions;
    Random random;
    std::vector<C> points, queries;
};

/// check(data): of every type, some kinds, sizes and dimensions, those that peers know when they are compiled
/// among them.
template <class Check>
void for_each_data(Check check) {
    for (const Kind kind : {Kind::anywhere, Kind::grid}) {
        for (const std::uint32_t dimensions : {1u, 2u, 3u, 4u, 8u}) {
            for (const std::size_t size : {1u, 2u, 11u, 1500u}) {
                INFO((kind == Kind::grid ? "grid, " : "anywhere, ")
                     << size << " points, " << dimensions << " dimensions, seed " << seed);
                check(Data<float>(kind, size, dimensions));
                check(Data<std::int32_t>(kind, size, dimensions));
            }
        }
    }
}

constexpr double rounding = 1e-5; // of float distances, relative

} // namespace

TEST_CASE("Every peer that builds k-d trees puts each point into its tree once") {
    for (const char* name : {"nanoflann", "nth-element"}) {
        const std::optional<Peer> peer = test::peer_of_build(name);
        if (!peer)
            continue;
        INFO(name);
        for_each_data([&](const auto& data) {
            const Peer::Task task = peer->open(data.work("kdtree-build", 1));
            for (int run = 0; run < 2; ++run) {
                CHECK(task.run() >= 0);
                CHECK((task.output(SCANLINE_PEER_COMPANIONS, 1) ==
                       Words{static_cast<std::uint32_t>(data.size())}));
                Words indices = task.output(SCANLINE_PEER_RESULTS, data.size());
                std::ranges::sort(indices);
                Words all(data.size());
                std::iota(all.begin(), all.end(), 0u);
                CHECK((indices == all));
            }
        });
    }
}

TEST_CASE("The tree of nth-element has in the middle what splits it") {
    const std::optional<Peer> peer = test::peer_of_build("nth-element");
    if (!peer)
        return;
    for_each_data([&](const auto& data) {
        const Peer::Task task = peer->open(data.work("kdtree-build", 1));
        task.run();
        const Words tree = task.output(SCANLINE_PEER_RESULTS, data.size());
        const auto wrong_below = [&](const auto& self, std::size_t first, std::size_t last,
                                     std::size_t depth) -> std::size_t {
            if (last - first < 2)
                return 0;
            const std::size_t root = first + (last - first - 1) / 2, axis = depth % data.dimensions;
            const auto at = [&](std::size_t node) {
                return data.points[tree[node] * data.dimensions + axis];
            };
            std::size_t wrong = 0;
            for (std::size_t node = first; node < root; ++node)
                wrong += static_cast<std::size_t>(at(node) > at(root));
            for (std::size_t node = root + 1; node < last; ++node)
                wrong += static_cast<std::size_t>(at(node) < at(root));
            return wrong + self(self, first, root, depth + 1) + self(self, root + 1, last, depth + 1);
        };
        CHECK(wrong_below(wrong_below, 0, data.size(), 0) == 0);
    });
}

TEST_CASE("nanoflann finds the nearest points, by one thread or several") {
    const std::optional<Peer> peer = test::peer_of_build("nanoflann");
    if (!peer)
        return;
    for_each_data([&](const auto& data) {
        for (const std::uint32_t threads : {1u, 3u}) {
            for (const std::uint32_t k : {1u, 10u}) {
                PeerCase work = data.work("kdtree-knn", threads);
                work.numbers.push_back({"k", static_cast<double>(k)});
                const Peer::Task task = peer->open(work);
                task.run();
                task.run();
                const Words found = task.output(SCANLINE_PEER_RESULTS, data.query_count() * k);
                std::size_t wrong = 0;
                for (std::size_t query = 0; query < data.query_count(); ++query) {
                    std::vector<double> nearest = data.distances(query);
                    std::ranges::sort(nearest);
                    const std::span row = std::span(found).subspan(query * k, k);
                    const std::set<std::uint32_t> different(row.begin(), row.end());
                    wrong +=
                        static_cast<std::size_t>(different.size() < std::min<std::size_t>(k, data.size()));
                    for (std::size_t i = 0; i < k; ++i) {
                        const std::uint32_t point = row[i];
                        const bool right =
                            i < data.size()
                                ? point < data.size() && data.distance(query, point) ==
                                                             Catch::Approx(nearest[i]).epsilon(rounding)
                                : point == no_point;
                        wrong += static_cast<std::size_t>(!right);
                    }
                }
                CHECK(wrong == 0);
            }
        }
    });
}

TEST_CASE("nanoflann finds the points within a radius, those at exactly the radius included") {
    const std::optional<Peer> peer = test::peer_of_build("nanoflann");
    if (!peer)
        return;
    for_each_data([&](const auto& data) {
        const bool is_grid = std::abs(static_cast<double>(data.points.front())) <= 3;
        PeerCase work = data.work("kdtree-radius", 3);
        const double radius = is_grid ? 2 : 1e9, limit = radius * radius;
        work.numbers.push_back({"radius", radius});
        const Peer::Task task = peer->open(work);
        task.run();
        task.run();
        const Words counts = task.output(SCANLINE_PEER_RESULTS, data.query_count());
        const Words indices = task.output(SCANLINE_PEER_COMPANIONS,
                                          std::accumulate(counts.begin(), counts.end(), std::size_t{0}));
        auto row = indices.begin();
        std::size_t wrong = 0;
        for (std::size_t query = 0; query < counts.size(); ++query) {
            const std::vector<double> distances = data.distances(query);
            const auto row_end = row + counts[query];
            wrong += static_cast<std::size_t>(!std::is_sorted(
                row, row_end, [&](auto a, auto b) { return distances[a] < distances[b] * (1 - rounding); }));
            const std::set<std::uint32_t> found(row, row_end);
            row = row_end;
            wrong += static_cast<std::size_t>(found.size() != counts[query]);
            for (std::size_t point = 0; point < distances.size(); ++point) {
                // On a grid distances are exact, and many are the radius.
                const bool near_limit = !is_grid && std::abs(distances[point] - limit) < rounding * limit;
                const bool within = found.contains(static_cast<std::uint32_t>(point));
                wrong += static_cast<std::size_t>(!near_limit && within != (distances[point] <= limit));
            }
        }
        CHECK(wrong == 0);
    });
}

TEST_CASE("Peers that build k-d trees refuse what they cannot do") {
    const Data<float> data(Kind::grid, 10, 3);
    const auto refused = [&](const char* name, const char* operation, std::uint32_t threads,
                             const char* part) {
        const std::optional<Peer> peer = test::peer_of_build(name);
        if (!peer)
            return;
        INFO(name << " " << operation);
        CHECK_THAT(data::test::error_of([&] { peer->open(data.work(operation, threads)); }),
                   ContainsSubstring(part));
    };
    for (const char* name : {"nanoflann", "nth-element"}) {
        refused(name, "kdtree-build", 2, "one thread");
        refused(name, "kdtree-box", 1, "kdtree-box");
        refused(name, "scan", 1, "scan");
    }
    refused("nth-element", "kdtree-knn", 1, "kdtree-knn");
}

} // namespace scanline::systems::kdtree_peer_modules_test
