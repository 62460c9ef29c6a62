#include "scanline/points/convert.h"

#include <catch2/catch_all.hpp>
#include <limits>

namespace scanline::points::convert_test {

namespace {

template <class T>
constexpr T infinity = std::numeric_limits<T>::infinity();

} // namespace

TEST_CASE("A number becomes the nearest coordinate of a type, or none") {
    CHECK(nearest_coordinate<float>(0.1) == 0.1f);
    CHECK(nearest_coordinate<float>(-1e-30) == 0.0f);
    CHECK(nearest_coordinate<float>(0x1.8p-63) == 0x1p-62f);
    CHECK(nearest_coordinate<float>(0x1.4p-62) == 0x1p-62f);
    CHECK(nearest_coordinate<float>(0x1p60) == 0x1p60f);
    CHECK(nearest_coordinate<float>(0x1.000002p60) == std::nullopt);
    CHECK(nearest_coordinate<float>(1e39) == std::nullopt);
    CHECK(nearest_coordinate<float>(std::numeric_limits<double>::quiet_NaN()) == std::nullopt);
    CHECK(nearest_coordinate<float>(-infinity<double>) == -infinity<float>);
    CHECK(nearest_coordinate<double>(1e-300) == 0.0);
    CHECK(nearest_coordinate<std::int32_t>(2.5) == 2);
    CHECK(nearest_coordinate<std::int32_t>(-2147483648.4) == -2147483647 - 1);
    CHECK(nearest_coordinate<std::int32_t>(2147483647.5) == std::nullopt);
    CHECK(nearest_coordinate<std::int32_t>(infinity<float>) == std::nullopt);
    CHECK(nearest_coordinate<std::int32_t>(std::int64_t{1} << 31) == std::nullopt);
}

TEST_CASE("A type holds a number that it gives back") {
    CHECK(holds<float>(0.5));
    CHECK_FALSE(holds<float>(0.1));
    CHECK_FALSE(holds<float>(1e-30f));
    CHECK(holds<float>(infinity<double>));
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

} // namespace scanline::points::convert_test
