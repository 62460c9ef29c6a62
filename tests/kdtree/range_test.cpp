#include "scanline/kdtree/search.h"
#include "scanline/kdtree/tree.h"
#include "scanline/points/convert.h"

#include "distinct_points.h"
#include "support/error_message.h"

#include "scanline/core/random.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <cmath>

// Squared distances neither underflow nor overflow for any valid coordinates. Reference: long double, in
// which none of these sums does.

namespace scanline::kdtree::range_test {

using scanline::test::error_message;

namespace {

template <class C>
long double exact_distance(const C* a, const C* b, int dimensions) {
    long double sum = 0;
    for (int axis = 0; axis < dimensions; ++axis) {
        const long double difference = static_cast<long double>(a[axis]) - static_cast<long double>(b[axis]);
        sum += difference * difference;
    }
    return sum;
}

template <class C>
using Exact = std::pair<long double, std::int32_t>;

// All points that differ in their distance to a query.
template <class C>
std::vector<Exact<C>> by_distance(const Points<C>& points, const C* query) {
    std::vector<Exact<C>> all;
    for (const std::int32_t point : test::distinct_points(points))
        all.emplace_back(exact_distance(points[point], query, points.dimensions), point);
    std::ranges::sort(all);
    return all;
}

/// Points and queries with whole coordinates small enough for exact distances, times 2^exponent.
template <class C>
struct ScaledCloud {
    static constexpr int dimensions = 3, k = 5, greatest = 1000;

    explicit ScaledCloud(int exponent) {
        Random random(seed);
        for (std::vector<C>* const all : {&coordinates, &query_coordinates}) {
            for (int i = 0; i < (all == &coordinates ? 200 : 8) * dimensions; ++i)
                all->push_back(std::ldexp(static_cast<C>(random.between(-greatest, greatest)), exponent));
        }
    }

