#pragma once
#include "scanline/data/image.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace scanline::test {

/// Every grey value at random: about half of the pixels are valid at the usual threshold.
data::Image noise(int width, int height, std::uint64_t seed);

/// Writes a binary PGM without the code under test.
std::filesystem::path put_pgm(const std::filesystem::path& path, const data::Image& image);

/// The positions of the valid pixels, by std::copy_if.
std::vector<int> survivors(const data::Image& image, double threshold = 128, bool negate = false);

/// The numbers that `compact --emit` writes for these positions: the positions, the pixels there, or x and y
/// in turn.
std::vector<int> emitted(const std::string& emit, const data::Image& image,
                         const std::vector<int>& positions);

/// The numbers that `compact` wrote to a .npy or .csv file, row by row; type, shape and header are checked.
std::vector<int> read_emitted(const std::string& emit, const std::filesystem::path& path);

/// The elements in ascending order, to compare unstable results.
std::vector<int> sorted_elements(const std::string& emit, std::vector<int> numbers);

} // namespace scanline::test
