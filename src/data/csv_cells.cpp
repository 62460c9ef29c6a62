#include "csv_cells.h"

#include "encodings.h"
#include "scanline/core/text.h"

#include <fmt/format.h>

namespace scanline::data {
namespace {

class CsvCells final : public Table {
public:
    CsvCells(const std::filesystem::path& path, std::vector<std::byte> bytes, Cells cells,
             std::size_t first_row, std::size_t all_rows, LineEnds before)
        : Table(path), bytes_(std::move(bytes)), cells_(std::move(cells)), before_(before) {
        names_ = std::move(cells_.names);
        columns_ = cells_.columns;
        rows_ = cells_.rows();
        first_row_ = first_row;
        all_rows_ = all_rows;
    }

    std::optional<ArrayNumber> element(std::size_t /*row*/, std::size_t /*column*/) const override {
        return std::nullopt;
    }

    std::string text(std::size_t row, std::size_t column) const override {
        const std::string_view whole = trimmed(raw(row, column, column + 1));
        if (!whole.starts_with('"'))
            return std::string(whole);
        std::string cell(trimmed(whole.substr(1, whole.size() - 2)));
        for (std::size_t at = 0; (at = cell.find("\"\"", at)) != std::string::npos; ++at)
            cell.erase(at, 1);
        return cell;
    }

    std::string_view text_view(std::size_t row, std::size_t column, std::string& buffer) const override {
        const std::string_view cell = raw(row, column, column + 1);
        const auto is_bare = [](char c) { return c != ' ' && c != '\t' && c != '"'; };
        if (!cell.empty() && is_bare(cell.front()) && is_bare(cell.back()))
            return cell; // as it is: most cells
        return buffer = text(row, column);
    }

    bool is_text() const override { return true; }
    CsvForm csv_form() const override { return cells_.form; }
    std::string csv_row(std::size_t row) const override { return std::string(raw(row, 0, columns_)); }
    std::string csv_cell(std::size_t row, std::size_t column) const override {
        return std::string(raw(row, column, column + 1));
    }

    NpzArrays arrays_of(std::span<const std::uint32_t> /*rows*/) const override {
        throw usage_error(
            fmt::format("the rows of {} are text, which arrays cannot take: write .csv, or ids only",
                        printable_path(path_)));
    }

private:
    std::string row_text(std::size_t row) const override {
        const LineEnds before =
            before_ + LineEnds::of(as_text(bytes_).substr(0, cells_.begins[row * (columns_ + 1)]));
        return fmt::format("row {} (line {})", first_row_ + row,
                           1 + (before.feeds > 0 ? before.feeds : before.returns));
    }

    /// The text of the columns [column, end).
    std::string_view raw(std::size_t row, std::size_t column, std::size_t end) const {
        const std::size_t* const begins = cells_.begins.data() + row * (columns_ + 1);
        return as_text(bytes_).substr(begins[column], begins[end] - 1 - begins[column]);
    }

    std::vector<std::byte> bytes_;
    Cells cells_;
    LineEnds before_;
};

} // namespace

std::unique_ptr<Table> make_csv_table(const std::filesystem::path& path, std::vector<std::byte> bytes,
                                      Cells cells, std::size_t first_row, std::size_t all_rows,
                                      LineEnds before) {
    return std::make_unique<CsvCells>(path, std::move(bytes), std::move(cells), first_row, all_rows, before);
}

std::unique_ptr<Table> read_csv_cells(const std::filesystem::path& path, std::vector<std::byte> bytes,
                                      std::string_view ending, const TextForm& form, RowPart part) {
    bytes = as_utf8(path, std::move(bytes));
    CellReader reader(path, as_text(bytes), kind_of(ending), form);
    reader.read_start();
    reader.read_rows();
    Cells cells = reader.take();
    const std::size_t rows = cells.rows(), first = part.begin(rows);
    const auto begin_of = [&](std::size_t row) {
        return cells.begins.begin() + static_cast<std::ptrdiff_t>(row * (cells.columns + 1));
    };
    cells.begins.erase(begin_of(part.end(rows)), cells.begins.end());
    cells.begins.erase(cells.begins.begin(), begin_of(first));
    return make_csv_table(path, std::move(bytes), std::move(cells), first, rows, {});
}

} // namespace scanline::data
