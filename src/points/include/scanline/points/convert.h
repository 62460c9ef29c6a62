#pragma once
#include "scanline/points/points.h"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

namespace scanline::points {

/// The nearest coordinate of a type to a number, see CoordinateRange; none for NaN or a number beyond the
/// type's range.
///
///     nearest_coordinate<float>(0.1) == 0.1f; nearest_coordinate<std::int32_t>(2.5) == 2
template <Coordinate To, class From>
std::optional<To> nearest_coordinate(From number) {
    if constexpr (std::integral<To> && std::integral<From>) {
        if (!std::in_range<To>(number))
            return std::nullopt;
        return static_cast<To>(number);
    } else if constexpr (std::integral<To>) {
        const From whole = std::nearbyint(number);
        // Both ends are powers of two, so exact as floats. Written to also catch NaN.
        constexpr From end = -static_cast<From>(std::numeric_limits<To>::min());
        if (!(whole >= -end && whole < end))
            return std::nullopt;
        return static_cast<To>(whole);
    } else {
        using Range = CoordinateRange<To>;
        if constexpr (std::floating_point<From>) {
            if (std::isinf(number))
                return static_cast<To>(number);
        }
        const To rounded = static_cast<To>(number);
        if (is_in_range(rounded) && !std::isinf(rounded))
            return rounded;
        if (!(std::abs(rounded) <= Range::greatest))
            return std::nullopt;
        return std::nearbyint(rounded / Range::step) * Range::step;
    }
}

/// True if the type holds the number exactly.
template <Coordinate To, class From>
bool holds(From number) {
    const std::optional<To> nearest = nearest_coordinate<To>(number);
    if (!nearest)
        return false;
    if constexpr (std::integral<From> && std::floating_point<To>)
        return *nearest < -static_cast<To>(std::numeric_limits<From>::min()) &&
               static_cast<From>(*nearest) == number;
    else
        return static_cast<std::common_type_t<To, From>>(*nearest) ==
               static_cast<std::common_type_t<To, From>>(number);
}

/// Number of coordinates that the type cannot hold exactly.
template <Coordinate To>
std::int64_t count_unheld(const AnyPointCloud& points) {
    return std::visit(
        [](const auto& cloud) {
            return std::int64_t{std::ranges::count_if(
                cloud.coordinates, [](auto coordinate) { return !holds<To>(coordinate); })};
        },
        points);
}

/// The same points with coordinates of another type, which must hold all of them exactly.
template <Coordinate To>
PointCloud<To> convert_points(AnyPointCloud points) {
    return std::visit(
        []<class From>(PointCloud<From>&& cloud) -> PointCloud<To> {
            if constexpr (std::same_as<From, To>) {
                return std::move(cloud);
            } else {
                std::vector<To> coordinates(cloud.coordinates.size());
                std::ranges::transform(cloud.coordinates, coordinates.begin(),
                                       [](From coordinate) { return static_cast<To>(coordinate); });
                return {std::move(coordinates), cloud.dimensions};
            }
        },
        std::move(points));
}

} // namespace scanline::points
