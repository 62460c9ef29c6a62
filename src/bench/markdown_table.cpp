#include "scanline/bench/markdown_table.h"

#include "scanline/core/text.h"

#include <algorithm>

namespace scanline::bench {

namespace {

// A text inside a cell, which ends with the line or the next bar.
std::string cell_text(const std::string& text) {
    std::string cell;
    for (const char c : valid_utf8(text)) {
        if (c == '|')
            cell += '\\';
        cell += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
    }
    return cell;
}

std::string padded(const std::string& text, std::size_t width, Align align) {
    const std::string space(width - count_characters(text), ' ');
    return align == Align::right ? space + text : text + space;
}

} // namespace

MarkdownTable::MarkdownTable(std::vector<MarkdownColumn> columns) : columns_(std::move(columns)) {
    std::vector<std::string> header;
    for (const MarkdownColumn& column : columns_)
        header.push_back(column.name);
    add(header);
}

MarkdownTable::MarkdownTable(std::initializer_list<std::string_view> names,
                             std::initializer_list<std::string_view> left)
    : MarkdownTable([&] {
          std::vector<MarkdownColumn> columns;
          for (const std::string_view name : names)
              columns.push_back({std::string(name),
                                 std::ranges::find(left, name) != left.end() ? Align::left : Align::right});
          return columns;
      }()) {}

void MarkdownTable::add(const std::vector<std::string>& fields) {
    std::vector<std::string> cells;
    for (const std::string& field : fields)
        cells.push_back(cell_text(field));
    rows_.push_back(std::move(cells));
}

void MarkdownTable::add_beside(const std::vector<std::string>& own,
                               const std::vector<std::vector<std::string>>& others) {
    for (const std::vector<std::string>& other : others) {
        std::vector<std::string> fields = own;
        fields.insert(fields.end(), other.begin(), other.end());
        add(fields);
    }
    if (others.empty())
        add_beside(own, {std::vector<std::string>(columns_.size() - own.size(), "-")});
}

std::string MarkdownTable::format() const {
    std::vector<std::string> lines(rows_.size());
    std::string rule;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        const Align align = columns_[column].align;
        std::size_t width = 4;
        for (const auto& row : rows_)
            width = std::max(width, count_characters(row[column]));
        rule += "| " + std::string(width - 1, '-') + (align == Align::right ? ": " : "- ");
        for (std::size_t row = 0; row < rows_.size(); ++row)
            lines[row] += "| " + padded(rows_[row][column], width, align) + " ";
    }
    std::string table = lines.front() + "|\n" + rule + "|\n";
    for (std::size_t row = 1; row < lines.size(); ++row)
        table += lines[row] + "|\n";
    return table;
}

} // namespace scanline::bench
