#include "scanline/skyline/keys.h"

#include "scanline/core/error.h"
#include "scanline/core/random.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

namespace scanline::skyline::keys_test {

using Catch::Matchers::ContainsSubstring;
using points::Points;

TEMPLATE_TEST_CASE("Keys have the order of the values, and -0 equals 0", "", float, double) {
    using T = TestType;
    constexpr T infinity = std::numeric_limits<T>::infinity(), most = std::numeric_limits<T>::max(),
                least = std::numeric_limits<T>::denorm_min();
    const std::vector<T> values{-infinity, -most, T(-2), -least, T(-0.0), T(0), least, T(1), most, infinity};
    for (const Direction direction : {Direction::min, Direction::max}) {
        const Keys keys = keys_of<T>({values, 1}, {{direction}});
        REQUIRE(keys.size() == static_cast<std::int64_t>(values.size()));
        for (std::size_t a = 0; a < values.size(); ++a) {
            for (std::size_t b = 0; b < values.size(); ++b) {
                INFO(values[a] << " and " << values[b]);
                const bool better =
                    direction == Direction::min ? values[a] < values[b] : values[a] > values[b];
                CHECK((keys.values[a] < keys.values[b]) == better);
            }
        }
    }
}

TEST_CASE("Whole numbers keep their order to the ends of their range") {
    const std::vector<std::int32_t> values{std::numeric_limits<std::int32_t>::min(), -1, 0, 1,
                                           std::numeric_limits<std::int32_t>::max()};
    CHECK(std::ranges::is_sorted(keys_of<std::int32_t>({values, 1}).values));
    CHECK(std::ranges::is_sorted(keys_of<std::int32_t>({values, 1}, {{Direction::max}}).values,
                                 std::greater()));
}

TEST_CASE("Values that differ in the last of 64 bits have different keys") {
    const double one = 1, next = std::nextafter(one, 2.0);
    CHECK(keys_of<double>({std::vector<double>{next, one, next}, 1}).values ==
          std::vector<std::uint32_t>{1, 0, 1});
}

TEST_CASE("Values of 64 bits are ranked as a sort of each column ranks them") {
    // Most are equal in float32, many in double too, and some are beyond float32.
    for (const std::size_t rows : {std::size_t{1}, std::size_t{100}, std::size_t{20'001}}) {
        Random random(rows);
        constexpr std::size_t columns = 3;
        std::vector<double> values(rows * columns);
        for (double& value : values) {
            constexpr std::array scales{1.0, -1.0, 1e-300, -1e300, 0.0, 1e300};
            const double digits = 1 + static_cast<double>(random.below(5000)) * 0x1p-50;
            value = digits * scales[random.below(scales.size())];
        }
        const std::vector<Direction> directions{Direction::min, Direction::max, Direction::min};
        for (const int threads : {1, 2}) {
            INFO(rows << " rows by " << threads << " threads");
            const Keys keys = keys_of<double>({values, columns}, directions, {.threads = threads});
            for (std::size_t column = 0; column < columns; ++column) {
                std::vector<double> distinct;
                for (std::size_t row = 0; row < rows; ++row)
                    distinct.push_back(values[row * columns + column]);
                std::ranges::sort(distinct);
                distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
                bool right = true;
                for (std::size_t row = 0; row < rows; ++row) {
                    const double value = values[row * columns + column];
                    const auto rank = static_cast<std::uint32_t>(std::ranges::lower_bound(distinct, value) -
                                                                 distinct.begin());
                    right &= keys.values[row * columns + column] == (column == 1 ? ~rank : rank);
                }
                CHECK(right);
            }
        }
    }
}

TEST_CASE("Each column has its own direction, and rows dominate by all of them") {
    const std::vector<float> table{1, 5, 2, 5, 1, 6, 2, 5};
    constexpr std::array directions{Direction::min, Direction::max};
    const Keys keys = keys_of<float>({table, 2}, directions);
    CHECK(dominates(keys[0], keys[1], 2));
    CHECK(dominates(keys[2], keys[0], 2));
    CHECK_FALSE(dominates(keys[1], keys[0], 2));
    CHECK_FALSE(dominates(keys[1], keys[3], 2));
}

TEST_CASE("The keys of some columns are those of each column alone, unless one is NaN") {
    constexpr std::size_t rows = 9001, columns = 4;
    Random random(1);
    std::vector<float> values(rows * columns), last;
    for (float& value : values)
        value = static_cast<float>(random.unit() - 0.5);
    for (std::size_t row = 0; row < rows; ++row)
        last.push_back(values[row * columns + 3]);
    const Keys falling = keys_of<float>({last, 1}, {{Direction::max}});
    const std::vector<KeyColumn> chosen{{3, Direction::max}, {1}, {3, Direction::max}};
    for (const int threads : {1, 3}) {
        const auto keys = keys_of_columns<float>(values, columns, chosen, {.threads = threads});
        REQUIRE(keys);
        REQUIRE(keys->size() == rows);
        for (std::int64_t row = 0; row < keys->size(); ++row)
            REQUIRE(((*keys)[row][0] == *falling[row] && (*keys)[row][2] == *falling[row]));
    }
    values[8999 * columns] = std::numeric_limits<float>::quiet_NaN();
    CHECK(keys_of_columns<float>(values, columns, chosen, {.threads = 2}));
    values[8999 * columns + 1] = std::numeric_limits<float>::quiet_NaN();
    CHECK_FALSE(keys_of_columns<float>(values, columns, chosen, {.threads = 2}));
    // All columns, in another order.
    const std::vector<float> pairs{1, 2, 3, 4}, turned{2, 1, 4, 3};
    const std::vector<KeyColumn> second_first{{1}, {0}};
    CHECK(keys_of_columns<float>(pairs, 2, second_first, {})->values == keys_of<float>({turned, 2}).values);
}

TEST_CASE("A table that cannot be compared is refused with what is wrong") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto message = [](const Points<float>& table, std::span<const Direction> directions = {}) {
        try {
            keys_of(table, directions);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK_THAT(message({std::vector<float>{1, 2, 3, nan}, 2}),
               ContainsSubstring("row 1") && ContainsSubstring("column 1"));
    CHECK_THAT(message({std::vector<float>(32), 32}),
               ContainsSubstring("32 columns are over the limit of 31"));
    constexpr std::array one{Direction::max};
    CHECK_THAT(message({std::vector<float>{1, 2}, 2}, one), ContainsSubstring("1 directions for 2 columns"));
    CHECK(keys_of<float>({std::span<const float>(), 3}).size() == 0);
}

TEST_CASE("Numbers have the keys of the narrowest type that holds them") {
    const std::array both{Direction::min, Direction::max};
    const std::vector<double> halves{0.5, 2, -1, 0.25}, whole{16'777'217, 3, -5, 16'777'217},
        fine{0.1, 2, 1, 0.3};
    CHECK(keys_of_numbers(halves, both).values == keys_of<float>({{{0.5f, 2, -1, 0.25f}}, 2}, both).values);
    CHECK(keys_of_numbers(whole, both).values ==
          keys_of<std::int32_t>({{{16'777'217, 3, -5, 16'777'217}}, 2}, both).values);
    CHECK(keys_of_numbers(fine, both).values == keys_of<double>({fine, 2}, both).values);
}

} // namespace scanline::skyline::keys_test
