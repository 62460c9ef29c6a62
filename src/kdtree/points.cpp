#include "scanline/kdtree/points.h"

#include "scanline/core/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::kdtree {

template <Coordinate C>
void require_points(const Points<C>& points, const char* what) {
    if (points.dimensions < 1 || points.dimensions > max_dimensions)
        throw usage_error(fmt::format("{}: points of {} dimensions cannot be: they have 1 to {}", what,
                                      points.dimensions, max_dimensions));
    const auto dimensions = static_cast<std::size_t>(points.dimensions);
    if (points.coordinates.size() % dimensions != 0)
        throw usage_error(fmt::format("{}: {} coordinates are no points of {}: give a multiple of it", what,
                                      points.coordinates.size(), dimensions));
    if (points.size() > max_points)
        throw usage_error(
            fmt::format("{}: {} points are over the limit of {}", what, points.size(), max_points));
    if constexpr (std::same_as<C, float>) {
        const auto wrong =
            std::ranges::find_if(points.coordinates, [](float coordinate) { return std::isnan(coordinate); });
        if (wrong != points.coordinates.end()) {
            const auto at = static_cast<std::size_t>(wrong - points.coordinates.begin());
            throw Error(fmt::format("{}: row {}, column {} is not a number: leave such points out", what,
                                    at / dimensions, at % dimensions));
        }
    }
}

template void require_points(const Points<std::int32_t>&, const char*);
template void require_points(const Points<float>&, const char*);

} // namespace scanline::kdtree
