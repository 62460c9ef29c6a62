#pragma once
#include "scanline/core/random.h"
#include "scanline/data/image.h"
#include "scanline/data/npz.h"

#include <cstring>
#include <string>
#include <utility>
#include <vector>

// Valid files, made in memory and, except for archive members, without the code under test.

namespace scanline::fuzz {

/// The concatenated bytes of numbers.
template <class T>
std::string raw_bytes(const std::vector<T>& numbers) {
    std::string bytes(numbers.size() * sizeof(T), '\0');
    if (!numbers.empty())
        std::memcpy(bytes.data(), numbers.data(), bytes.size());
    return bytes;
}

/// The form of an NPY header.
struct NpyForm {
    bool big_endian = false;
    bool fortran_order = false;
    int version = 1;
};
NpyForm random_npy_form(Random& random);

/// bytes: the elements in that form.
std::string npy_file(data::ElementType type, const std::vector<std::size_t>& shape, std::string bytes,
                     const NpyForm& form = {});

/// A PNG of random pixels: any colour type and depth, interlaced or not, of one or many chunks of pixels.
std::string random_png(Random& random);

/// An 8-bit grey picture.
std::string grey_png(const data::Image& image);
std::string pgm_file(const data::Image& image);

/// Pictures from stb_image_write.
std::string bmp_file(const data::Image& image);
std::string tga_file(const data::Image& image);
std::string jpg_file(const data::Image& image);

/// Files of an archive by name.
using Members = std::vector<std::pair<std::string, std::string>>;
std::string zip_file(const Members& members, bool deflated);
/// The same for arrays.
Members npy_members(const data::NpzArrays& arrays);

/// A table with or without a header, in any notation that reads back as the same numbers.
std::string csv_file(const std::vector<double>& numbers, std::size_t columns, Random& random);

/// Points in space, text or binary, as double or float, with other properties and elements around.
std::string ply_file(const std::vector<double>& xyz, bool as_float, Random& random);
/// True for a binary file from ply_file(), whose truncation is always detected.
bool is_binary_ply(const std::string& ply);

} // namespace scanline::fuzz
