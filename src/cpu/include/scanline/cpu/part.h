#pragma once
#include <cstddef>

namespace scanline::cpu {

/// Where a part begins of elements that are shared evenly; part number `parts` is the end.
///
///     part_begin(10, 1, 3) == 3; part_begin(10, 3, 3) == 10
constexpr std::size_t part_begin(std::size_t size, std::size_t part, std::size_t parts) {
    return size / parts * part + size % parts * part / parts;
}

} // namespace scanline::cpu
