#pragma once
#include "explorer/columns.h"
#include "explorer/setup.h"
#include "scanline/cube/cube.h"
#include "scanline/cube/histograms.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scanline::view {

/// A table as a cube, ready to be looked at. Numbers of dimensions are the cube's; levels those of the tree.
struct ExplorerData {
    ExplorerSetup setup; ///< what it was made for
    std::shared_ptr<const data::Table> table;
    std::vector<ExplorerColumn> columns;    ///< all that there are
    std::shared_ptr<const cube::Cube> cube; ///< without its tree, which is
    std::shared_ptr<const cube::Tree> tree; ///< another one for each path
    cube::CubePlan plan;                    ///< but for its path, which is the tree's
    cube::Measure measure;
    std::vector<cube::Histogram> totals;           ///< of all rows, [dimension]
    std::vector<bool> ordered;                     ///< see is_ordered(); [dimension]
    std::vector<std::vector<std::uint32_t>> order; ///< codes as they are shown, [dimension]
    std::vector<std::vector<std::uint32_t>> rank;  ///< the place of each code in `order`
    std::shared_ptr<cube::Histograms> histograms;  ///< for the thread of the interface alone
    double tree_milliseconds = 0;                  ///< that building the tree took

    std::int64_t size() const { return tree->rows(); }
    int dimensions() const { return static_cast<int>(cube->dimensions.size()); }
    const cube::Dimension& dimension(int number) const {
        return cube->dimensions[static_cast<std::size_t>(number)];
    }
    /// The dimension of a level, from 1.
    int dimension_of(int level) const { return tree->path[static_cast<std::size_t>(level) - 1]; }
    const std::string& value(int dimension, std::uint32_t code) const {
        return this->dimension(dimension).dictionary.text(code);
    }

    /// The value as people see it: "(none)" if it is missing.
    std::string shown(int dimension, std::uint32_t code) const {
        const std::string& text = value(dimension, code);
        return text.empty() ? "(none)" : text;
    }

    /// What a cell of so many rows holds of the measure.
    cube::Aggregated measured(std::int64_t rows, const std::vector<std::vector<std::int64_t>>& values,
                              std::size_t place) const {
        return cube::aggregated(measure, rows, values, place);
    }
    /// True if the measure of a node is the sum of those of its children, so that widths can show it.
    bool is_additive() const {
        return measure.aggregate == cube::Aggregate::count || measure.aggregate == cube::Aggregate::sum;
    }
    /// "rows", "sum of price"
    std::string measure_title() const;
    /// "1,204,350.50", or "-" without a value.
    std::string long_text(const cube::Aggregated& of) const;
};

using ExplorerProgress = std::function<void(double part, const std::string& what)>;

/// Reads or generates the table of a setup and makes its cube; from `before`, which may be null, it keeps
/// what stays the same. Errors: those of data::read_table(), explorer_columns() and cube::make_cube();
/// failure, naming the path, for more than ExplorerSetup::most_file_rows; Cancelled.
std::shared_ptr<const ExplorerData> make_explorer(const ExplorerSetup& setup, const ExplorerData* before,
                                                  const ExplorerProgress& progress,
                                                  const CancelHook& cancelled);

/// The names of the dimensions of the tree's path.
std::vector<std::string> path_names(const ExplorerData& data);

/// Short enough for bars: "0.25", "1.20M"; "-" for none.
std::string short_number(const std::optional<double>& number);

/// True for numbers and dates, and so for bins and parts of dates.
bool is_ordered(const cube::Dimension& dimension);
/// The order in which codes of a dimension are shown: those that are ordered ascend, texts descend by what is
/// measured.
std::vector<std::uint32_t> shown_order(const cube::Dimension& dimension, const cube::Measure& measure,
                                       const cube::Histogram& totals);

/// "count", then those of the columns: "price:sum".
std::vector<std::string> measures_of(const std::vector<ExplorerColumn>& columns);

} // namespace scanline::view
