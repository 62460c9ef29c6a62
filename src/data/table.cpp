#include "scanline/data/table.h"

#include "csv_cells.h"
#include "npy_elements.h"
#include "scanline/core/text.h"
#include "scanline/data/csv.h"
#include "scanline/data/file.h"
#include "scanline/data/npz.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace scanline::data {
namespace {

NpzArrays arrays_in(const std::filesystem::path& path, bool is_archive) {
    if (is_archive)
        return read_npz(path);
    NpzArrays arrays;
    arrays.emplace_back("rows", read_npy(path));
    return arrays;
}

class ArrayTable final : public Table {
public:
    ArrayTable(const std::filesystem::path& path, bool is_archive)
        : Table(path), arrays_(arrays_in(path, is_archive)) {
        if (arrays_.empty())
            throw read_error(path, "it has no arrays: save at least one with numpy.savez");
        const auto dimensions = [](const auto& array) { return array.second.shape.size(); };
        const bool alone = arrays_.size() == 1;
        if (!alone &&
            !std::ranges::all_of(arrays_, [&](const auto& array) { return dimensions(array) == 1; }))
            throw read_error(path,
                             "it has several arrays, not all of one dimension: give it one array of two "
                             "dimensions, or one of one dimension for each column");
        if (dimensions(arrays_[0]) < 1 || dimensions(arrays_[0]) > 2)
            throw read_error(path,
                             fmt::format("its array has {} dimensions: give it two, a row for each row, "
                                         "by reshape(-1, columns)",
                                         dimensions(arrays_[0])));
        rows_ = arrays_[0].second.shape[0];
        columns_ = dimensions(arrays_[0]) == 2 ? arrays_[0].second.shape[1] : arrays_.size();
        if (columns_ == 0)
            throw read_error(path, fmt::format("its array has the shape ({}, 0), so no columns: give it at "
                                               "least one",
                                               rows_));
        if (dimensions(arrays_[0]) == 1 && is_archive)
            for (const auto& [name, array] : arrays_) {
                if (array.shape[0] != rows_)
                    throw read_error(path, fmt::format("its array {} has {} elements, {} has {}: give every "
                                                       "column as many",
                                                       printable(name), array.shape[0],
                                                       printable(arrays_[0].first), rows_));
                names_.push_back(name);
            }
    }

    bool has_numbers(std::size_t column) const override {
        return arrays_[arrays_.size() > 1 ? column : 0].second.holds_numbers();
    }

    std::optional<double> number(std::size_t row, std::size_t column) const override {
        const auto& [array, index] = cell(row, column);
        if (!array.holds_numbers())
            throw cell_error(row, column,
                             fmt::format("is '{}', which is no number: leave the column out",
                                         printable(array.text(index))));
        return with_number_type(array, [&]<class Stored>(Stored /*type*/) -> double {
            const auto element = number_at<Stored>(array.bytes, index);
            const auto value = static_cast<double>(element);
            constexpr double exact = 0x1p53;
            if (std::is_integral_v<decltype(element)> && std::abs(value) >= exact)
                throw cell_error(
                    row, column,
                    fmt::format("is {}, which double precision may not hold: subtract an offset, "
                                "or leave the column out",
                                element));
            return value;
        });
    }

    std::string text(std::size_t row, std::size_t column) const override {
        const auto& [array, index] = cell(row, column);
        return array.text(index);
    }

    const NpyArray* whole_array() const override {
        return arrays_.size() == 1 ? &arrays_[0].second : nullptr;
    }

    NpzArrays arrays_of(std::span<const std::uint32_t> rows) const override {
        NpzArrays taken;
        for (const auto& [name, array] : arrays_) {
            NpyArray part{array, {}};
            part.shape[0] = rows.size();
            const std::size_t bytes = rows_ == 0 ? 0 : array.bytes.size() / rows_;
            part.bytes.reserve(bytes * rows.size());
            for (const std::uint32_t row : rows)
                part.bytes.insert(part.bytes.end(),
                                  array.bytes.begin() + static_cast<std::ptrdiff_t>(row * bytes),
                                  array.bytes.begin() + static_cast<std::ptrdiff_t>((row + 1) * bytes));
            taken.emplace_back(name, std::move(part));
        }
        return taken;
    }

private:
    struct Cell {
        const NpyArray& array;
        std::size_t index;
    };
    Cell cell(std::size_t row, std::size_t column) const {
        if (arrays_.size() > 1)
            return {arrays_[column].second, row};
        return {arrays_[0].second, row * columns_ + column};
    }

