#pragma once
#include "scanline/data/table.h"
#include "scanline/kdtree/tree_file.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace scanline::cli {

/// The found points of queries as the text of a CSV file: fields of the query, then the row of a point.
class PointRows {
public:
    /// coordinate(node, axis): of a point.
    using Coordinate = std::function<std::string(std::size_t, int)>;

    /// The rows have the point's index, its id if it has one, and its coordinates; or the columns of a table
    /// of all points. fields: the names of those of the query; most: the greatest index of the tree, -1 for
    /// none. index and table: of those points that rest_of() is asked for. Errors: failure for a table with
    /// other rows than the tree names; usage for a column with the name of a field.
    PointRows(std::vector<std::string> fields, const kdtree::PointLabels& labels,
              const std::vector<std::int32_t>& index, std::int64_t most, int dimensions,
              Coordinate coordinate, const data::Table* table);

    /// The names of the columns, as a row.
    void add_names();
    void add(std::vector<std::string> fields, std::int32_t point, const std::string& rest);
    /// The fields of a row after the point's index, with the comma before them and the line end.
    std::string rest_of(std::int32_t point) const;
    const std::string& text() const { return text_; }

private:
    const kdtree::PointLabels& labels_;
    std::vector<std::int32_t> node_of_; ///< of each point; -1 for none
    int dimensions_;
    Coordinate coordinate_;
    const data::Table* table_;
    std::vector<std::string> names_;
    std::string text_;
};

} // namespace scanline::cli
