#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace scanline::data {

/// A table of numbers, row by row.
struct NumberTable {
    std::vector<std::string> names; ///< of the columns; empty where the file has none
    std::size_t columns = 0;
    std::vector<double> numbers; ///< those of row 0, then those of row 1 ...

    std::size_t rows() const { return columns == 0 ? 0 : numbers.size() / columns; }
};

/// Reads a text file of numbers in columns (CSV). Commas, semicolons or tabs separate the columns, whichever
/// the first line has. Numbers may have spaces around them, a plus, an exponent, and quotes as in RFC 4180;
/// inf and nan are numbers. A first line without any number is a header of names. Blank lines and a byte
/// order mark are ignored; lines end with LF, CR LF or CR.
///
/// Errors name path, line (from 1) and column (from 0, with its name), and the remedy: an empty file; a first
/// line with two separators, with numbers beside names, with an empty name, or with what begins like a number
/// and is none; a line of more or fewer fields than the first; a field that is empty, that is no number, or
/// that double precision cannot hold; a decimal comma, a quote without an end; and those of read_file().
///
///     "x;y\n 1;+2.5\n-3;4e2\n": names x and y, 2 columns, numbers 1 2.5 -3 400
NumberTable read_number_table(const std::filesystem::path& path);

} // namespace scanline::data
