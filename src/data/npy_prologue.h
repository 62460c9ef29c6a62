#pragma once
#include "scanline/core/error.h"
#include "scanline/data/npy.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scanline::data {

/// Fills the bytes up to the end of a file; returns the number filled.
using Read = std::function<std::size_t(std::span<std::byte>)>;

/// Reads `most` bytes, or fewer if the file ends first. Memory grows with the data, because a damaged file
/// may declare any size.
std::vector<std::byte> read_up_to(const Read& read, std::size_t most);

/// Reads the header of an NPY file of `size` bytes, and checks that both agree. The path is for messages,
/// here and below.
NpyLayout read_npy_layout(const std::filesystem::path& path, std::uint64_t size, const Read& read);

/// Reads such a file. Allocates memory for the elements only after that check.
NpyArray read_npy(const std::filesystem::path& path, std::uint64_t size, const Read& read);

/// Number of bytes in an array; none if it exceeds the address space.
std::optional<std::size_t> byte_count(const std::vector<std::size_t>& shape, std::size_t element_size);

/// As in Python: "(2, 3)", "(5,)", "()".
std::string shape_text(const std::vector<std::size_t>& shape);

/// The header of an NPY file.
struct Prologue {
    NpyLayout layout;
    bool swapped = false, fortran_order = false;
    std::size_t size = 0; ///< offset of the elements
};

/// Errors, here and below: failure with the path, like read_npy().
Prologue read_prologue(const std::filesystem::path& path, const Read& read);
/// The same for a file of `size` bytes; checks that both agree.
Prologue read_prologue(const std::filesystem::path& path, std::uint64_t size, const Read& read);

/// Number of element bytes that the header declares.
std::size_t announced_bytes(const std::filesystem::path& path, const NpyLayout& layout);
/// The error for a file that holds a different number of element bytes, or `found`.
Error size_error(const std::filesystem::path& path, const NpyLayout& layout, const std::string& found);
/// Requires the number of element bytes that the header declares.
void require_size(const std::filesystem::path& path, const NpyLayout& layout, std::size_t found);

/// Converts elements of a file to native bytes and C order.
void make_native(std::span<std::byte> bytes, const Prologue& prologue);

/// Copies the part of an array that has been read as a whole.
void copy_rows(const NpyArray& whole, const NpyPart& part);

/// Errors: usage if an array has more or fewer bytes than its shape says, naming the path to write.
void require_whole(const std::filesystem::path& path, const NpyLayout& layout, std::size_t bytes);

/// Magic, version, length and dictionary, padded so that the elements begin at a multiple of 64 bytes.
std::string format_prologue(const NpyLayout& layout);

} // namespace scanline::data
