#include "scanline/kdtree/search.h"

#include "query_cases.h"
#include "stages.h"
#include "support/error_message.h"
#include "textbook.h"

#include <numeric>

namespace scanline::kdtree::knn_test {

using namespace test;
using scanline::test::error_message;

namespace {

// Brute force: the k nearest points of each query.
template <class C>
Neighbors<C> reference_knn(const QueryCase<C>& on, int k, Distance<C> radius) {
    Neighbors<C> expected{k, {}, {}};
    for (std::int64_t query = 0; query < on.queries.size(); ++query) {
        std::vector<Found<C>> all = on.distances(query);
        std::erase_if(all, [&](const Found<C>& found) { return found.first > radius * radius; });
        std::ranges::partial_sort(all, all.begin() + std::min(k, static_cast<int>(all.size())));
        all.resize(static_cast<std::size_t>(k), {infinite_distance<C>, -1});
        for (const auto& [distance, point] : all) {
            expected.index.push_back(point);
            expected.squared_distance.push_back(distance);
        }
    }
    return expected;
}

std::vector<float> random_coordinates(std::size_t size, std::uint64_t seed) {
    Random random(seed);
    std::vector<float> coordinates(size);
    std::ranges::generate(coordinates, [&] { return static_cast<float>(random.unit()); });
    return coordinates;
}

template <class C>
void check_knn(const QueryCase<C>& on, int k, Distance<C> radius = infinite_distance<C>, int threads = 1) {
    CAPTURE(k, radius, threads);
    const Neighbors<C> found = knn(on.tree, on.queries, k, radius, {.threads = threads}),
                       expected = reference_knn(on, k, radius);
    const auto wrong = std::ranges::mismatch(found.index, expected.index).in1 - found.index.begin();
    INFO("first wrong: query " << wrong / k << ", place " << wrong % k);
    REQUIRE((found == expected));
}

} // namespace

TEST_CASE("The three nearest of six points are those worked out by hand") {
    const std::vector<float> query{6, 3, 9, 2};
    const Tree<float> tree = build<float>({textbook, 2});
    const Neighbors<float> found = knn<float>(tree, {query, 2}, 3);
    CHECK(found.index == std::vector<std::int32_t>{1, 5, 4, 4, 5, 2});
    CHECK(found.squared_distance == std::vector<float>{2, 2, 8, 2, 4, 16});
    CHECK(nearest<float>(tree, {query, 2}).index == std::vector<std::int32_t>{1, 4});
}

TEMPLATE_TEST_CASE("The nearest points are those of a search that looks at every point", "", std::int32_t,
                   float, double) {
    for_each_case<TestType>([](const QueryCase<TestType>& on) {
        for (const int k : {1, 2, 7, 64})
            check_knn(on, k);
    });
}

TEMPLATE_TEST_CASE("Within a radius the nearest points are those at most as far", "", std::int32_t, float) {
    for_each_case<TestType>([](const QueryCase<TestType>& on) {
        check_knn<TestType>(on, 7, 0);
        check_knn<TestType>(on, 64, 3);
        check_knn<TestType>(on, 7, 150'000);
    });
}

TEST_CASE("A point at exactly the radius is found, one a little farther is not") {
    const std::vector<float> xy{3, 4, 0, 5, -5, 0, 4, 3.0000005f}, query{0, 0};
    const Neighbors<float> found = knn<float>(build<float>({xy, 2}), {query, 2}, 5, 5);
    CHECK(found.index == std::vector<std::int32_t>{0, 1, 2, -1, -1});
    CHECK(found.squared_distance ==
          std::vector<float>{25, 25, 25, infinite_distance<float>, infinite_distance<float>});
}

TEST_CASE("Of many points at the same distance those with the smallest index are found") {
    // Points of a lattice with shuffled indices, and a query in the centre of a cell: 8 corners are nearest,
    // then 24 points tie, of which 2 are wanted.
    constexpr std::int32_t side = 16, size = side * side * side, step = 1'237;
    std::vector<std::int32_t> lattice;
    for (std::int32_t i = 0; i < size; ++i) {
        const std::int32_t place = i * step % size;
        lattice.insert(lattice.end(),
                       {2 * (place % side), 2 * (place / side % side), 2 * (place / (side * side))});
    }
    const std::vector<std::int32_t> query{15, 15, 15};
    std::vector<Found<std::int32_t>> all;
    all.reserve(std::size_t{size});
    for (std::int32_t i = 0; i < size; ++i)
        all.emplace_back(reference_distance(query.data(), &lattice[3 * static_cast<std::size_t>(i)], 3), i);
    std::ranges::sort(all);
    REQUIRE((all[7].first == 3 && all[8].first == 11 && all[31].first == 11 && all[32].first > 11));
    for (const int k : {1, 5, 8, 10, 31}) {
        CAPTURE(k);
        std::vector<std::int32_t> expected;
        for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i)
            expected.push_back(all[i].second);
        CHECK(knn<std::int32_t>(build<std::int32_t>({lattice, 3}), {query, 3}, k).index == expected);
    }
}

TEST_CASE("Points at an infinite distance come last, by index, and only within an infinite radius") {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const std::vector<float> line{infinity, 0x1p60f, 1, -0x1p60f, -infinity}, query{infinity, 0};
    const Tree<float> tree = build<float>({line, 1});
    const Neighbors<float> found = knn<float>(tree, {query, 1}, 6);
    CHECK(found.index == std::vector<std::int32_t>{0, 1, 2, 3, 4, -1, 2, 1, 3, 0, 4, -1});
    CHECK(found.squared_distance == std::vector<float>{infinity, infinity, infinity, infinity, infinity,
                                                       infinity, 1, 0x1p120f, 0x1p120f, infinity, infinity,
                                                       infinity});
    CHECK(knn<float>(tree, {query, 1}, 2, 1e15f).index == std::vector<std::int32_t>{-1, -1, 2, -1});
}

TEST_CASE("Of points at infinity a query beside them finds those with the smallest index") {
    // All share the first coordinate, by which the root splits; their distance to it is NaN.
    constexpr float infinity = std::numeric_limits<float>::infinity();
    constexpr std::int32_t size = 101, step = 37;
    for (const float side : {infinity, -infinity}) {
        std::vector<float> points;
        for (std::int32_t i = 0; i < size; ++i)
            points.insert(points.end(), {side, static_cast<float>(i * step % size)});
        const std::vector<float> query{side, 50};
        std::vector<std::int32_t> first(64);
        std::iota(first.begin(), first.end(), 0);
        CHECK(knn<float>(build<float>({points, 2}), {query, 2}, 64).index == first);
    }
}

TEMPLATE_TEST_CASE("The nearest points are the same by any number of threads", "", std::int32_t, float) {
    const QueryCase<TestType> on(PointSet::grid, 5000, 3, 1000, 800);
    INFO(on.describe());
    for (const int threads : {0, 1, 2, 5})
        check_knn<TestType>(on, 7, infinite_distance<TestType>, threads);
}

TEST_CASE("No queries have no neighbors") {
    const Neighbors<float> found = knn<float>(build<float>({textbook, 2}), {{}, 2}, 3);
    CHECK(found.k == 3);
    CHECK(found.index.empty());
    CHECK(found.squared_distance.empty());
}

TEST_CASE("A search of nearest points tells its stages") {
    CHECK(stages_of([](PassObserver& observer) {
              knn<float>(build<float>({textbook, 2}), {textbook, 2}, 1, 1, {.observer = &observer});
          }) == std::vector<std::string>{"check", "search"});
}

TEST_CASE("Nearest points that cannot be asked for are refused with the reason") {
    const Tree<float> tree = build<float>({textbook, 2});
    const auto refused = [&tree](std::vector<float> queries, int dimensions, int k, float radius,
                                 ErrorKind kind = ErrorKind::usage, int threads = 1) {
        return error_message(kind, [&] {
            knn<float>(tree, {queries, dimensions}, k, radius, {.threads = threads});
        });
    };
    const float no_number = std::numeric_limits<float>::quiet_NaN();
    CHECK(refused({1, 2, 3}, 3, 1, 1) == "kdtree knn: queries of 3 dimensions cannot be put to a tree of 2");
    CHECK(refused({1, 2, 3}, 2, 1, 1) ==
          "kdtree knn: 3 coordinates are no points of 2: give a multiple of it");
    CHECK(refused({1, 2, 3, no_number}, 2, 1, 1, ErrorKind::failure) ==
          "kdtree knn: row 1, column 1 is not a number: leave such points out");
    CHECK(refused({1, 2}, 2, 0, 1) == "kdtree knn: 0 neighbors cannot be asked for: ask for 1 to 64");
    CHECK(refused({1, 2}, 2, 65, 1) == "kdtree knn: 65 neighbors cannot be asked for: ask for 1 to 64");
    CHECK(refused({1, 2}, 2, 1, -0.5f) == "kdtree knn: a radius of -0.5 cannot be: give 0 or more");
    CHECK(refused({1, 2}, 2, 1, no_number) == "kdtree knn: a radius of nan cannot be: give 0 or more");
    CHECK(refused({1, 2}, 2, 1, 1, ErrorKind::usage, -1) ==
          "a team of -1 threads cannot be: it has 1 to 1024");
}

TEST_CASE("Many queries in a large tree have the answers of a few") {
    // Enough for the order of the tree.
    const std::vector<float> points = random_coordinates(3 * 100'000, 1), queries = random_coordinates(3 * 5000, 2);
    const Tree<float> tree = build<float>({points, 3});
    const std::span<const float> all(queries);
    const Neighbors<float> found = knn<float>(tree, {all, 3}, 4, infinite_distance<float>, {.threads = 2});
    const PointsWithin<float> within = radius_search<float>(tree, {all, 3}, 0.05);
    std::vector<float> high = queries;
    for (float& coordinate : high)
        coordinate += 0.05f;
    const PointsInside inside = box_search<float>(tree, {{all, 3}, {high, 3}});
    for (std::size_t first = 0; first < 5000; first += 1000) {
        INFO("queries from " << first << " on");
        const Points<float> some{all.subspan(3 * first, 3000), 3};
        const auto part = [](const auto& numbers, std::size_t from, std::size_t to) {
            return std::vector(numbers.begin() + static_cast<std::ptrdiff_t>(from),
                               numbers.begin() + static_cast<std::ptrdiff_t>(to));
        };
        const auto rows = [&](const auto& rows_found) {
            return part(rows_found.index, static_cast<std::size_t>(rows_found.offset[first]),
                        static_cast<std::size_t>(rows_found.offset[first + 1000]));
        };
        const Neighbors<float> alone = knn<float>(tree, some, 4);
        CHECK((part(found.index, 4 * first, 4 * first + 4000) == alone.index));
        CHECK((part(found.squared_distance, 4 * first, 4 * first + 4000) == alone.squared_distance));
        CHECK((rows(within) == radius_search<float>(tree, some, 0.05).index));
        CHECK((rows(inside) ==
               box_search<float>(tree, {some, {std::span<const float>(high).subspan(3 * first, 3000), 3}}).index));
    }
}

} // namespace scanline::kdtree::knn_test
