#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace scanline::data {

/// A table with a header line; every row has as many fields as the header.
struct CsvTable {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;
};

/// Formats a table as in RFC 4180: LF line ends; fields quoted only if necessary, such as to keep spaces at
/// their ends. Errors: usage for a table without columns or a row with more or fewer fields than the header.
std::string format_csv(const CsvTable& table);

/// A field between these separators, quoted only if necessary.
std::string csv_field(const std::string& field, char separator);

/// Appends one row as format_csv() writes it, for tables too large to hold.
void append_csv_row(std::string& text, const std::vector<std::string>& row);

/// Writes a table atomically.
void write_csv(const std::filesystem::path& path, const CsvTable& table);

} // namespace scanline::data
