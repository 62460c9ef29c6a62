#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/kdtree/points.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace scanline::kdtree {

/// Which coordinate is the first that does not pass; none where all do.
template <Coordinate C, class Passes>
std::optional<std::size_t> first_failing(std::span<const C> coordinates, CancelPoll& poll, Passes passes) {
    constexpr std::size_t piece = CancelPoll::steps_between;
    for (std::size_t first = 0; first < coordinates.size(); first += piece) {
        poll.ask();
        const auto some = coordinates.subspan(first, std::min(piece, coordinates.size() - first));
        const auto at = std::ranges::find_if_not(some, passes);
        if (at != some.end())
            return first + static_cast<std::size_t>(at - some.begin());
    }
    return std::nullopt;
}

/// The first that is no number, as whole ones always are.
template <Coordinate C>
std::optional<std::size_t> first_nan(std::span<const C> coordinates, CancelPoll& poll) {
    if constexpr (std::floating_point<C>)
        return first_failing(coordinates, poll, [](C coordinate) { return !std::isnan(coordinate); });
    return std::nullopt;
}

/// The first that is out of CoordinateRange.
template <Coordinate C>
std::optional<std::size_t> first_out_of_range(std::span<const C> coordinates, CancelPoll& poll) {
    if constexpr (std::floating_point<C>)
        return first_failing(coordinates, poll, [](C coordinate) { return is_in_range(coordinate); });
    return std::nullopt;
}

} // namespace scanline::kdtree
