#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace scanline::data {

/// A table of numbers, in row-major order.
struct NumberTable {
    std::vector<std::string> names; ///< one per column; empty if the file has none
    std::size_t columns = 0;
    std::vector<double> numbers; ///< row 0, then row 1 ...

    std::size_t rows() const { return columns == 0 ? 0 : numbers.size() / columns; }
};

/// Reads a text file of numbers in columns (CSV). The separator is a comma, semicolon, tab or pipe, whichever
/// the first line uses, or as a line `sep=;` says. Numbers may have surrounding spaces, a plus, an exponent,
/// and quotes as in RFC 4180; inf and nan are numbers. A first line without any number is a header of names.
/// Ignores blank lines and a byte order mark; lines end with LF, CR LF or CR.
///
/// Errors name path, line (from 1), column (from 0, with its name) and the remedy: an empty file; a first
/// line with two separators, with numbers beside names, with an empty name, or with text that starts like a
/// number but is not one; a line with more or fewer fields than the first; a field that is empty, not a
/// number, or beyond double precision; a decimal comma; an unterminated quote; and those of read_file().
///
///     "x;y\n 1;+2.5\n-3;4e2\n": names x and y, 2 columns, numbers 1 2.5 -3 400
NumberTable read_number_table(const std::filesystem::path& path);

} // namespace scanline::data
