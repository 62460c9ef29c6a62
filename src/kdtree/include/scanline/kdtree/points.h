#pragma once
#include "scanline/core/cancellation.h"

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace scanline::kdtree {

/// What GPUs compute with.
template <class C>
concept DeviceCoordinate = std::same_as<C, std::int32_t> || std::same_as<C, float>;

template <class C>
concept Coordinate = DeviceCoordinate<C> || std::same_as<C, double>;

inline constexpr int max_dimensions = 32;

/// The floating-point coordinates that points may have: multiples of step, up to greatest either way, and
/// infinities. The square of the difference of any two that differ is then a normal number, and the sum of
/// max_dimensions squares is finite: no squared distance underflows or overflows, see Distance. Points may
/// have all int32 coordinates.
template <std::floating_point C>
struct CoordinateRange;
template <>
struct CoordinateRange<float> {
    static constexpr int step_exponent = -63, greatest_exponent = 60;
    static constexpr float step = 0x1p-63f, greatest = 0x1p60f;
};
template <>
struct CoordinateRange<double> {
    static constexpr int step_exponent = -511, greatest_exponent = 508;
    static constexpr double step = 0x1p-511, greatest = 0x1p508;
};

/// Whether a point may have this coordinate.
template <Coordinate C>
bool is_in_range(C coordinate) {
    if constexpr (std::floating_point<C>) {
        using Range = CoordinateRange<C>;
        const C size = std::abs(coordinate);
        // From here on the last bit of a number is worth a step or more.
        constexpr C fine = Range::step / std::numeric_limits<C>::epsilon();
        if (size < fine) {
            const C steps = size / Range::step;
            return steps == static_cast<C>(static_cast<std::int64_t>(steps));
        }
        return size <= Range::greatest || size == std::numeric_limits<C>::infinity();
    }
    return true;
}

/// Nodes and points are counted in 32 bits.
inline constexpr std::int64_t max_points = 2'147'483'647;

/// Points in the memory of the caller, one after the other, with as many coordinates each.
///
///     const std::vector<float> xy{0, 0, 3, 4};
///     const Points<float> points{xy, 2};   // (0, 0) and (3, 4)
template <Coordinate C>
struct Points {
    std::span<const C> coordinates;
    int dimensions = 1;

    std::int64_t size() const { return static_cast<std::int64_t>(coordinates.size()) / dimensions; }
    const C* operator[](std::int64_t point) const {
        return coordinates.data() + static_cast<std::size_t>(point) * static_cast<std::size_t>(dimensions);
    }
};

/// Points [first, first + count) of them.
template <Coordinate C>
Points<C> part_of(const Points<C>& points, std::int64_t first, std::int64_t count) {
    const auto dimensions = static_cast<std::size_t>(points.dimensions);
    return {points.coordinates.subspan(static_cast<std::size_t>(first) * dimensions,
                                       static_cast<std::size_t>(count) * dimensions),
            points.dimensions};
}

/// That these are points, whatever their coordinates. Errors: usage for dimensions out of 1 to
/// max_dimensions, a number of coordinates that is no multiple of them, and more than max_points. `what`
/// begins the message: "kdtree build".
template <Coordinate C>
void require_shape(const Points<C>& points, const char* what);

/// That points can be put into a tree. Errors: those of require_shape(); failure for a coordinate that is no
/// number or out of CoordinateRange, with its row and column, both counted from 0; Cancelled.
template <Coordinate C>
void require_points(const Points<C>& points, const char* what, const CancelHook& cancelled = {});

} // namespace scanline::kdtree
