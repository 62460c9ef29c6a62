#pragma once
#include "scanline/core/random.h"
#include "scanline/points/points.h"

#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <string_view>
#include <vector>

namespace scanline::kdtree::test {

/// Distributions of test points.
enum class PointSet {
    uniform,    ///< hardly any two share a coordinate
    grid,       ///< many share some coordinates, and many are equal
    clustered,  ///< close to a few centres
    line,       ///< all coordinates of a point are equal
    descending, ///< every coordinate decreases from point to point
    all_equal,  ///< one point repeated
    constant,   ///< uniform, except for one constant column
    extreme,    ///< the least and greatest valid coordinates, and those around 0
};
inline constexpr PointSet all_point_sets[]{PointSet::uniform,  PointSet::grid,       PointSet::clustered,
                                           PointSet::line,     PointSet::descending, PointSet::all_equal,
                                           PointSet::constant, PointSet::extreme};

/// Cycles through the sets, for tests of many sizes.
inline PointSet set_in_turn(int number) {
    return all_point_sets[static_cast<std::size_t>(number) % std::size(all_point_sets)];
}

/// The dimensions that GPU tests try for each type. Every dimension compiles its own shaders, so each type
/// tries three. Together they include the minimum, the maximum, and both sides of 4, up to which shaders take
/// a shorter path.
template <class C>
inline constexpr std::array<int, 3> tested_dimensions{1, 4, 32};
template <>
inline constexpr std::array<int, 3> tested_dimensions<float>{2, 3, 5};

inline std::string_view to_string(PointSet set) {
    switch (set) {
    case PointSet::uniform: return "uniform";
    case PointSet::grid: return "grid";
    case PointSet::clustered: return "clustered";
    case PointSet::line: return "line";
    case PointSet::descending: return "descending";
    case PointSet::all_equal: return "all-equal";
    case PointSet::constant: return "constant";
    case PointSet::extreme: return "extreme";
    }
    return "";
}

template <class C>
constexpr std::string_view type_name() {
    return std::is_same_v<C, float> ? "float" : std::is_same_v<C, double> ? "double" : "int32";
}

/// Extreme coordinates, including both zeros and infinities.
template <class C>
std::vector<C> extreme_coordinates() {
    using Limits = std::numeric_limits<C>;
    if constexpr (std::is_floating_point_v<C>)
        return {-Limits::infinity(),
                -points::CoordinateRange<C>::greatest,
                -1,
                -points::CoordinateRange<C>::step,
                -C{0},
                C{0},
                points::CoordinateRange<C>::step,
                1,
                points::CoordinateRange<C>::greatest,
                Limits::infinity()};
    else
        return {Limits::lowest(), Limits::lowest() + 1, -1, 0, 1, Limits::max() - 1, Limits::max()};
}

/// The coordinates of this many points.
template <class C>
std::vector<C> make_points(PointSet set, std::int64_t size, int dimensions, std::uint64_t seed) {
    Random random(seed);
    const auto any = [&random] { return static_cast<C>(2'000'000 * random.unit() - 1'000'000); };
    const std::vector<C> extreme = extreme_coordinates<C>();
    std::vector<C> centres(8 * static_cast<std::size_t>(dimensions));
    for (C& coordinate : centres)
        coordinate = any();
    std::vector<C> coordinates;
    for (std::int64_t point = 0; point < size; ++point) {
        const C along = any();
        const std::size_t centre =
            static_cast<std::size_t>(random.below(8)) * static_cast<std::size_t>(dimensions);
        for (int axis = 0; axis < dimensions; ++axis) {
            switch (set) {
            case PointSet::uniform: coordinates.push_back(any()); break;
            case PointSet::grid: coordinates.push_back(static_cast<C>(random.between(-10, 9))); break;
            case PointSet::clustered:
                coordinates.push_back(static_cast<C>(centres[centre + static_cast<std::size_t>(axis)] +
                                                     static_cast<C>(random.between(-50, 50))));
                break;
            case PointSet::line: coordinates.push_back(along); break;
            case PointSet::descending: coordinates.push_back(static_cast<C>(size - point)); break;
            case PointSet::all_equal: coordinates.push_back(static_cast<C>(7 - axis)); break;
            case PointSet::constant: coordinates.push_back(axis == dimensions / 2 ? C{5} : any()); break;
            case PointSet::extreme: coordinates.push_back(extreme[random.below(extreme.size())]); break;
            }
        }
    }
    return coordinates;
}

} // namespace scanline::kdtree::test
