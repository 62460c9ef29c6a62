#pragma once
#include "scanline/data/npy.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace scanline::data {

/// How NumPy writes a type.
struct ElementInfo {
    ElementType type;
    std::string_view name;
    std::string_view code; ///< as in a header's 'descr', after the byte order
    std::size_t size;
};

inline constexpr std::array npy_elements{
    ElementInfo{ElementType::u8, "uint8", "u1", 1},    ElementInfo{ElementType::i8, "int8", "i1", 1},
    ElementInfo{ElementType::u16, "uint16", "u2", 2},  ElementInfo{ElementType::i16, "int16", "i2", 2},
    ElementInfo{ElementType::u32, "uint32", "u4", 4},  ElementInfo{ElementType::i32, "int32", "i4", 4},
    ElementInfo{ElementType::u64, "uint64", "u8", 8},  ElementInfo{ElementType::i64, "int64", "i8", 8},
    ElementInfo{ElementType::f32, "float32", "f4", 4}, ElementInfo{ElementType::f64, "float64", "f8", 8},
};

inline const ElementInfo& info(ElementType type) {
    return *std::ranges::find(npy_elements, type, &ElementInfo::type);
}

} // namespace scanline::data
