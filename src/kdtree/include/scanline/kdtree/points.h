#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace scanline::kdtree {

template <class C>
concept Coordinate = std::same_as<C, std::int32_t> || std::same_as<C, float>;

inline constexpr int max_dimensions = 32;
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
/// number, with its row and column, both counted from 0.
template <Coordinate C>
void require_points(const Points<C>& points, const char* what);

} // namespace scanline::kdtree
