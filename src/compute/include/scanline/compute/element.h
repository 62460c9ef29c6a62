#pragma once
#include "scanline/core/named.h"
#include "scanline/core/operator.h"

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <type_traits>

namespace scanline::compute {

/// Integer sums wrap around. The order of float additions depends only on the variant and the size, so sums
/// are bitwise reproducible. Minimum and maximum of floats use the total order of IEEE 754 (section 5.10):
/// -NaN < -infinity < ... < -0 < +0 < ... < +infinity < +NaN, and preserve the bits of a NaN. The exceptions
/// are the two NaNs whose payload is all ones: they count as no value.
using scanline::Operator;

/// Two 32-bit words that move together: a key with its value, or any eight bytes.
struct Pair {
    std::uint32_t key = 0;
    std::uint32_t value = 0;
    friend bool operator==(const Pair&, const Pair&) = default;
};
static_assert(sizeof(Pair) == 8); // uvec2 in the shaders

/// The element type of a device array.
enum class ElementType {
    uint32,
    int32,
    float32,
    uint64, ///< arithmetic needs ARB_gpu_shader_int64; moving does not
    pair,
};
constexpr auto table_of(ElementType) {
    using enum ElementType;
    return named<ElementType>(
        {{uint32, "uint32"}, {int32, "int32"}, {float32, "float32"}, {uint64, "uint64"}, {pair, "pair"}});
}
using scanline::to_string;

/// The types that every driver adds, compares and sorts.
inline constexpr std::array number_types{ElementType::uint32, ElementType::int32, ElementType::float32};

constexpr bool is_number(ElementType type) {
    return std::ranges::find(number_types, type) != number_types.end();
}

/// "uint32", "int32", "float32", "uint64", "pair"
constexpr std::int64_t element_bytes(ElementType type) {
    switch (type) {
    case ElementType::uint32:
    case ElementType::int32:
    case ElementType::float32: return 4;
    case ElementType::uint64:
    case ElementType::pair: return 8;
    }
    return 0;
}

namespace detail {
template <class T>
struct ElementTypeOf;
template <>
struct ElementTypeOf<std::uint32_t> : std::integral_constant<ElementType, ElementType::uint32> {};
template <>
struct ElementTypeOf<std::int32_t> : std::integral_constant<ElementType, ElementType::int32> {};
template <>
struct ElementTypeOf<float> : std::integral_constant<ElementType, ElementType::float32> {};
template <>
struct ElementTypeOf<std::uint64_t> : std::integral_constant<ElementType, ElementType::uint64> {};
template <>
struct ElementTypeOf<Pair> : std::integral_constant<ElementType, ElementType::pair> {};
} // namespace detail

template <class T>
inline constexpr ElementType element_type_of = detail::ElementTypeOf<std::remove_const_t<T>>::value;

/// A type that device arrays can hold.
template <class T>
concept Element = requires {
    element_type_of<T>;
};

/// A type that every driver adds, compares and sorts, one of number_types.
template <class T>
concept Number = Element<T> && is_number(element_type_of<T>);

/// A type that can be added and compared: Number, and uint64 if the driver supports it.
template <class T>
concept Addable = Element<T> && element_type_of<T>
!= ElementType::pair;

/// Maps elements to unsigned integers in the same order: the twin of shaders/compute/ordered.glsl.
constexpr std::uint32_t ordered_key(std::uint32_t element) {
    return element;
}
constexpr std::uint32_t ordered_key(std::int32_t element) {
    return std::bit_cast<std::uint32_t>(element) ^ 0x8000'0000u;
}
constexpr std::uint32_t ordered_key(float element) {
    const auto bits = std::bit_cast<std::uint32_t>(element);
    return (bits & 0x8000'0000u) != 0 ? ~bits : bits | 0x8000'0000u;
}

/// True if a comes before b in this room's order: integers by value, floats by the total order of IEEE 754
/// (section 5.10).
template <class T>
bool comes_before(const T& a, const T& b) {
    return std::is_lt(std::strong_order(a, b));
}

} // namespace scanline::compute
