#pragma once
#include "npy_stream.h"
#include "scanline/core/error.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace scanline::data {

/// The number of bytes of an array; none where a machine cannot address as many.
std::optional<std::size_t> byte_count(const std::vector<std::size_t>& shape, std::size_t element_size);

/// As in Python: "(2, 3)", "(5,)", "()".
std::string shape_text(const std::vector<std::size_t>& shape);

/// What stands before the elements of an NPY file.
struct Prologue {
    NpyLayout layout;
    bool swapped = false, fortran_order = false;
    std::size_t size = 0; ///< where the elements begin
};

/// Errors, here and below: failure with the path, as read_npy().
Prologue read_prologue(const std::filesystem::path& path, const Read& read);
/// The same of a file of so many bytes, with which it must agree.
Prologue read_prologue(const std::filesystem::path& path, std::uint64_t size, const Read& read);

/// The bytes of the elements that a prologue announces.
std::size_t announced_bytes(const std::filesystem::path& path, const NpyLayout& layout);
/// For a file that holds other bytes of elements, or `found`.
Error size_error(const std::filesystem::path& path, const NpyLayout& layout, const std::string& found);
/// That a file holds as many bytes of elements.
void require_size(const std::filesystem::path& path, const NpyLayout& layout, std::size_t found);

/// Magic, version, length and dictionary, padded so that the elements begin at a multiple of 64 bytes.
std::string format_prologue(ElementType type, const std::vector<std::size_t>& shape);

} // namespace scanline::data
