#pragma once
#include <string>
#include <vector>

namespace scanline::cli {

/// Columns of text for a terminal: the first ones to the left, the others to the right, two spaces between,
/// no trailing ones.
///
///     TextTable table({"name", "ms"}, 1);
///     table.add({"horn", "3.10"});
///     table.format("  ") == "  name    ms\n  horn  3.10\n"
class TextTable {
public:
    TextTable(std::vector<std::string> header, std::size_t left_columns)
        : rows_{std::move(header)}, left_columns_(left_columns) {}

    /// As many fields as the header.
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

    std::string format(const std::string& indent = "") const;

private:
    std::vector<std::vector<std::string>> rows_;
    std::size_t left_columns_;
};

} // namespace scanline::cli
