#include "scanline/kdtree/search.h"

#include "query_cases.h"
#include "stages.h"
#include "support/error_message.h"
#include "textbook.h"

namespace scanline::kdtree::radius_search_test {

using namespace test;
using scanline::test::error_message;

namespace {

// Brute force: all points within the radius of each query.
template <class C>
PointsWithin<C> reference_search(const QueryCase<C>& on, Distance<C> radius, RowOrder order) {
    PointsWithin<C> expected{{0}, {}, {}};
    for (std::int64_t query = 0; query < on.queries.size(); ++query) {
        std::vector<Found<C>> all = on.distances(query);
        std::erase_if(all, [&](const Found<C>& found) { return found.first > radius * radius; });
        if (order == RowOrder::by_distance)
            std::ranges::sort(all);
        else
            std::ranges::sort(all, {}, &Found<C>::second);
        for (const auto& [distance, point] : all) {
            expected.index.push_back(point);
            expected.squared_distance.push_back(distance);
        }
        expected.offset.push_back(static_cast<std::int64_t>(expected.index.size()));
    }
    return expected;
}

template <class C>
void check_radius(const QueryCase<C>& on, Distance<C> radius, int threads = 1) {
    for (const RowOrder order : enumerators<RowOrder>) {
        INFO("radius " << radius << ", " << to_string(order) << ", " << threads << " threads");
        const PointsWithin<C> found = radius_search(on.tree, on.queries, radius, order, {.threads = threads}),
                              expected = reference_search(on, radius, order);
        const auto wrong = std::ranges::mismatch(found.offset, expected.offset).in1 - found.offset.begin();
        INFO("first wrong offset: of query " << wrong << " of " << on.queries.size());
        REQUIRE((found == expected));
    }
}

} // namespace

TEST_CASE("The points within a radius of one among six are those worked out by hand") {
    const std::vector<float> query{6, 3};
    const Tree<float> tree = build<float>({textbook, 2});
    const PointsWithin<float> found = radius_search<float>(tree, {query, 2}, 3);
    CHECK(found.offset == std::vector<std::int64_t>{0, 3});
    CHECK(found.index == std::vector<std::int32_t>{1, 5, 4});
    CHECK(found.squared_distance == std::vector<float>{2, 2, 8});
    CHECK(radius_search<float>(tree, {query, 2}, 3, RowOrder::by_index).index ==
          std::vector<std::int32_t>{1, 4, 5});
}

TEMPLATE_TEST_CASE("The points within a radius are those of a search that looks at every point", "",
                   std::int32_t, float, double) {
    for_each_case<TestType>([](const QueryCase<TestType>& on) {
        check_radius<TestType>(on, 0);
        check_radius<TestType>(on, 3);
        check_radius<TestType>(on, 150'000);
        if (on.points.size() <= 64)
            check_radius(on, infinite_distance<TestType>);
        // The distance from the first query to a point of the tree, as exactly as a float square root allows.
        if (on.points.size() > 0)
            check_radius<TestType>(on, std::sqrt(on.distances(0).front().first));
    });
}

TEST_CASE("Points at exactly the radius are within, those a little farther are not") {
    const std::vector<float> xy{3, 4, 0, 5, -5, 0, 4, 3.0000005f}, query{0, 0};
    const PointsWithin<float> found = radius_search<float>(build<float>({xy, 2}), {query, 2}, 5);
    CHECK(found.index == std::vector<std::int32_t>{0, 1, 2});
    CHECK(found.squared_distance == std::vector<float>{25, 25, 25});
}

TEST_CASE("A radius is compared as it was given, not as the nearest float") {
    const std::vector<float> xy{0, 0, 3, 4}, query{0, 0};
    const Tree<float> tree = build<float>({xy, 2});
    const auto found = [&](double radius) {
        const std::int32_t other = knn<float>(tree, {query, 2}, 2, radius).index[1];
        const bool within = radius_search<float>(tree, {query, 2}, radius).index.size() == 2;
        CHECK((other == 1) == within);
        return within;
    };
    CHECK(found(5));
    CHECK(found(5.0000000001));
    CHECK_FALSE(found(4.9999999999));
    CHECK_FALSE(found(std::nextafter(5.0, 0)));
    // Squares of these floats are rounded up and down; each is within itself, and no smaller radius.
    for (const float side : {0.1f, 0.3f, 1.1f, 16777215.0f}) {
        CAPTURE(side);
        const std::vector<float> line{side}, zero{0};
        const Tree<float> beside = build<float>({line, 1});
        CHECK(radius_search<float>(beside, {zero, 1}, side).index.size() == 1);
        CHECK(radius_search<float>(beside, {zero, 1}, std::nextafter(side, 0.0f)).index.empty());
    }
    // The square of the nearest double is less than 41, but rounds to it.
    const std::vector<float> diagonal{4, 5};
    const Tree<float> one = build<float>({diagonal, 2});
    CHECK(radius_search<float>(one, {query, 2}, std::sqrt(41.0)).index.empty());
    CHECK(radius_search<float>(one, {query, 2}, std::nextafter(std::sqrt(41.0), 7)).index.size() == 1);
}

TEST_CASE("Points at an infinite distance are within an infinite radius only") {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const std::vector<float> line{infinity, 0x1p60f, 1, -infinity}, query{infinity, 0};
    const Tree<float> tree = build<float>({line, 1});
    CHECK(radius_search<float>(tree, {query, 1}, 1e18f).index == std::vector<std::int32_t>{2});
    CHECK(radius_search<float>(tree, {query, 1}, 1e19f).index == std::vector<std::int32_t>{2, 1});
    // Their squares overflow.
    for (const float radius : {1e20f, std::numeric_limits<float>::max()})
        CHECK(radius_search<float>(tree, {query, 1}, radius).index == std::vector<std::int32_t>{2, 1});
    CHECK(radius_search<float>(tree, {query, 1}, infinity).offset == std::vector<std::int64_t>{0, 4, 8});
}

TEMPLATE_TEST_CASE("The points within a radius are the same by any number of threads", "", std::int32_t,
                   float) {
    const QueryCase<TestType> on(PointSet::grid, 5000, 3, 1000, 900);
    INFO(on.describe());
    for (const int threads : {0, 1, 2, 5})
        check_radius<TestType>(on, 3, threads);
}

TEST_CASE("No queries have no points within a radius") {
    const PointsWithin<float> found = radius_search<float>(build<float>({textbook, 2}), {{}, 2}, 3);
    CHECK(found.offset == std::vector<std::int64_t>{0});
    CHECK(found.index.empty());
}

TEST_CASE("A search within a radius tells its stages") {
    CHECK(stages_of([](PassObserver& observer) {
              radius_search<float>(build<float>({textbook, 2}), {textbook, 2}, 1, RowOrder::by_index,
                                   {.observer = &observer});
          }) == std::vector<std::string>{"check", "count", "search"});
}

TEST_CASE("A radius that cannot be is refused with the reason") {
    const Tree<float> tree = build<float>({textbook, 2});
    const auto refused = [&tree](std::vector<float> queries, int dimensions, float radius,
                                 ErrorKind kind = ErrorKind::usage) {
        return error_message(kind, [&] { radius_search<float>(tree, {queries, dimensions}, radius); });
    };
    const float no_number = std::numeric_limits<float>::quiet_NaN();
    CHECK(refused({1, 2, 3}, 3, 1) ==
          "kdtree radius search: queries of 3 dimensions cannot be put to a tree of 2");
    CHECK(refused({1, no_number}, 2, 1, ErrorKind::failure) ==
          "kdtree radius search: row 0, column 1 is not a number: leave such points out");
    CHECK(refused({1, 2}, 2, -1) == "kdtree radius search: a radius of -1 cannot be: give 0 or more");
    CHECK(refused({1, 2}, 2, no_number) == "kdtree radius search: a radius of nan cannot be: give 0 or more");
}

} // namespace scanline::kdtree::radius_search_test
