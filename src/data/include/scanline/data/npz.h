#pragma once
#include "scanline/data/npy.h"

#include <filesystem>
#include <memory>
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

private:
    class Contents;
    std::unique_ptr<Contents> contents_;
};

/// Reads all arrays of an archive.
NpzArrays read_npz(const NpzFile& file);
NpzArrays read_npz(const std::filesystem::path& path);

/// Writes an archive like numpy.savez, uncompressed, atomically; the same arrays give the same bytes. Errors:
/// usage for no arrays; those of write_file() and of format_npy().
void write_npz(const std::filesystem::path& path, const NpzArrays& arrays);

} // namespace scanline::data
