#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/core/error.h"
#include "scanline/core/named.h"

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace scanline::points {

/// Coordinate types that GPUs compute with.
template <class C>
concept DeviceCoordinate = std::same_as<C, std::int32_t> || std::same_as<C, float>;

template <class C>
concept Coordinate = DeviceCoordinate<C> || std::same_as<C, double>;

inline constexpr int max_dimensions = 32;

/// The valid floating-point coordinates: multiples of step, up to +-greatest, and infinities. So the squared
/// difference of any two distinct coordinates is a normal number, and the sum of max_dimensions squares is
/// finite: no squared distance underflows or overflows, see Distance. All int32 coordinates are valid.
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

/// True if the coordinate is valid for points.
template <Coordinate C>
bool is_in_range(C coordinate) {
    if constexpr (std::floating_point<C>) {
        using Range = CoordinateRange<C>;
        const C size = std::abs(coordinate);
        // From here on the last bit of a number is worth at least a step.
        constexpr C fine = Range::step / std::numeric_limits<C>::epsilon();
        if (size < fine) {
            const C steps = size / Range::step;
            return steps == static_cast<C>(static_cast<std::int64_t>(steps));
        }
        return size <= Range::greatest || size == std::numeric_limits<C>::infinity();
    }
    return true;
}

/// Nodes and points have 32-bit indices.
inline constexpr std::int64_t max_points = 2'147'483'647;

/// A view of points in the caller's memory, stored one after the other.
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

/// The subrange [first, first + count).
template <Coordinate C>
Points<C> part_of(const Points<C>& points, std::int64_t first, std::int64_t count) {
    const auto dimensions = static_cast<std::size_t>(points.dimensions);
    return {points.coordinates.subspan(static_cast<std::size_t>(first) * dimensions,
                                       static_cast<std::size_t>(count) * dimensions),
            points.dimensions};
}

/// Points that own their coordinates.
template <Coordinate C>
struct PointCloud {
    std::vector<C> coordinates;
    int dimensions = 1;

    Points<C> points() const { return {coordinates, dimensions}; }
};
using AnyPointCloud = std::variant<PointCloud<std::int32_t>, PointCloud<float>, PointCloud<double>>;

/// The types of coordinates, as NumPy calls them.
enum class CoordinateType { int32, float32, float64 };
constexpr auto table_of(CoordinateType) {
    using enum CoordinateType;
    return named<CoordinateType>({{int32, "int32"}, {float32, "float32"}, {float64, "float64"}});
}
using scanline::to_string;

// Argument checks; `what` starts the message: "kdtree build". Rows and columns count from 0.

/// Returns the dimensions. Errors: usage if outside 1 to max_dimensions.
int require_dimensions(int dimensions, const char* what);

/// Checks everything but the coordinates. Errors: those of require_dimensions(); usage if the number of
/// coordinates is not a multiple of the dimensions, or for more than max_points.
template <Coordinate C>
void require_shape(const Points<C>& points, const char* what);

/// Requires that no coordinate is NaN; ignores CoordinateRange. Errors: those of require_shape(); failure for
/// a NaN, with its row and column; Cancelled.
template <Coordinate C>
void require_numbers(const Points<C>& points, const char* what, const CancelHook& cancelled = {});

/// Requires that all coordinates are in CoordinateRange. Errors: those of require_shape(); failure for one
/// outside, with its row and column; Cancelled.
template <Coordinate C>
void require_points(const Points<C>& points, const char* what, const CancelHook& cancelled = {});

/// The first coordinate out of CoordinateRange. Throws Cancelled.
template <Coordinate C>
std::optional<std::size_t> first_out_of_range(std::span<const C> coordinates, CancelPoll& poll);

/// Describes what is wrong with a number that is NaN or out of the range of a type: "is not a number: leave
/// such points out".
template <std::floating_point C, std::floating_point T>
std::string range_text(T number);

/// The error for such a coordinate.
template <std::floating_point C>
Error out_of_range(const char* what, std::size_t row, std::size_t column, C coordinate);

} // namespace scanline::points
