#include "text_table.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::cli {

std::string TextTable::format(const std::string& indent) const {
    std::vector<std::size_t> widths(rows_.front().size(), 0);
    for (const auto& row : rows_) {
        for (std::size_t column = 0; column < widths.size(); ++column)
            widths[column] = std::max(widths[column], row[column].size());
    }
    std::string text;
    for (const auto& row : rows_) {
        std::string line = indent;
        for (std::size_t column = 0; column < widths.size(); ++column) {
            line += column > 0 ? "  " : "";
            line += column < left_columns_ ? fmt::format("{:<{}}", row[column], widths[column])
                                           : fmt::format("{:>{}}", row[column], widths[column]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

} // namespace scanline::cli