    NpzArrays arrays_;
};

} // namespace

std::size_t Table::column(std::string_view option, std::string_view name) const {
    if (const auto found = std::ranges::find(names_, name); found != names_.end()) {
        if (std::find(found + 1, names_.end(), name) != names_.end())
            throw usage_error(
                fmt::format("{} {}: {} has several columns of this name: give its number, from 0", option,
                            printable(name), printable_path(path_)));
        return static_cast<std::size_t>(found - names_.begin());
    }
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error == std::errc{} && end == name.data() + name.size() && number < columns_)
        return number;
    const std::string numbers = columns_ == 1 ? "0" : fmt::format("0 to {}", columns_ - 1);
    throw usage_error(
        fmt::format("{} {}: {} has no such column: it has {}", option, printable(name), printable_path(path_),
                    names_.empty() ? numbers : printable(fmt::format("{}", fmt::join(names_, ", ")), 200)));
}

std::string Table::title(std::size_t column) const {
    if (names_.empty() || names_[column].empty())
        return fmt::format("column {}", column);
    return printable(names_[column]);
}

Error Table::cell_error(std::size_t row, std::size_t column, std::string_view what) const {
    const std::string name = names_.empty() ? "" : fmt::format(" ({})", printable(names_[column]));
    return read_error(path_, fmt::format("{}, column {}{} {}", row_text(row), column, name, what));
}

std::string Table::row_text(std::size_t row) const {
    return fmt::format("row {}", row);
}

Table::CsvForm Table::csv_form() const {
    CsvTable table{names_, {}};
    for (std::size_t column = names_.size(); column < columns_; ++column)
        table.header.push_back(fmt::format("x{}", column));
    std::string header = format_csv(table);
    header.pop_back();
    return {.header = header};
}

std::string Table::csv_row(std::size_t row) const {
    std::vector<std::string> fields;
    for (std::size_t column = 0; column < columns_; ++column)
        fields.push_back(text(row, column));
    std::string line;
    append_csv_row(line, fields);
    line.pop_back();
    return line;
}

void Table::require_no_second(std::span<const std::uint32_t> layers) const {
    if (!layers.empty() && std::ranges::count(names_, "layer") > 0)
        throw usage_error(
            fmt::format("{} has a column layer already: rename it, or write ids", printable_path(path_)));
}

std::string Table::csv_rows(std::span<const std::uint32_t> rows,
                            std::span<const std::uint32_t> layers) const {
    require_no_second(layers);
    const CsvForm form = csv_form();
    std::string text = form.header;
    if (!text.empty())
        text += (layers.empty() ? "" : form.separator + std::string("layer")) + form.line_end;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        text += csv_row(rows[i]);
        if (!layers.empty())
            text += form.separator + std::to_string(layers[i]);
        text += form.line_end;
    }
    return text;
}

void Table::write_arrays(const std::filesystem::path& path, std::span<const std::uint32_t> rows,
                         std::span<const std::uint32_t> layers) const {
    NpzArrays taken = arrays_of(rows);
    const bool is_npy = ending_of(path) == ".npy";
    if (is_npy && (!layers.empty() || !names_.empty()))
        throw usage_error(fmt::format("{} holds one array, and {}: write .npz or .csv", printable_path(path),
                                      layers.empty() ? "every column is one" : "layers are another"));
    if (is_npy)
        return write_npy(path, taken[0].second);
    if (!layers.empty()) {
        require_no_second(layers);
        taken.emplace_back("layer", make_npy<std::uint32_t>(layers, {layers.size()}));
    }
    write_npz(path, taken);
}

std::unique_ptr<Table> read_table(const std::filesystem::path& path) {
    const std::string ending = ending_of(path);
    if (ending == ".csv")
        return read_csv_cells(path);
    if (ending == ".npy" || ending == ".npz")
        return std::make_unique<ArrayTable>(path, ending == ".npz");
    throw usage_error(
        fmt::format("tables are read from .csv, .npy and .npz, not from {}", printable_path(path)));
}

} // namespace scanline::data
