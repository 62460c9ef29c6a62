#include "scanline/data/csv.h"

#include "scanline/core/error.h"
#include "scanline/data/file.h"

#include <csv.h>
#include <fmt/format.h>

namespace scanline::data {
namespace {

void append_field(std::string& text, const std::string& field, bool alone, char separator = ',') {
    // A blank line is not a row.
    if (field.find_first_of({separator, '"', '\r', '\n'}) == std::string::npos && !(alone && field.empty())) {
        text += field;
        return;
    }
    const std::size_t begin = text.size();
    const std::size_t size = csv_write(nullptr, 0, field.data(), field.size());
    text.resize(begin + size);
    csv_write(text.data() + begin, size, field.data(), field.size());
}

} // namespace

std::string csv_field(const std::string& field, char separator) {
    std::string text;
    append_field(text, field, false, separator);
    return text;
}

void append_csv_row(std::string& text, const std::vector<std::string>& row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (i > 0)
            text += ',';
        append_field(text, row[i], row.size() == 1);
    }
    text += '\n';
}

std::string format_csv(const CsvTable& table) {
    if (table.header.empty())
        throw usage_error("a table without columns cannot be written; give it at least one");
    std::string text;
    append_csv_row(text, table.header);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (table.rows[row].size() != table.header.size())
            throw usage_error(
                fmt::format("row {} of the table has {} fields where the header has {}; give it as many",
                            row + 1, table.rows[row].size(), table.header.size()));
        append_csv_row(text, table.rows[row]);
    }
    return text;
}

void write_csv(const std::filesystem::path& path, const CsvTable& table) {
    write_file(path, format_csv(table));
}

} // namespace scanline::data
