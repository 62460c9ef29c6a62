#include "scanline/data/table.h"

#include "csv_cells.h"
#include "encodings.h"
#include "input_file.h"
#include "npy_elements.h"
#include "npy_prologue.h"
#include "row_part.h"
#include "scanline/core/phases.h"
#include "scanline/core/text.h"
#include "scanline/data/csv.h"
#include "scanline/data/file.h"
#include "scanline/data/npz.h"

#include <algorithm>
#include <charconv>
#include <concepts>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace scanline::data {
namespace {

/// bytes: of the file, or none to read it.
NpzArrays arrays_in(const std::filesystem::path& path, bool is_archive, std::vector<std::byte> bytes) {
    if (is_archive)
        return bytes.empty() ? read_npz(path) : read_npz(NpzFile(path, std::move(bytes)));
    std::span<const std::byte> rest = bytes;
    const Read read = [&rest](std::span<std::byte> part) {
        const std::size_t filled = std::min(part.size(), rest.size());
        std::ranges::copy(rest.first(filled), part.begin());
        rest = rest.subspan(filled);
        return filled;
    };
    NpzArrays arrays;
    arrays.emplace_back("rows", bytes.empty() ? read_npy(path) : read_npy(path, bytes.size(), read));
    return arrays;
}

class ArrayTable final : public Table {
public:
    ArrayTable(const std::filesystem::path& path, bool is_archive, NpzArrays arrays)
        : Table(path), arrays_(std::move(arrays)) {
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

    /// Keeps a part of the rows. take(array, name, first): gives an array its elements, from a row on.
    template <class Take>
    void keep(RowPart part, Take take) {
        all_rows_ = rows_;
        first_row_ = part.begin(*all_rows_);
        rows_ = part.end(*all_rows_) - first_row_;
        for (auto& [name, array] : arrays_) {
            array.shape.front() = rows_;
            take(array, name, first_row_);
        }
    }

    std::optional<ArrayNumber> element(std::size_t row, std::size_t column) const override {
        const auto& [array, index] = cell(row, column);
        if (!array.holds_numbers())
            return std::nullopt;
        return with_number_type(array, [&]<class Stored>(Stored /*type*/) -> ArrayNumber {
            const auto element = number_at<Stored>(array.bytes, index);
            using T = std::remove_const_t<decltype(element)>;
            if constexpr (std::floating_point<T>)
                return element;
            else if constexpr (std::unsigned_integral<T>)
                return std::uint64_t{element};
            else
                return std::int64_t{element};
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
    const std::string name = printable(names_[column]);
    return std::ranges::count(names_, names_[column]) > 1 ? fmt::format("{} (column {})", name, column)
                                                          : name;
}

Error Table::cell_error(std::size_t row, std::size_t column, std::string_view what) const {
    const std::string name = names_.empty() ? "" : fmt::format(" ({})", printable(names_[column]));
    return read_error(path_, fmt::format("{}, column {}{} {}", row_text(row), column, name, what));
}

std::string Table::row_text(std::size_t row) const {
    return fmt::format("row {}", first_row_ + row);
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

std::string Table::csv_cell(std::size_t row, std::size_t column) const {
    return csv_field(text(row, column), csv_form().separator);
}

void Table::require_no_second_layer(const Selection& selection) const {
    const auto is_layer = [this](std::size_t column) {
        return column < names_.size() && names_[column] == "layer";
    };
    if (selection.layers && (selection.columns ? std::ranges::any_of(*selection.columns, is_layer)
                                               : std::ranges::count(names_, "layer") > 0))
        throw usage_error(
            fmt::format("{} has a column layer already: rename it, or write ids", printable_path(path_)));
}

std::string Table::csv_rows(const Selection& selection) const {
    require_no_second_layer(selection);
    const CsvForm form = csv_form();
    std::string text = form.before;
    const auto add_line = [&](std::string_view line, std::string_view layer) {
        text += line;
        if (selection.layers)
            (text += form.separator) += layer;
        text += form.line_end;
    };
    const bool is_alone = selection.columns && selection.columns->size() == 1 && !selection.layers;
    const auto joined = [&](auto cell_of) {
        std::vector<std::string> cells;
        for (const std::size_t column : *selection.columns)
            cells.push_back(cell_of(column));
        // A blank line is not a row.
        if (is_alone && trimmed(cells[0]).empty())
            cells[0] = "\"\"";
        return fmt::format("{}", fmt::join(cells, std::string_view(&form.separator, 1)));
    };
    const auto name = [&](std::size_t column) {
        return names_.empty() ? fmt::format("x{}", column) : csv_field(names_[column], form.separator);
    };
    if (!form.header.empty())
        add_line(selection.columns ? joined(name) : form.header, "layer");
    for (std::size_t i = 0; i < selection.rows.size(); ++i) {
        const std::uint32_t row = selection.rows[i];
        const auto cell = [&](std::size_t column) { return csv_cell(row, column); };
        add_line(selection.columns ? joined(cell) : csv_row(row),
                 selection.layers ? std::to_string((*selection.layers)[i]) : "");
    }
    return text;
}

NpzArrays Table::selected_arrays(const Selection& selection) const {
    NpzArrays all = arrays_of(selection.rows);
    if (!selection.columns)
        return all;
    if (all.size() == columns_) {
        NpzArrays chosen;
        for (const std::size_t column : *selection.columns)
            chosen.push_back(all[column]);
        return chosen;
    }
    NpyArray& array = all[0].second;
    const std::size_t size =
        selection.rows.empty() ? 0 : array.bytes.size() / selection.rows.size() / columns_;
    std::vector<std::byte> bytes;
    for (std::size_t row = 0; row < selection.rows.size(); ++row)
        for (const std::size_t column : *selection.columns) {
            const auto cell =
                array.bytes.begin() + static_cast<std::ptrdiff_t>((row * columns_ + column) * size);
            bytes.insert(bytes.end(), cell, cell + static_cast<std::ptrdiff_t>(size));
        }
    array.bytes = std::move(bytes);
    array.shape[1] = selection.columns->size();
    return all;
}

NpzArrays Table::arrays_to_write(const std::filesystem::path& path, const Selection& selection) const {
    NpzArrays taken = selected_arrays(selection);
    if (ending_of(path) == ".npy" && (selection.layers || !names_.empty()))
        throw usage_error(fmt::format("{} holds one array, and {}: write .npz or .csv", printable_path(path),
                                      selection.layers ? "layers are another" : "every column is one"));
    if (selection.layers) {
        require_no_second_layer(selection);
        taken.emplace_back("layer", make_npy<std::uint32_t>(*selection.layers, {selection.layers->size()}));
    }
    return taken;
}

void Table::write_arrays(const std::filesystem::path& path, const Selection& selection) const {
    const NpzArrays taken = arrays_to_write(path, selection);
    if (ending_of(path) == ".npy")
        return write_npy(path, taken[0].second);
    write_npz(path, taken);
}

namespace {

/// Pipes and standard input have no size, and can be read only once.
bool is_file(const std::filesystem::path& path) {
    std::error_code none;
    return path != "-" && std::filesystem::is_regular_file(path, none);
}

/// Reads only a part of the rows of a file.
std::unique_ptr<Table> read_array_part(const std::filesystem::path& path, bool is_archive, RowPart part,
                                       std::uint32_t& checksum) {
    std::optional<NpzFile> archive;
    NpzArrays arrays;
    if (is_archive) {
        archive.emplace(path);
        for (const std::string& name : archive->names())
            arrays.emplace_back(name, NpyArray{archive->layout(name), {}});
    } else {
        read_npy_part(path, [&arrays](const NpyLayout& layout) {
            arrays.emplace_back("rows", NpyArray{layout, {}});
            return NpyPart{};
        });
    }
    auto table = std::make_unique<ArrayTable>(path, is_archive, std::move(arrays));
    table->keep(part, [&](NpyArray& array, const std::string& name, std::size_t first) {
        const auto place = [&](const NpyLayout& /*all*/) {
            const std::size_t size = array.byte_count();
            with_memory_for(path, size, [&] { array.bytes.resize(size); });
            return NpyPart{first, array.bytes};
        };
        if (archive)
            checksum ^= archive->read_part(name, place);
        else
            read_npy_part(path, place);
    });
    return table;
}

/// bytes: of the file, or none to read it.
std::unique_ptr<Table> read_arrays(const std::filesystem::path& path, bool is_archive, const TextForm& form,
                                   RowPart part, std::uint32_t* checksum, std::vector<std::byte> bytes = {}) {
    if (form != TextForm{})
        throw usage_error(fmt::format("--separator, --header and --no-header are for text, and {} holds "
                                      "arrays: leave them out",
                                      printable_path(path)));
    if (checksum && bytes.empty())
        return read_array_part(path, is_archive, part, *checksum);
    auto table =
        std::make_unique<ArrayTable>(path, is_archive, arrays_in(path, is_archive, std::move(bytes)));
    table->keep(part, [](NpyArray& array, const std::string& /*name*/, std::size_t first) {
        const std::size_t size = array.byte_count(), row = size == 0 ? 0 : size / array.shape.front();
        array.bytes.erase(array.bytes.begin(),
                          array.bytes.begin() + static_cast<std::ptrdiff_t>(first * row));
        array.bytes.resize(size);
    });
    return table;
}

template <class T>
NpyArray array_of(const std::vector<T>& values) {
    return make_npy<T>(values, {values.size()});
}

NpyArray array_of(const std::vector<std::string>& texts) {
    NpyArray array{{.type = ElementType::bytes, .shape = {texts.size()}}, {}};
    for (const std::string& text : texts)
        array.characters = std::max(array.characters, text.size());
    array.bytes.resize(array.byte_count());
    for (std::size_t i = 0; i < texts.size(); ++i)
        std::ranges::copy(std::as_bytes(std::span(texts[i])),
                          array.bytes.begin() + static_cast<std::ptrdiff_t>(i * array.characters));
    return array;
}

} // namespace

std::unique_ptr<Table> make_table(const std::vector<TableColumn>& columns,
                                  const std::filesystem::path& name) {
    NpzArrays arrays;
    for (const TableColumn& column : columns)
        arrays.emplace_back(column.name,
                            std::visit([](const auto& values) { return array_of(values); }, column.values));
    if (arrays.empty())
        throw usage_error(fmt::format("{} has no columns: give it at least one", printable_path(name)));
    return std::make_unique<ArrayTable>(name, true, std::move(arrays));
}

std::string table_ending_of(const std::filesystem::path& path) {
    const std::string ending = ending_of(path), inner = ending_of(path.stem());
    return ending == ".gz" && std::ranges::count(table_endings, inner) > 0 ? inner : ending;
}

std::unique_ptr<Table> read_table(const std::filesystem::path& path, const TextForm& form) {
    return read_rows(path, form, {});
}

std::unique_ptr<Table> read_rows(const std::filesystem::path& path, const TextForm& form, RowPart part,
                                 std::uint32_t* checksum) {
    const PhaseSpan span(Phase::read);
    const std::string ending = table_ending_of(path);
    if (is_file(path)) {
        std::array<std::byte, 8> start{};
        const Content content = content_of(std::span(start).first(InputFile(path).read(start)));
        if (content == Content::npy || (content != Content::gzip && (ending == ".npy" || ending == ".npz")))
            return read_arrays(path, content != Content::npy && ending == ".npz", form, part, checksum);
        if (std::ranges::count(table_endings, ending) == 0)
            throw usage_error(fmt::format("tables are read from {} (each also as .gz), or from - (standard "
                                          "input), not from {}",
                                          fmt::join(table_endings, ", "), printable_path(path)));
    }
    std::vector<std::byte> bytes = read_file(path);
    const std::filesystem::path name = shown(path);
    if (content_of(bytes) == Content::gzip)
        bytes = inflated(name, bytes);
    if (const Content content = content_of(bytes); content == Content::npy || content == Content::zip)
        return read_arrays(name, content == Content::zip, form, part, checksum, std::move(bytes));
    return read_csv_cells(name, std::move(bytes), ending, form, part);
}

} // namespace scanline::data
