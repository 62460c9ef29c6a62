#pragma once
#include "scanline/core/error.h"
#include "scanline/data/npz.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace scanline::data {

/// A number of an array, in a type that holds it exactly.
using ArrayNumber = std::variant<std::int64_t, std::uint64_t, float, double>;

/// A table whose cells are parsed on demand, and whose rows can be written back unchanged. Rows and columns
/// count from 0. Several threads may read it at once.
class Table {
public:
    virtual ~Table() = default;
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    const std::filesystem::path& path() const { return path_; }
    const std::vector<std::string>& names() const { return names_; } ///< one per column; empty if it has none
    std::size_t columns() const { return columns_; }
    std::size_t rows() const { return rows_; }
    /// Of a part of a file's rows, see read_table_part(): the number of its first row in the file, and how
    /// many the file has. Rows of the part count from 0; messages number those of the file.
    std::size_t first_row() const { return first_row_; }
    std::size_t all_rows() const { return all_rows_.value_or(rows_); }

    /// Finds a column by name, else by number. Errors: usage if there is none, or if several have that name;
    /// `option` starts the message.
    std::size_t column(std::string_view option, std::string_view name) const;
    /// "price", or "column 2" if it has no name.
    std::string title(std::size_t column) const;
    /// "cannot read PATH: row 3 (line 5), column 1 (price) WHAT"
    virtual Error cell_error(std::size_t row, std::size_t column, std::string_view what) const;

    /// The element of an array of numbers, bools as 0 and 1; none for text and dates.
    virtual std::optional<ArrayNumber> element(std::size_t row, std::size_t column) const = 0;
    /// Without surrounding spaces and quotes.
    virtual std::string text(std::size_t row, std::size_t column) const = 0;
    /// The same without a copy if possible: in the table or in the buffer.
    virtual std::string_view text_view(std::size_t row, std::size_t column, std::string& buffer) const {
        return buffer = text(row, column);
    }

    /// True if the cells are text, as in CSV; false if they are elements of arrays.
    virtual bool is_text() const { return false; }
    /// The array whose elements are the cells, row by row; null if there is none.
    virtual const NpyArray* whole_array() const { return nullptr; }

    /// What is written of a table.
    struct Selection {
        std::span<const std::uint32_t> rows;                    ///< in this order
        std::optional<std::span<const std::uint32_t>> layers{}; ///< of each row, for a last column `layer`
        std::optional<std::span<const std::size_t>> columns{};  ///< in this order; none: all
    };
    /// As CSV: whole rows of a CSV file byte for byte, else their cells. Errors: usage for layers beside a
    /// column of that name.
    std::string csv_rows(const Selection& selection) const;
    /// Writes arrays of their own types: as .npy, or as .npz with an array `layer` beside them if there are
    /// layers; an array of rows is called `rows` there. Errors: usage for a table from CSV, for layers in
    /// .npy or beside a column `layer`, and for columns with names in .npy.
    void write_arrays(const std::filesystem::path& path, const Selection& selection) const;
    /// What it writes.
    NpzArrays arrays_to_write(const std::filesystem::path& path, const Selection& selection) const;

    struct CsvForm {
        std::string before{}; ///< lines before the header or the first row: marks, comments
        std::string header;   ///< without its line end; empty if there is none
        char separator = ',';
        std::string line_end = "\n";
    };
    virtual CsvForm csv_form() const;
    /// A row without its line end.
    virtual std::string csv_row(std::size_t row) const;
    /// A cell as it is written: that of a CSV file byte for byte.
    virtual std::string csv_cell(std::size_t row, std::size_t column) const;
    /// These rows as arrays. Errors: usage for a table from CSV.
    virtual NpzArrays arrays_of(std::span<const std::uint32_t> rows) const = 0;

private:
    void require_no_second_layer(const Selection& selection) const;
    NpzArrays selected_arrays(const Selection& selection) const;

protected:
    explicit Table(std::filesystem::path path) : path_(std::move(path)) {}

    /// "row 3", with its line if the file is text.
    virtual std::string row_text(std::size_t row) const;

    const std::filesystem::path path_;
    std::vector<std::string> names_;
    std::size_t columns_ = 0, rows_ = 0, first_row_ = 0;
    std::optional<std::size_t> all_rows_; ///< of the file, of which this is a part
};