    static constexpr std::uint64_t seed = 77;
    std::vector<C> coordinates, query_coordinates;
    Points<C> points() const { return {coordinates, dimensions}; }
    Points<C> queries() const { return {query_coordinates, dimensions}; }
};

template <class C>
void check_scaled(int exponent) {
    CAPTURE(exponent, ScaledCloud<C>::seed);
    const ScaledCloud<C> cloud(exponent);
    const Tree<C> tree = build(cloud.points(), {.threads = 1});
    const Neighbors<C> near = knn(tree, cloud.queries(), cloud.k, infinite_distance<C>, {.threads = 1});
    const C radius = std::ldexp(C{400}, exponent);
    const PointsWithin<C> within =
        radius_search(tree, cloud.queries(), radius, RowOrder::by_distance, {.threads = 1});
    const long double limit = static_cast<long double>(radius) * static_cast<long double>(radius);
    for (std::int64_t query = 0; query < cloud.queries().size(); ++query) {
        CAPTURE(query);
        const auto all = by_distance(cloud.points(), cloud.queries()[query]);
        const auto begin = static_cast<std::size_t>(within.offset[static_cast<std::size_t>(query)]),
                   end = static_cast<std::size_t>(within.offset[static_cast<std::size_t>(query) + 1]);
        REQUIRE(std::ranges::count_if(all, [&](const auto& one) { return one.first <= limit; }) ==
                static_cast<std::ptrdiff_t>(end - begin));
        for (std::size_t i = begin; i < end; ++i) {
            REQUIRE(within.index[i] == all[i - begin].second);
            REQUIRE(static_cast<long double>(within.squared_distance[i]) == all[i - begin].first);
        }
        for (std::size_t i = 0; i < std::size_t{ScaledCloud<C>::k}; ++i) {
            const std::size_t at = static_cast<std::size_t>(query * cloud.k) + i;
            REQUIRE(near.index[at] == all[i].second);
            REQUIRE(static_cast<long double>(near.squared_distance[at]) == all[i].first);
        }
    }
}

// The exponents for which ScaledCloud has valid coordinates.
template <class C>
constexpr int min_exponent = points::CoordinateRange<C>::step_exponent;
template <class C>
constexpr int greatest_exponent = points::CoordinateRange<C>::greatest_exponent - 10;
static_assert(ScaledCloud<float>::greatest < 1 << 10);

} // namespace

TEST_CASE("Clouds of any size are searched as exactly as those of size one") {
    for (int exponent = min_exponent<float>; exponent <= greatest_exponent<float>; ++exponent)
        check_scaled<float>(exponent);
    for (const int exponent : {min_exponent<double>, min_exponent<double> + 1, 0,
                               greatest_exponent<double> - 1, greatest_exponent<double>})
        check_scaled<double>(exponent);
}

TEMPLATE_TEST_CASE("Distances are right to the last bits among coordinates of all sizes at once", "", float,
                   double) {
    using C = TestType;
    using Range = points::CoordinateRange<C>;
    constexpr std::uint64_t seed = 78;
    for (const int dimensions : {1, 3, 32}) {
        CAPTURE(dimensions, seed);
        Random random(seed);
        std::vector<C> coordinates;
        while (coordinates.size() < std::size_t{300} * static_cast<std::size_t>(dimensions)) {
            const int exponent = random.between(Range::step_exponent, Range::greatest_exponent);
            const auto number = std::ldexp(static_cast<C>(2 * random.unit() - 1), exponent);
            coordinates.push_back(points::nearest_coordinate<C>(number).value());
        }
        const Points<C> points{coordinates, dimensions};
        const Tree<C> tree = build(points, {.threads = 1});
        const Neighbors<C> found = knn(tree, points, 4, infinite_distance<C>, {.threads = 1});
        const long double unit = std::numeric_limits<C>::epsilon() / 2;
        const long double bound = std::pow(1 + unit, static_cast<long double>(dimensions + 2)) - 1;
        for (std::int64_t query = 0; query < points.size(); ++query) {
            const auto all = by_distance(points, points[query]);
            for (std::size_t i = 0; i < 4; ++i) {
                const std::size_t at = static_cast<std::size_t>(query) * 4 + i;
                const long double distance =
                                      exact_distance(points[query], points[found.index[at]], dimensions),
                                  told = static_cast<long double>(found.squared_distance[at]);
                CAPTURE(query, i, told, distance, all[i].first);
                REQUIRE(std::abs(told - distance) <= bound * distance);
                REQUIRE(distance * (1 - bound) <= all[i].first * (1 + bound));
                REQUIRE((told == 0) == (distance == 0));
            }
        }
    }
}

TEMPLATE_TEST_CASE("Points may have the ends of their range, and nothing beyond", "", float, double) {
    using C = TestType;
    using Range = points::CoordinateRange<C>;
    constexpr C infinity = std::numeric_limits<C>::infinity(),
                fine = Range::step / std::numeric_limits<C>::epsilon();
    for (const C good : {C{0}, Range::step, 3 * Range::step, fine - Range::step, fine,
                         std::nextafter(fine, C{1}), Range::greatest, infinity}) {
        CAPTURE(good);
        CHECK(points::is_in_range(good));
        CHECK(points::is_in_range(-good));
    }
    for (const C bad : {Range::step / 2, C{1.5} * Range::step, std::nextafter(Range::step, C{1}),
                        std::nextafter(fine, C{0}), std::nextafter(Range::greatest, infinity),
                        std::numeric_limits<C>::max(), std::numeric_limits<C>::denorm_min(),
                        std::numeric_limits<C>::quiet_NaN()}) {
        CAPTURE(bad);
        CHECK_FALSE(points::is_in_range(bad));
        CHECK_FALSE(points::is_in_range(-bad));
        const std::vector<C> line{1, 2}, query{bad};
        CHECK_THAT(error_message(ErrorKind::failure,
                                 [&] {
                                     build<C>({query, 1});
                                 }),
                   Catch::Matchers::StartsWith("kdtree build: row 0, column 0 is "));
        const Tree<C> tree = build<C>({line, 1});
        CHECK_THAT(error_message(ErrorKind::failure,
                                 [&] {
                                     nearest<C>(tree, {query, 1});
                                 }),
                   Catch::Matchers::StartsWith("kdtree knn: row 0, column 0 is "));
        CHECK_THAT(error_message(ErrorKind::failure,
                                 [&] {
                                     radius_search<C>(tree, {query, 1}, 1);
                                 }),
                   Catch::Matchers::StartsWith("kdtree radius search: row 0, column 0 is "));
    }
}

TEST_CASE("Coordinates of int32 have no limits") {
    const std::vector<std::int32_t> line{std::numeric_limits<std::int32_t>::lowest(), 0,
                                         std::numeric_limits<std::int32_t>::max()};
    const auto found = knn<std::int32_t>(build<std::int32_t>({line, 1}), {line, 1}, 3);
    CHECK(found.index == std::vector<std::int32_t>{0, 1, 2, 1, 2, 0, 2, 1, 0});
    CHECK(found.squared_distance[2] == 4294967295.0 * 4294967295.0);
}

TEST_CASE("A radius beyond which nothing can be takes in all points, but for those at infinity") {
    const std::vector<float> line{std::numeric_limits<float>::infinity(), 0x1p60f, -0x1p60f}, query{-0x1p60f};
    const Tree<float> tree = build<float>({line, 1});
    for (const float radius : {0x1p61f, 0x1p64f, std::numeric_limits<float>::max()}) {
        CAPTURE(radius);
        CHECK(radius_search<float>(tree, {query, 1}, radius).index == std::vector<std::int32_t>{2, 1});
        CHECK(knn<float>(tree, {query, 1}, 3, radius).index == std::vector<std::int32_t>{2, 1, -1});
    }
    CHECK(radius_search<float>(tree, {query, 1}, 0x1.fffffep60f).index == std::vector<std::int32_t>{2});
}

TEST_CASE("A radius less than the least distance takes in equal points alone") {
    const std::vector<float> line{0, 0x1p-63f}, query{0};
    const Tree<float> tree = build<float>({line, 1});
    for (const float radius : {0.0f, std::numeric_limits<float>::denorm_min(), 0x1.fffffep-64f}) {
        CAPTURE(radius);
        CHECK(radius_search<float>(tree, {query, 1}, radius).index == std::vector<std::int32_t>{0});
    }
    CHECK(radius_search<float>(tree, {query, 1}, 0x1p-63f).index == std::vector<std::int32_t>{0, 1});
}

} // namespace scanline::kdtree::range_test
