#pragma once
#include "scanline/core/error.h"
#include "scanline/data/npy.h"

#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace scanline::data {

/// The element type of a 'descr' without its byte order, "u4" or "M8[ns]", with no shape; none if it is not
/// supported.
std::optional<NpyLayout> layout_of_code(std::string_view code);
/// 'descr' of native elements: "<u4", "<M8[ns]", "|S5".
std::string descr_of(const NpyLayout& layout);

/// Elements that C++ has no type for.
struct Boolean {
    std::uint8_t byte;
    std::uint8_t value() const { return byte != 0; }
};
struct Half {
    std::uint16_t bits;
    float value() const;
};

/// Calls the action with a value of the corresponding C++ type. Error: dates and text.
template <class Action>
decltype(auto) with_number_type(const NpyLayout& layout, Action action) {
    switch (layout.type) {
    case ElementType::u8: return action(std::uint8_t{});
    case ElementType::i8: return action(std::int8_t{});
    case ElementType::u16: return action(std::uint16_t{});
    case ElementType::i16: return action(std::int16_t{});
    case ElementType::u32: return action(std::uint32_t{});
    case ElementType::i32: return action(std::int32_t{});
    case ElementType::u64: return action(std::uint64_t{});
    case ElementType::i64: return action(std::int64_t{});
    case ElementType::f32: return action(float{});
    case ElementType::f64: return action(double{});
    case ElementType::boolean: return action(Boolean{});
    case ElementType::f16: return action(Half{});
    case ElementType::datetime:
    case ElementType::unicode:
    case ElementType::bytes: break;
    }
    throw Error(fmt::format("its elements are {}, which are no numbers; turn them into numbers with numpy's "
                            "astype",
                            layout.type_name()));
}

/// A number at any address: elements in bytes need not be aligned.
template <class Stored>
auto number_at(std::span<const std::byte> bytes, std::size_t element) {
    Stored stored;
    std::memcpy(&stored, bytes.data() + element * sizeof stored, sizeof stored);
    if constexpr (std::is_arithmetic_v<Stored>)
        return stored;
    else
        return stored.value();
}

} // namespace scanline::data
