#include "explorer/columns.h"

#include "scanline/core/text.h"
#include "scanline/tables/column_type.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <unordered_set>

namespace scanline::view {

namespace {

constexpr std::size_t most_sampled = 20'000;
constexpr std::int64_t few_numbers = 32, few_texts = 12, most_texts = 1000;
constexpr int usual_bins = 20;

/// What the cells of a column hold.
struct Cells {
    tables::ColumnType type{};
    bool has_infinite = false;
    std::vector<std::string> sample{}; ///< missing ones empty
};

Cells cells_of(const data::Table& table, std::size_t column, const tables::Reading& reading,
               const tables::ColumnWork& work) {
    const bool is_as_written = is_text_as_written(table, column, reading);
    tables::TypeSniffer sniffer(reading);
    Cells cells;
    const std::size_t sampled = std::min(table.rows(), most_sampled);
    work.for_each_row([&](std::size_t row) {
        const bool is_sampled = row == cells.sample.size() * table.rows() / sampled;
        if ((is_as_written || sniffer.is_text()) && !is_sampled)
            return;
        std::string cell = table.text(row, column);
        if (!is_as_written && is_missing(cell, reading))
            cell.clear();
        else if (!is_as_written)
            sniffer.add(cell);
        if (const auto number = read_cell(cell, reading.numbers); number && !number->is_finite())
            cells.has_infinite = true;
        if (is_sampled)
            cells.sample.push_back(std::move(cell));
    });
    cells.type = is_as_written ? tables::ColumnType{.kind = tables::Kind::text} : sniffer.type();
    return cells;
}

std::int64_t count_values(const std::vector<std::string>& texts) {
    return static_cast<std::int64_t>(std::unordered_set<std::string_view>(texts.begin(), texts.end()).size());
}

void add_parts(std::vector<ExplorerColumn>& columns, const std::string& name, const Cells& cells,
               const std::vector<std::string>& of_table) {
    using tables::DatePart;
    for (const DatePart part : enumerators<tables::DatePart>) {
        std::string part_name = fmt::format("{}.{}", name, to_string(part));
        if (std::ranges::count(of_table, part_name) > 0)
            continue;
        std::vector<std::string> parts;
        for (const std::string& text : cells.sample)
            parts.push_back(text.empty() ? "" : part_of(*cells.type.dates->read(text), part));
        const std::int64_t values = count_values(parts);
        // The others say little by themselves, or much the same.
        const bool is_usual = part == DatePart::year || part == DatePart::month || part == DatePart::hour;
        columns.push_back({.name = std::move(part_name),
                           .column = name,
                           .values = values,
                           .proposed = values > 1 && is_usual});
    }
}

/// of_table: the names of its columns.
void add_column(std::vector<ExplorerColumn>& columns, const std::string& name, const Cells& cells,
                const std::vector<std::string>& of_table) {
    if (cells.type.dates)
        return add_parts(columns, name, cells, of_table);
    ExplorerColumn column{.name = name, .column = name, .values = count_values(cells.sample)};
    if (cells.type.kind == tables::Kind::number) {
        column.is_number = !cells.has_infinite;
        column.bins = column.is_number && column.values > few_numbers ? usual_bins : 0;
        column.proposed = column.values > 1 && (column.bins > 0 || column.values <= few_numbers);
    } else {
        if (cells.type.kind == tables::Kind::date)
            column.note = fmt::format("{} is text, since its dates fit several forms", printable(name));
        else if (!options_that_read(cells.type.example, cells.type.numbers).empty())
            column.note = fmt::format("{} is text, since '{}' is not a number", printable(name),
                                      printable(cells.type.example));
        // Distinct texts, such as names, make no useful dimension.
        column.proposed = column.values > 1 && column.values <= most_texts &&
                          (column.values <= few_texts || column.values * 2 <= std::ssize(cells.sample));
    }
    columns.push_back(std::move(column));
}

// Keeps the first ones of each kind.
void limit_proposals(std::vector<ExplorerColumn>& columns) {
    int proposed = 0;
    for (const bool binned : {false, true})
        for (ExplorerColumn& column : columns)
            if (column.proposed && (column.bins > 0) == binned)
                column.proposed = proposed++ < most_proposed;
    if (proposed == 0) // none stands out
        columns.front().proposed = true;
}

} // namespace

std::vector<ExplorerColumn> explorer_columns(const data::Table& table, const tables::Reading& reading,
                                             const cpu::Options& options,
                                             const tables::ColumnWork::Show& show) {
    if (table.rows() == 0 || table.columns() == 0)
        throw Error(fmt::format("{} has no rows: a cube needs one at least", printable_path(table.path())));
    std::vector<Cells> cells(table.columns());
    tables::for_each_column(table.columns(), table.rows(), options, show,
                            [&](std::size_t column, const tables::ColumnWork& work) {
                                cells[column] = cells_of(table, column, reading, work);
                            });
    std::vector<ExplorerColumn> columns;
    for (std::size_t column = 0; column < table.columns(); ++column)
        add_column(columns, table.names().empty() ? std::to_string(column) : table.names()[column],
                   cells[column], table.names());
    limit_proposals(columns);
    return columns;
}

} // namespace scanline::view
