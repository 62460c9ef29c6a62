#pragma once
#include "scanline/data/npy.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanline::data {

/// Arrays with their names, in file order.
using NpzArrays = std::vector<std::pair<std::string, NpyArray>>;

/// An archive of arrays, as written by numpy.savez and numpy.savez_compressed; ignores other entries. Reads
/// an array only on request, into memory for just its elements, so the others cost nothing, whatever their
/// size. Reads a pipe as a whole first.
///
/// Errors name the path and the problem: those of read_file(), not a ZIP archive, two arrays of one name. For
/// a requested array: missing, damaged, an unsupported compression method, a declared size larger than its
/// compressed bytes can hold, and those of read_npy() with its name.
class NpzFile {
public:
    /// remedy: what to do if it is no archive.
    explicit NpzFile(const std::filesystem::path& path, std::string_view remedy = "save it with numpy.savez");
    /// The same for the bytes of an archive; the path is for messages.
    NpzFile(const std::filesystem::path& path, std::vector<std::byte> bytes);
    ~NpzFile();
    NpzFile(const NpzFile&) = delete;
    NpzFile& operator=(const NpzFile&) = delete;

    /// Names of the arrays, in file order.
    std::vector<std::string> names() const;
    /// The header of an array, without its elements.
    NpyLayout layout(const std::string& name) const;
    NpyArray read(const std::string& name) const;
    /// The same without a copy; see read_npy(). Threads share large arrays that are not compressed.
    void read(const std::string& name,
              const std::function<std::span<std::byte>(const NpyLayout& layout)>& place) const;
    /// Reads a part, see read_npy_part(); of small or compressed arrays, and in Fortran order, all elements.
    /// Parts that have all rows together are damaged if the exclusive or of what they all return is not 0.
    std::uint32_t read_part(const std::string& name,
                            const std::function<NpyPart(const NpyLayout& layout)>& place) const;

private:
    class Contents;
    std::unique_ptr<Contents> contents_;
};

/// Reads all arrays of an archive.
NpzArrays read_npz(const NpzFile& file);
NpzArrays read_npz(const std::filesystem::path& path);

/// An array in the caller's memory, to be written.
struct NpzPart {
    std::string name;
    NpyLayout layout;
    std::span<const std::byte> bytes; ///< of its elements
};
/// shape: without one, a list.
template <class T>
NpzPart npz_part(std::string name, const std::vector<T>& elements, std::vector<std::size_t> shape) {
    return {std::move(name), {element_type_of<T>(), std::move(shape)}, std::as_bytes(std::span(elements))};
}

template <class T>
NpzPart npz_part(std::string name, const std::vector<T>& elements) {
    return npz_part(std::move(name), elements, {elements.size()});
}

/// The CRC-32 of ZIP, by threads if there are many bytes.
std::uint32_t checksum_of(std::span<const std::byte> bytes);
/// Combines the checksums of two blocks of bytes into that of both, one after the other. second_size: bytes
/// of the second block.
std::uint32_t combine_checksums(std::uint32_t first, std::uint32_t second, std::uint64_t second_size);

/// An array to be written, without its elements.
struct NpzArray {
    std::string name;
    NpyLayout layout;
    std::uint32_t sum; ///< of its elements, see checksum_of()
};

/// An archive like that of write_npz(), for several processes to write, see PartedFile.
struct NpzPlan {
    struct Header {
        std::uint64_t at;
        std::string text;
    };
    std::uint64_t size = 0;
    /// What precedes the elements of each array, which follow, and what ends the file.
    std::vector<Header> headers{};

    std::uint64_t elements_at(std::size_t array) const {
        return headers[array].at + headers[array].text.size();
    }
};
/// Errors: usage for no arrays, naming the path.
NpzPlan plan_npz(const std::filesystem::path& path, std::span<const NpzArray> arrays);

/// Writes an archive like numpy.savez, uncompressed, atomically; the same arrays give the same bytes. Errors:
/// usage for no arrays; those of write_file() and of format_npy().
void write_npz(const std::filesystem::path& path, const NpzArrays& arrays);
/// The same without a copy; threads share the checksums.
void write_npz(const std::filesystem::path& path, std::span<const NpzPart> arrays);

} // namespace scanline::data
