#include "scanline/data/csv.h"
#include "delimited_text.h"
#include "encodings.h"
#include "scanline/core/error.h"
#include "scanline/data/file.h"
#include "scanline/data/table.h"

#include <algorithm>
#include <csv.h>
#include <fmt/format.h>
#include <memory>
#include <zlib.h>

namespace scanline::data {

namespace {

void append_field(std::string& text, const std::string& field, bool alone, char separator = ',') {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
    const bool has_outer_blank =
        !field.empty() && (is_blank(field.front()) || is_blank(field.back())); // readers trim it
    const bool is_row = !(alone && field.empty());                             // a blank line is none
    if (is_row && !has_outer_blank &&
        field.find_first_of({separator, '"', '\r', '\n'}) == std::string::npos) {
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

namespace {

constexpr std::size_t start_bytes = 1 << 16;

class FirstRow : private DelimitedText {
public:
    FirstRow(const std::filesystem::path& path, std::string_view text)
        : DelimitedText(path, text, kind_of(table_ending_of(path))) {}

    FirstColumns columns() {
        find_first_line();
        // Names, or numbers like those of the next line.
        const std::vector<std::string> first = read_fields();
        FirstColumns columns{first.size()};
        if (std::ranges::none_of(first, [](const std::string& field) { return is_number(field); }))
            columns.names = first;
        pass_line_end();
        pass_blank_lines();
        columns.has_text = !at_end() && std::ranges::any_of(read_fields(), [](const std::string& field) {
            return !field.empty() && !is_number(field);
        });
        return columns;
    }
};

/// The first bytes of a file, decompressed if it is gzip; empty if it cannot be read.
std::vector<std::byte> start_of(const std::filesystem::path& path) {
    const std::unique_ptr<gzFile_s, decltype(&gzclose)> file(gzopen(path.c_str(), "rb"), gzclose);
    std::vector<std::byte> start(start_bytes);
    start.resize(
        static_cast<std::size_t>(file ? std::max(0, gzread(file.get(), start.data(), start_bytes)) : 0));
    return start;
}

FirstColumns columns_of(const NpyLayout& array) {
    return {array.shape.size() == 2 ? static_cast<std::size_t>(array.shape[1]) : 1, !array.holds_numbers()};
}

} // namespace

FirstColumns first_columns(const std::filesystem::path& path) {
    try {
        std::vector<std::byte> start = start_of(path);
        const Content content = content_of(start);
        if (content == Content::zip) {
            const NpzFile arrays(path);
            FirstColumns all;
            for (const std::string& name : arrays.names()) {
                const FirstColumns columns = columns_of(arrays.layout(name));
                all.count += columns.count;
                all.has_text = all.has_text || columns.has_text;
                all.names.push_back(name);
            }
            return all;
        }
        if (content == Content::npy)
            return columns_of(read_npy_layout(path));
        start = as_utf8(path, std::move(start));
        return FirstRow(path, {reinterpret_cast<const char*>(start.data()), start.size()}).columns();
    } catch (const Error&) {
        return {};
    }
}

} // namespace scanline::data
