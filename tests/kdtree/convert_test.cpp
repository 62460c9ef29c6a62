#include "scanline/kdtree/convert.h"

#include "scanline/kdtree/build.h"
#include "scanline/kdtree/knn.h"
#include "scanline/kdtree/query_trace.h"
#include "scanline/kdtree/verify.h"

#include <catch2/catch_all.hpp>

namespace scanline::kdtree::convert_test {

TEST_CASE("A number becomes the nearest coordinate of a type, or none") {
    CHECK(nearest_coordinate<float>(0.1) == 0.1f);
    CHECK(nearest_coordinate<float>(-1e-30) == 0.0f);
    CHECK(nearest_coordinate<float>(0x1.8p-63) == 0x1p-62f);
    CHECK(nearest_coordinate<float>(0x1.4p-62) == 0x1p-62f);
    CHECK(nearest_coordinate<float>(0x1p60) == 0x1p60f);
    CHECK(nearest_coordinate<float>(0x1.000002p60) == std::nullopt);
    CHECK(nearest_coordinate<float>(1e39) == std::nullopt);
    CHECK(nearest_coordinate<float>(std::numeric_limits<double>::quiet_NaN()) == std::nullopt);
    CHECK(nearest_coordinate<float>(-infinite_distance<double>) == -infinite_distance<float>);
    CHECK(nearest_coordinate<double>(1e-300) == 0.0);
    CHECK(nearest_coordinate<std::int32_t>(2.5) == 2);
    CHECK(nearest_coordinate<std::int32_t>(-2147483648.4) == -2147483647 - 1);
    CHECK(nearest_coordinate<std::int32_t>(2147483647.5) == std::nullopt);
    CHECK(nearest_coordinate<std::int32_t>(infinite_distance<float>) == std::nullopt);
    CHECK(nearest_coordinate<std::int32_t>(std::int64_t{1} << 31) == std::nullopt);
}

TEST_CASE("A type holds a number that it gives back") {
    CHECK(holds<float>(0.5));
    CHECK_FALSE(holds<float>(0.1));
    CHECK_FALSE(holds<float>(1e-30f));
    CHECK(holds<float>(infinite_distance<double>));
    CHECK(holds<float>(16'777'216));
    CHECK_FALSE(holds<float>(16'777'217));
    CHECK_FALSE(holds<float>(std::numeric_limits<std::int32_t>::max()));
    CHECK(holds<double>(std::numeric_limits<std::int32_t>::max()));
    CHECK(holds<double>(std::int64_t{1} << 53));
    CHECK_FALSE(holds<double>((std::int64_t{1} << 53) + 1));
    CHECK_FALSE(holds<double>(std::numeric_limits<std::int64_t>::max()));
    CHECK(holds<std::int32_t>(-3.0f));
    CHECK_FALSE(holds<std::int32_t>(-3.5));
    CHECK_FALSE(holds<std::int32_t>(0x1p31f));
    CHECK_FALSE(holds<double>(std::numeric_limits<double>::quiet_NaN()));
}

TEST_CASE("Points are converted to a type that holds them, and those that it does not hold are counted") {
    const AnyPointCloud points = PointCloud<double>{{1, 2.5, 0.1, -7}, 2};
    CHECK(count_unheld<double>(points) == 0);
    CHECK(count_unheld<float>(points) == 1);
    CHECK(count_unheld<std::int32_t>(points) == 2);
    CHECK(convert_points<double>(points).coordinates == std::vector<double>{1, 2.5, 0.1, -7});
    const PointCloud<std::int32_t> whole =
        convert_points<std::int32_t>(AnyPointCloud(PointCloud<float>{{3, -4}, 1}));
    CHECK(whole.coordinates == std::vector<std::int32_t>{3, -4});
    CHECK(whole.dimensions == 1);
}

TEST_CASE("A tree of double is the same tree, and tells apart what float does not") {
    const std::vector<std::int32_t> whole{16'777'217, 0, 16'777'216, 1, 5, 5, 16'777'217, 1};
    const Tree<double> tree = widen(build<std::int32_t>({whole, 2}));
    const std::vector<double> coordinates(whole.begin(), whole.end()), query{16'777'216.75, 0};
    CHECK((tree == build<double>({coordinates, 2})));
    CHECK(verify<double>(tree, {coordinates, 2}) == std::nullopt);
    const Neighbors<double> found = knn<double>(tree, {query, 2}, 2);
    CHECK(found.index == std::vector<std::int32_t>{0, 3});
    CHECK(found.squared_distance == std::vector<double>{0.0625, 1.0625});
    const QueryTrace<double> trace = trace_knn<double>(tree, query, 2);
    CHECK(found_nodes(trace, trace.size()).size() == 2);
}

} // namespace scanline::kdtree::convert_test
