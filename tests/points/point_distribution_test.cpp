#include "scanline/points/point_distribution.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

// The distributions of points for measurements, and of those for display.

namespace scanline::points::point_distribution_test {

namespace {

template <class C>
std::vector<std::vector<C>> points_of(PointDistribution distribution, std::int64_t size, int dimensions,
                                      std::uint64_t seed = 1) {
    const auto cloud = make_cloud<C>(distribution, size, dimensions, size, seed);
    CHECK(cloud.dimensions == dimensions);
    std::vector<std::vector<C>> points;
    for (std::int64_t i = 0; i < cloud.points().size(); ++i)
        points.emplace_back(cloud.points()[i], cloud.points()[i] + dimensions);
    return points;
}

template <class C>
void check_distributions(double unit) {
    constexpr std::int64_t size = 4096;
    for (const PointDistribution distribution : enumerators<PointDistribution>) {
        INFO(to_string(distribution));
        const auto points = points_of<C>(distribution, size, 3);
        CHECK(points.size() == size);
        CHECK((points == points_of<C>(distribution, size, 3)));
        const bool alike = distribution == PointDistribution::all_equal;
        CHECK((points != points_of<C>(distribution, size, 3, 2)) == !alike);
        for (const auto& point : points) {
            const auto [least, greatest] = std::ranges::minmax(point);
            if (static_cast<double>(least) < -0.03 * unit || static_cast<double>(greatest) > 1.03 * unit)
                FAIL("from " << least << " to " << greatest);
        }
    }
    const auto distinct = [](const auto& points) { return std::set(points.begin(), points.end()).size(); };
    CHECK(distinct(points_of<C>(PointDistribution::uniform, size, 3)) == size);
    CHECK(distinct(points_of<C>(PointDistribution::all_equal, size, 3)) == 1);
    for (const auto& point : points_of<C>(PointDistribution::line, size, 3))
        CHECK(std::set(point.begin(), point.end()).size() == 1);

    // Ten places along each axis, four points each.
    const auto grid = points_of<C>(PointDistribution::grid, size, 3);
    CHECK(distinct(grid) > 900);
    CHECK(distinct(grid) <= 1000);
    // Around at most 64 centres.
    std::map<std::vector<std::int64_t>, int> cells;
    for (const auto& point : points_of<C>(PointDistribution::clustered, size, 2)) {
        std::vector<std::int64_t> cell(2);
        std::ranges::transform(point, cell.begin(), [&](C coordinate) {
            return std::llround(static_cast<double>(coordinate) / unit * 50);
        });
        ++cells[cell];
    }
    CHECK(cells.size() < 64 * 9);
    CHECK(cells.size() > 32);
}

} // namespace

TEST_CASE("Points lie as their distribution says, the same for a seed") {
    check_distributions<float>(1);
    check_distributions<std::int32_t>(1 << 30);
}

TEST_CASE("Queries fall where the points are") {
    for (const PointDistribution distribution : {PointDistribution::clustered, PointDistribution::grid}) {
        INFO(to_string(distribution));
        const auto points = points_of<float>(distribution, 4096, 2);
        double farthest = 0;
        for (const auto& query : points_of<float>(distribution, 100, 2, 2)) {
            double nearest = 1;
            for (const auto& point : points)
                nearest = std::min(nearest, std::hypot(static_cast<double>(query[0] - point[0]),
                                                       static_cast<double>(query[1] - point[1])));
            farthest = std::max(farthest, nearest);
        }
        CHECK(farthest < 0.1);
    }
}

TEST_CASE("A point or a handful lie somewhere, in any number of dimensions") {
    for (const PointDistribution distribution : enumerators<PointDistribution>) {
        for (const int dimensions : {1, 32}) {
            CHECK(points_of<float>(distribution, 1, dimensions).size() == 1);
            CHECK(points_of<std::int32_t>(distribution, 3, dimensions).size() == 3);
        }
    }
}

TEST_CASE("Points to look at lie as they are called, from 0 to 100, and are drawn by their seed") {
    for (const PointDistribution distribution : enumerators<PointDistribution>) {
        for (const int dimensions : {2, 3}) {
            CAPTURE(std::string(to_string(distribution)), dimensions);
            const auto cloud = make_shown_cloud(distribution, 200, dimensions, 5);
            REQUIRE(cloud.points().size() == 200);
            CHECK(cloud.dimensions == dimensions);
            CHECK(std::ranges::all_of(cloud.coordinates, [](float c) { return c >= 0 && c <= 100; }));
            CHECK(cloud.coordinates == make_shown_cloud(distribution, 200, dimensions, 5).coordinates);
            if (distribution != PointDistribution::all_equal)
                CHECK(cloud.coordinates != make_shown_cloud(distribution, 200, dimensions, 6).coordinates);
            std::set<std::vector<float>> distinct;
            for (std::int64_t point = 0; point < 200; ++point)
                distinct.emplace(cloud.points()[point], cloud.points()[point] + dimensions);
            switch (distribution) {
            case PointDistribution::uniform:
            case PointDistribution::clustered:
            case PointDistribution::line: CHECK(distinct.size() == 200); break;
            case PointDistribution::grid: CHECK((distinct.size() > 80 && distinct.size() < 190)); break;
            case PointDistribution::all_equal: CHECK(distinct.size() == 1); break;
            }
            if (distribution == PointDistribution::line)
                CHECK(std::ranges::all_of(distinct, [](const auto& point) { return point[0] == point[1]; }));
        }
    }
}

} // namespace scanline::points::point_distribution_test
