#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace scanline::data {

/// A table with a header line; every row has as many fields as the header.
struct CsvTable {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;

    /// The index of a column; an Error that lists the columns where there is none of that name.
    std::size_t column(const std::string& name) const;
    /// A column as numbers; an Error that names row and field where one is not a number.
    std::vector<double> numbers(const std::string& name) const;
};

/// Reads comma-separated values as in RFC 4180 (quotes, doubled quotes, CR LF or LF). Errors name path and
/// line: a row with more or fewer fields than the header, a quote that is not closed or stands inside a
/// field, an empty file. Spaces belong to their field; blank lines and a byte order mark are passed over.
CsvTable read_csv(const std::filesystem::path& path);

/// The table as text, quoted where needed, LF line ends.
std::string format_csv(const CsvTable& table);

/// Writes a table, whole or not at all.
void write_csv(const std::filesystem::path& path, const CsvTable& table);

} // namespace scanline::data
