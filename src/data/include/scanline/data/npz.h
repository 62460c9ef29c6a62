#pragma once
#include "scanline/data/npy.h"

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace scanline::data {

/// Arrays by their names, in the order of the file.
using NpzArrays = std::vector<std::pair<std::string, NpyArray>>;

/// An archive of arrays, as numpy.savez and numpy.savez_compressed write them; what else lies in it is
/// ignored. An array is read when it is requested, into memory for its elements and no more: others cost
/// nothing, whatever their size. A pipe is read as a whole first.
///
/// Errors name the path and what is wrong: those of read_file(), no ZIP archive, two arrays of one name; of
/// an array that is requested, one that is missing or damaged, compressed in another way, said to be larger
/// than its compressed bytes can be, and those of read_npy() with its name.
class NpzFile {
public:
    explicit NpzFile(const std::filesystem::path& path);
    ~NpzFile();
    NpzFile(const NpzFile&) = delete;
    NpzFile& operator=(const NpzFile&) = delete;

    /// The names of the arrays, in the order of the file.
    std::vector<std::string> names() const;
    /// The header of an array, without its elements.
    NpyLayout layout(const std::string& name) const;
    NpyArray read(const std::string& name) const;

private:
    class Contents;
    std::unique_ptr<Contents> contents_;
};

/// Reads all arrays of such an archive.
NpzArrays read_npz(const std::filesystem::path& path);

/// Writes an archive as numpy.savez does, not compressed, whole or not at all; the same arrays give the same
/// bytes. Errors: usage for no arrays at all; those of write_file() and of format_npy().
void write_npz(const std::filesystem::path& path, const NpzArrays& arrays);

} // namespace scanline::data
