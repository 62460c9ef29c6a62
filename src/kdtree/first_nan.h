#pragma once
#include "scanline/kdtree/points.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace scanline::kdtree {

/// Which coordinate is the first that is no number; none where all are numbers, as whole ones always are.
template <Coordinate C>
std::optional<std::size_t> first_nan(std::span<const C> coordinates) {
    if constexpr (std::same_as<C, float>) {
        const auto found =
            std::ranges::find_if(coordinates, [](float coordinate) { return std::isnan(coordinate); });
        if (found != coordinates.end())
            return static_cast<std::size_t>(found - coordinates.begin());
    }
    return std::nullopt;
}

} // namespace scanline::kdtree
