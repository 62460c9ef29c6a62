#include "scanline/data/csv.h"

#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/atomic_file.h"
#include "scanline/data/read_file.h"

#include <algorithm>
#include <charconv>
#include <csv.h>
#include <exception>
#include <fmt/format.h>
#include <new>
#include <string_view>
#include <utility>

namespace scanline::data {
namespace {

/// Feeds libcsv line by line, so that an error can tell the line.
class CsvReader {
public:
    explicit CsvReader(const std::filesystem::path& path) : path_(path) {
        if (csv_init(&parser_, CSV_STRICT | CSV_STRICT_FINI) != 0)
            throw std::bad_alloc();
        // Spaces are part of a field (RFC 4180, section 2, rule 4); libcsv would strip them.
        csv_set_space_func(&parser_, [](unsigned char) { return 0; });
    }
    ~CsvReader() { csv_free(&parser_); }
    CsvReader(const CsvReader&) = delete;
    CsvReader& operator=(const CsvReader&) = delete;

    CsvTable read(std::string_view text) {
        constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
        if (text.starts_with(byte_order_mark))
            text.remove_prefix(byte_order_mark.size());
        while (!text.empty()) {
            const std::string_view line = text.substr(0, text.find('\n') + 1);
            take_line(line.empty() ? text : line);
            text.remove_prefix(line.empty() ? text.size() : line.size());
        }
        if (csv_fini(&parser_, on_field, on_row, this) != 0)
            throw line_error(row_line_, "a quote is opened and not closed; close it");
        rethrow_failure();
        if (table_.header.empty())
            throw read_error(path_, "the file is empty; a table begins with a line of column names");
        return std::move(table_);
    }

private:
    void take_line(std::string_view line) {
        ++line_;
        const bool between_rows = row_line_ == line_;
        if (csv_parse(&parser_, line.data(), line.size(), on_field, on_row, this) != line.size()) {
            if (csv_error(&parser_) != CSV_EPARSE)
                throw std::bad_alloc();
            throw line_error(line_,
                             "a quote stands inside a field; put the field in quotes and double the quote");
        }
        rethrow_failure();
        if (between_rows && (line == "\n" || line == "\r\n"))
            row_line_ = line_ + 1;
    }

    // An exception must not pass through the C code that calls these two.
    static void on_field(void* text, std::size_t size, void* reader) {
        CsvReader& self = *static_cast<CsvReader*>(reader);
        self.guarded([&] { self.fields_.emplace_back(static_cast<const char*>(text), size); });
    }
    static void on_row(int /*terminator*/, void* reader) {
        CsvReader& self = *static_cast<CsvReader*>(reader);
        self.guarded([&] { self.end_row(); });
    }
    template <class Action>
    void guarded(Action action) {
        if (failure_)
            return;
        try {
            action();
        } catch (...) {
            failure_ = std::current_exception();
        }
    }
    void rethrow_failure() const {
        if (failure_)
            std::rethrow_exception(failure_);
    }

    void end_row() {
        std::vector<std::string> row = std::exchange(fields_, {});
        if (table_.header.empty())
            table_.header = std::move(row);
        else if (row.size() == table_.header.size())
            table_.rows.push_back(std::move(row));
        else
            throw line_error(row_line_,
                             fmt::format("the row has {} fields where the header has {}; give it as many",
                                         row.size(), table_.header.size()));
        row_line_ = line_ + 1;
    }

    Error line_error(std::size_t line, std::string_view what) const {
        return read_error(path_, fmt::format("line {}: {}", line, what));
    }

    const std::filesystem::path& path_;
    csv_parser parser_{};
    CsvTable table_;
    std::vector<std::string> fields_;
    std::size_t line_ = 0;     ///< the line that is being taken, from 1
    std::size_t row_line_ = 1; ///< the line on which the row begins: a quoted field may go over several
    std::exception_ptr failure_;
};

void append_field(std::string& text, const std::string& field, bool alone) {
    // A line without anything is no row.
    if (field.find_first_of(",\"\r\n") == std::string::npos && !(alone && field.empty())) {
        text += field;
        return;
    }
    const std::size_t begin = text.size();
    const std::size_t size = csv_write(nullptr, 0, field.data(), field.size());
    text.resize(begin + size);
    csv_write(text.data() + begin, size, field.data(), field.size());
}

void append_row(std::string& text, const std::vector<std::string>& row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (i > 0)
            text += ',';
        append_field(text, row[i], row.size() == 1);
    }
    text += '\n';
}

} // namespace

std::size_t CsvTable::column(const std::string& name) const {
    const auto found = std::ranges::find(header, name);
    if (found == header.end())
        throw Error(
            fmt::format("there is no column '{}'; the columns are {}", printable(name),
                        names_of(header, [](const std::string& column) { return printable(column); })));
    return static_cast<std::size_t>(found - header.begin());
}

std::vector<double> CsvTable::numbers(const std::string& name) const {
    const std::size_t index = column(name);
    std::vector<double> values;
    values.reserve(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const std::string& field = rows[row].at(index);
        const char* const end = field.data() + field.size();
        double value = 0;
        const auto [stop, error] = std::from_chars(field.data(), end, value);
        if (error != std::errc{} || stop != end)
            throw Error(fmt::format(
                "row {} of column '{}' is '{}', which is not a number of double precision; correct it",
                row + 1, printable(name), printable(field)));
        values.push_back(value);
    }
    return values;
}

CsvTable read_csv(const std::filesystem::path& path) {
    const std::vector<std::byte> bytes = read_file(path);
    return CsvReader(path).read({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::string format_csv(const CsvTable& table) {
    if (table.header.empty())
        throw usage_error("a table without columns cannot be written; give it at least one");
    std::string text;
    append_row(text, table.header);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (table.rows[row].size() != table.header.size())
            throw usage_error(
                fmt::format("row {} of the table has {} fields where the header has {}; give it as many",
                            row + 1, table.rows[row].size(), table.header.size()));
        append_row(text, table.rows[row]);
    }
    return text;
}

void write_csv(const std::filesystem::path& path, const CsvTable& table) {
    write_file(path, format_csv(table));
}

} // namespace scanline::data
