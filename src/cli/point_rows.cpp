#include "point_rows.h"

#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/csv.h"
#include "scanline/data/file.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace scanline::cli {

PointRows::PointRows(std::vector<std::string> fields, const kdtree::PointLabels& labels,
                     const std::vector<std::int32_t>& index, std::int64_t most, int dimensions,
                     Coordinate coordinate, const data::Table* table)
    : labels_(labels), dimensions_(dimensions), coordinate_(std::move(coordinate)), table_(table) {
    if (table) {
        const auto rows = static_cast<std::int64_t>(table->all_rows());
        if (labels.rows >= 0 ? rows != labels.rows : rows <= most)
            throw data::read_error(
                table->path(),
                fmt::format("it has {} rows, and the tree names row {} of {}: give the table that "
                            "the tree was built from",
                            rows, most, labels.rows >= 0 ? labels.rows : most + 1));
    }
    node_of_.assign(static_cast<std::size_t>(most + 1), -1);
    for (std::size_t node = 0; node < index.size(); ++node)
        node_of_[static_cast<std::size_t>(index[node])] = static_cast<std::int32_t>(node);

    fields.emplace_back("index");
    std::vector<std::string> columns = table ? table->names() : labels.names;
    const std::size_t width = table ? table->columns() : static_cast<std::size_t>(dimensions);
    for (std::size_t column = columns.size(); column < width; ++column)
        columns.push_back(fmt::format("x{}", column));
    if (!table && labels.has_ids())
        columns.insert(columns.begin(), labels.id);
    for (const std::string& column : columns) {
        if (std::ranges::count(fields, column) > 0)
            throw usage_error(
                fmt::format("the points have a column {}, as the answers have: rename it, or write "
                            ".npz",
                            printable(column)));
    }
    names_ = std::move(fields);
    names_.insert(names_.end(), columns.begin(), columns.end());
}

void PointRows::add_names() {
    data::append_csv_row(text_, names_);
}

std::string PointRows::rest_of(std::int32_t point) const {
    const auto row = static_cast<std::size_t>(point);
    std::vector<std::string> fields{""}; // for the comma before the first
    if (table_) {
        for (std::size_t column = 0; column < table_->columns(); ++column)
            fields.push_back(table_->text(row - table_->first_row(), column));
    } else {
        const auto node = static_cast<std::size_t>(node_of_[row]);
        if (!labels_.ids.empty())
            fields.push_back(labels_.ids[node]);
        for (int axis = 0; axis < dimensions_; ++axis)
            fields.push_back(coordinate_(node, axis));
    }
    std::string rest;
    data::append_csv_row(rest, fields);
    return rest;
}

void PointRows::add(std::vector<std::string> fields, std::int32_t point, const std::string& rest) {
    fields.push_back(fmt::format("{}", point));
    data::append_csv_row(text_, fields);
    text_.pop_back();
    text_ += rest;
}

} // namespace scanline::cli
