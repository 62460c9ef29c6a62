#pragma once
#include "scanline/core/named.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::data {

/// The supported element types of NPY files. Text is `unicode` ("<U5") or `bytes` ("|S5").
enum class ElementType {
    u8,
    i8,
    u16,
    i16,
    u32,
    i32,
    u64,
    i64,
    f32,
    f64,
    boolean,
    f16,
    datetime,
    unicode,
    bytes
};
struct ElementTypeRow {
    ElementType value;
    std::string_view name; ///< NumPy's
    std::string_view code; ///< as in 'descr', after the byte order
    std::size_t size;      ///< in bytes; for text, that of one character
};
constexpr auto table_of(ElementType) {
    using enum ElementType;
    return std::to_array<ElementTypeRow>({
        {u8, "uint8", "u1", 1},
        {i8, "int8", "i1", 1},
        {u16, "uint16", "u2", 2},
        {i16, "int16", "i2", 2},
        {u32, "uint32", "u4", 4},
        {i32, "int32", "i4", 4},
        {u64, "uint64", "u8", 8},
        {i64, "int64", "i8", 8},
        {f32, "float32", "f4", 4},
        {f64, "float64", "f8", 8},
        {boolean, "bool", "b1", 1},
        {f16, "float16", "f2", 2},
        {datetime, "datetime64", "M8", 8},
        {unicode, "str", "U", 4},
        {bytes, "bytes", "S", 1},
    });
}
using scanline::to_string;

/// In bytes; for text, the size of one character.
constexpr std::size_t size_of(ElementType type) {
    return row_of(type).size;
}

/// What a date counts, from the beginning of 1970.
enum class DateUnit { year, month, week, day, hour, minute, second, millisecond, microsecond, nanosecond };

/// The ElementType of a C++ type T. T here and below: std::uint8_t to std::int64_t, float or double.
template <class T>
ElementType element_type_of();

/// The element type and the shape of an array.
struct NpyLayout {
    ElementType type = ElementType::f32;
    std::vector<std::size_t> shape; ///< empty for a scalar
    std::size_t characters = 1;     ///< of each text: 5 for "<U5"; 1 for other types
    DateUnit unit = DateUnit::day;  ///< of dates

    std::size_t element_size() const; ///< in bytes
    std::size_t element_count() const;
    std::size_t byte_count() const;
    bool holds_numbers() const; ///< false for dates and text
    /// As NumPy prints it: "float32", "datetime64[ns]", "<U5".
    std::string type_name() const;

    friend bool operator==(const NpyLayout&, const NpyLayout&) = default;
};

/// An array in NumPy's layout: C order, native (little-endian) bytes.
struct NpyArray : NpyLayout {
    std::vector<std::byte> bytes; ///< byte_count() of them

    /// Converts the elements to T with static_cast; a boolean is 0 or 1. Integers are range-checked: an
    /// element that T cannot hold is an Error that names its value and position (row and column in two
    /// dimensions). A value that float cannot hold becomes an infinity. Dates and text are an Error.
    template <class T>
    std::vector<T> convert() const;

    /// An element as text: a boolean as 0 or 1, a date as ISO 8601 in its unit or "NaT", text as UTF-8
    /// without the zeros at its end. The bytes of "|S5" stay as they are.
    ///
    ///     // of datetime64[m]: 2020-02-29T23:59
    std::string text(std::size_t element) const;

    /// True for equal type, shape and bits.
    friend bool operator==(const NpyArray&, const NpyArray&) = default;
};

/// Reads an NPY file of format version 1.0, 2.0 or 3.0; converts big-endian and Fortran order to native C
/// order. Errors name the path and the problem: not an NPY file, an unknown version, a header that does not
/// parse, an unsupported element type (with its name), more or fewer bytes than the shape says, a shape that
/// overflows.
NpyArray read_npy(const std::filesystem::path& path);
/// The same without a copy. `place` is called once the header is known to match the file size; it returns
/// memory for layout.byte_count() bytes. An exception from it ends the read.
void read_npy(const std::filesystem::path& path,
              const std::function<std::span<std::byte>(const NpyLayout& layout)>& place);

/// Only the element type and the shape. Errors: the same.
NpyLayout read_npy_layout(const std::filesystem::path& path);

/// Where a part of an array goes.
struct NpyPart {
    std::size_t first; ///< along the first axis
    std::span<std::byte> elements;
};
/// Reads only the part that `place` asks for, of a regular file; else the same.
void read_npy_part(const std::filesystem::path& path,
                   const std::function<NpyPart(const NpyLayout& layout)>& place);

/// Writes format version 1.0 (2.0 if the header needs it), C order, atomically.
void write_npy(const std::filesystem::path& path, const NpyArray& array);
/// The same for elements stored elsewhere, without a copy.
template <class T>
void write_npy(const std::filesystem::path& path, std::span<const T> elements,
               const std::vector<std::size_t>& shape);
/// The beginning of such a file, before the elements.
std::string format_npy_start(const NpyLayout& layout);
/// Encodes such a file. Errors: usage if the array has more or fewer bytes than its shape says, naming the
/// given path.
std::vector<std::byte> format_npy(const NpyArray& array, const std::filesystem::path& path);

/// An array of the given shape with a copy of the elements.
template <class T>
NpyArray make_npy(std::span<const T> elements, std::vector<std::size_t> shape);

} // namespace scanline::data
