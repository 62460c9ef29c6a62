#pragma once
#include "scanline/compute/element.h"

#include <string_view>
#include <type_traits>

namespace scanline::catalog {

/// What the predicate of a random compaction asks of an element: the GLSL for the GPU, and the same for the
/// CPU.
constexpr std::string_view predicate_of(compute::ElementType type) {
    using compute::ElementType;
    switch (type) {
    case ElementType::uint32: return "(x & 1u) == 0u";
    case ElementType::int32: return "(x & 1) == 0";
    case ElementType::float32: return "x >= 0.0";
    case ElementType::uint64:
    case ElementType::pair: return "(x[0] & 1u) == 0u";
    }
    return {};
}
template <class T>
bool selects(const T& x) {
    if constexpr (std::is_same_v<T, compute::Pair>)
        return (x.key & 1) == 0;
    else if constexpr (std::is_same_v<T, float>)
        return x >= 0;
    else
        return (x & 1) == 0;
}

} // namespace scanline::catalog