/// How the text of a table is read; the text itself decides what is not given.
struct TextForm {
    std::optional<char> separator{}; ///< ' ' stands for runs of blanks and tabs
    std::optional<bool> has_header{};

    friend bool operator==(const TextForm&, const TextForm&) = default;
};

/// The character that "comma", "semicolon", "tab", "pipe", "blank" or itself names. Errors: usage, beginning
/// with `option`, for anything else, and for a character that numbers or quotes are made of.
char parse_separator(std::string_view option, std::string_view text);

/// The names of the files that are read as tables; each may end in .gz as well.
inline constexpr std::array<std::string_view, 8> table_endings{".csv", ".tsv", ".tab", ".txt",
                                                               ".dat", ".xyz", ".npy", ".npz"};

/// The ending that tells how a file is read: ending_of(), but of a table in .gz that of the table.
///
///     table_ending_of("a.CSV.gz") == ".csv"; table_ending_of("a.tar.gz") == ".gz"
std::string table_ending_of(const std::filesystem::path& path);

/// Reads a table from a file, a pipe, or standard input if the path is "-". Its first bytes tell gzip, NPY
/// and NPZ from text, whatever its name.
///
/// Text is UTF-8, or UTF-16 with a byte order mark. The separator is a comma, semicolon, tab or pipe,
/// whichever the first line uses, unless a line `sep=;` before it names another; or runs of blanks, if they
/// separate numbers in that line, or anything in .txt, .dat and .xyz. Fields may have
/// surrounding spaces, and quotes as in RFC 4180; lines end with LF, CR LF or CR; blank lines are ignored.
/// The first line is a header unless it has numbers. In .txt, .dat and .xyz lines that begin with # before it
/// are comments; the last names the columns if it has a name for each.
///
/// From NPY an array of two dimensions, or one of one dimension, which is a column; from NPZ such an array
/// alone, or arrays of one dimension and equal size, which are columns with their names.
///
/// Errors name the path and the problem: those of the readers; gzip or UTF-16 that is damaged; names beside
/// numbers, or two separators, in the first line of text whose form is not given; a line with more or fewer
/// fields than the first; arrays of other shapes; usage for a file with another ending, and for a form of
/// arrays.
///
///     read_table("a.txt")                              // "# x y\n1  2\n": names x and y, a row
///     read_table("years.csv", {.has_header = true})    // "city,2023\nOslo,5\n": names city and 2023
std::unique_ptr<Table> read_table(const std::filesystem::path& path, const TextForm& form = {});

/// A column of a table in memory.
struct TableColumn {
    std::string name;
    std::variant<std::vector<double>, std::vector<float>, std::vector<std::int64_t>,
                 std::vector<std::int32_t>, std::vector<std::string>>
        values;
};

/// A table of columns, which it copies; NaN and the empty text are missing values. Texts take as much memory
/// each as the longest, and lose zeros at their ends. name: stands for the path in messages. Errors: usage
/// for no columns; failure, naming the column, if one is longer than another.
///
///     const auto sales = make_table({{"city", std::vector<std::string>{"Oslo", "Bergen"}},
///                                    {"price", std::vector<double>{2.5, 4}}});
std::unique_ptr<Table> make_table(const std::vector<TableColumn>& columns,
                                  const std::filesystem::path& name = "table");

/// The number and kind of a table's columns, read from its beginning only.
struct FirstColumns {
    std::size_t count = 0; ///< 0 if it cannot be read
    bool has_text = false; ///< a field of the first row below the names, or an array, holds no number
    std::vector<std::string> names{}; ///< those of the columns or arrays; empty if it has none
};
FirstColumns first_columns(const std::filesystem::path& path);

/// The rows of one table, then those of another with the same columns. Rows of CSV stay as they are, below
/// the first one's header. Errors: usage, beginning with `option`, that names the first difference: the kind
/// of file, a name, the number of columns, the separator, or the type of an array.
///
///     // a.csv: "x,y\n1,2\n", b.csv: "x,y\n3,4\n"
///     join_tables("--add", read_table("a.csv"), read_table("b.csv"))->text(1, 0)   // "3"
std::unique_ptr<Table> join_tables(std::string_view option, std::unique_ptr<Table> first,
                                   std::unique_ptr<Table> second);

} // namespace scanline::data
