#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::data {

/// The supported element types of NPY files.
enum class ElementType { u8, i8, u16, i16, u32, i32, u64, i64, f32, f64 };

/// NumPy's name: "uint8", "float32" ...
std::string_view to_string(ElementType type);
std::size_t size_of(ElementType type);

/// The ElementType of a C++ type T. T here and below: std::uint8_t to std::int64_t, float or double.
template <class T>
ElementType element_type_of();

/// An array in NumPy's layout: C order, native (little-endian) bytes.
struct NpyArray {
    ElementType type = ElementType::f32;
    std::vector<std::size_t> shape; ///< empty for a scalar
    std::vector<std::byte> bytes;   ///< product of shape times size_of(type)

    std::size_t element_count() const;

    /// Converts the elements to T with static_cast. Integers are range-checked: an element that T cannot hold
    /// is an Error that names its value and position (row and column in two dimensions). A value that float
    /// cannot hold becomes an infinity.
    template <class T>
    std::vector<T> convert() const;

    /// True for equal type, shape and bits.
    friend bool operator==(const NpyArray&, const NpyArray&) = default;
};

/// The element type and the shape of an array.
struct NpyLayout {
    ElementType type = ElementType::f32;
    std::vector<std::size_t> shape; ///< empty for a scalar

    std::size_t byte_count() const;
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

/// Writes format version 1.0 (2.0 if the header needs it), C order, atomically.
void write_npy(const std::filesystem::path& path, const NpyArray& array);
/// The same for elements stored elsewhere, without a copy.
template <class T>
void write_npy(const std::filesystem::path& path, std::span<const T> elements,
               const std::vector<std::size_t>& shape);
/// Encodes such a file. Errors: usage if the array has more or fewer bytes than its shape says, naming the
/// given path.
std::vector<std::byte> format_npy(const NpyArray& array, const std::filesystem::path& path);

/// An array of the given shape with a copy of the elements.
template <class T>
NpyArray make_npy(std::span<const T> elements, std::vector<std::size_t> shape);

} // namespace scanline::data
