#include "scanline/core/named.h"

#include "scanline/core/choice.h"

#include <catch2/catch_all.hpp>

#include <array>

namespace scanline::core::named_test {

enum class Planet { mercury, venus, earth };

struct PlanetRow {
    Planet value;
    std::string_view name;
    int moons;
};
constexpr auto table_of(Planet) {
    using enum Planet;
    return std::to_array<PlanetRow>({{mercury, "mercury", 0}, {venus, "venus", 0}, {earth, "earth", 1}});
}

enum class Bit { zero, one2 };
constexpr auto table_of(Bit) {
    return named<Bit>({{Bit::zero, "0"}, {Bit::one2, "1"}});
}
using scanline::to_string;

TEST_CASE("A table gives an enumeration its names, its list of all and its facts") {
    STATIC_REQUIRE(to_string(Planet::venus) == "venus");
    STATIC_REQUIRE(enumerators<Planet> == std::array{Planet::mercury, Planet::venus, Planet::earth});
    STATIC_REQUIRE(row_of(Planet::earth).moons == 1);
    STATIC_REQUIRE(to_string(Bit::one2) == "1");
    CHECK(find_choice("earth", enumerators<Planet>) == Planet::earth);
    CHECK_FALSE(find_choice("pluto", enumerators<Planet>));
    CHECK(names_of(enumerators<Bit>) == "0, 1");
}

TEST_CASE("A table that lacks a row, or has rows in another order, is no table of the enumeration") {
    constexpr std::array<Named<Planet>, 2> short_one{{{Planet::mercury, "a"}, {Planet::venus, "b"}}};
    constexpr std::array<Named<Bit>, 2> swapped{{{Bit::one2, "1"}, {Bit::zero, "0"}}};
    STATIC_REQUIRE_FALSE(has_row_for_each<Planet>(short_one));
    STATIC_REQUIRE_FALSE(has_row_for_each<Bit>(swapped));
    STATIC_REQUIRE(has_row_for_each<Bit>(rows_of<Bit>));
    STATIC_REQUIRE(Tabled<Bit>);
    STATIC_REQUIRE_FALSE(Tabled<int>);
}

} // namespace scanline::core::named_test
