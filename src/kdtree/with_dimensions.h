#pragma once
#include "scanline/kdtree/points.h"

#include <cstddef>
#include <type_traits>

namespace scanline::kdtree {

/// visit(number): the number of dimensions as a std::integral_constant where it is usual, so that loops over
/// coordinates are unrolled; else as an int.
template <class Visit>
void with_dimensions(int dimensions, Visit visit) {
    switch (dimensions) {
    case 2: return visit(std::integral_constant<int, 2>());
    case 3: return visit(std::integral_constant<int, 3>());
    case 4: return visit(std::integral_constant<int, 4>());
    default: return visit(dimensions);
    }
}

/// As many as such a number can be.
template <class Dimensions>
inline constexpr auto most_dimensions = static_cast<std::size_t>(Dimensions::value);
template <>
inline constexpr auto most_dimensions<int> = static_cast<std::size_t>(max_dimensions);

} // namespace scanline::kdtree
