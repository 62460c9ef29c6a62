#pragma once
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace scanline::test {

/// A program's CSV output, with a header line.
struct CsvFile {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;

    std::size_t column(const std::string& name) const {
        const auto found = std::ranges::find(header, name);
        if (found == header.end())
            throw std::runtime_error("no column is called " + name);
        return static_cast<std::size_t>(found - header.begin());
    }
    std::vector<double> numbers(const std::string& name) const {
        std::vector<double> values;
        for (const std::vector<std::string>& row : rows)
            values.push_back(std::stod(row.at(column(name))));
        return values;
    }
};

/// Reads an RFC 4180 file with LF line ends; throws if a row has more or fewer fields than the header.
inline CsvFile read_csv(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw std::runtime_error("cannot open " + path.string());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> row(1);
    bool quoted = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (quoted && c == '"' && text.substr(at + 1, 1) == "\"")
            row.back() += text[++at];
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && c == ',')
            row.emplace_back();
        else if (!quoted && c == '\n')
            rows.push_back(std::exchange(row, {""}));
        else
            row.back() += c;
    }
    if (quoted || rows.empty() || !row.back().empty())
        throw std::runtime_error(path.string() + " is no whole CSV file");
    CsvFile table{rows.front(), {rows.begin() + 1, rows.end()}};
    for (const std::vector<std::string>& one : table.rows) {
        if (one.size() != table.header.size())
            throw std::runtime_error(path.string() + " has a row of another length than its header");
    }
    return table;
}

} // namespace scanline::test
