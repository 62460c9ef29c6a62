#pragma once
#include "scanline/core/random.h"
#include "scanline/data/image.h"
#include "scanline/data/npz.h"

#include <cstring>
#include <string>
#include <utility>
#include <vector>

// Valid files, made in memory and, but for archives' members, without the code under test.

namespace scanline::fuzz {

/// The bytes of numbers, one after the other.
template <class T>
std::string raw_bytes(const std::vector<T>& numbers) {
    std::string bytes(numbers.size() * sizeof(T), '\0');
    if (!numbers.empty())
        std::memcpy(bytes.data(), numbers.data(), bytes.size());
    return bytes;
}

/// How an NPY file says what it holds.
struct NpyForm {
    bool big_endian = false;
    bool fortran_order = false;
    int version = 1;
};
NpyForm random_npy_form(Random& random);

/// bytes: the elements as the form has them.
std::string npy_file(data::ElementType type, const std::vector<std::size_t>& shape, std::string bytes,
                     const NpyForm& form = {});

/// A PNG of random pixels: any colour type and depth, interlaced or not, of one or many chunks of pixels.
std::string random_png(Random& random);

/// An 8-bit grey picture.
std::string grey_png(const data::Image& image);
std::string pgm_file(const data::Image& image);

/// Pictures of stb_image_write.
std::string bmp_file(const data::Image& image);
std::string tga_file(const data::Image& image);
std::string jpg_file(const data::Image& image);

/// An archive of files by their names.
using Members = std::vector<std::pair<std::string, std::string>>;
std::string zip_file(const Members& members, bool deflated);
/// The same of arrays.
Members npy_members(const data::NpzArrays& arrays);

/// A table with or without a header, in any of the spellings that are read, which give back the same numbers.
std::string csv_file(const std::vector<double>& numbers, std::size_t columns, Random& random);

/// Points in space, of text or binary, as double or float; with other properties and elements around.
std::string ply_file(const std::vector<double>& xyz, bool as_float, Random& random);
/// Whether it is a binary one of the above, whose end cannot be missing unseen.
bool is_binary_ply(const std::string& ply);

} // namespace scanline::fuzz
