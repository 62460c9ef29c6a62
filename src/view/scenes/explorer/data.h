#pragma once
#include "kit/table_reading.h"
#include "scanline/core/cancellation.h"
#include "scanline/core/named.h"
#include "scanline/core/text.h"
#include "scanline/cube/cube.h"
#include "scanline/cube/histograms.h"
#include "scanline/data/table.h"
#include "scanline/tables/column_type.h"
#include "scanline/tables/column_work.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanline::view::explorer {

/// Tables that are generated.
enum class Kind { sales };
constexpr auto table_of(Kind) {
    return named<Kind>({{Kind::sales, "sales"}});
}
using scanline::to_string;

/// The settings of the explorer. Dimensions and queries are named as in scanline/cube.
struct Setup : TableSource<enumerators<Kind>> {
    static constexpr std::string_view scene = "explorer";
    static constexpr int max_rows = 1'000'000, max_bins = 200, max_file_rows = 4'000'000;

    Setup() : TableSource{{.source = "sales", .count = 50'000}} {}

    std::vector<std::string> path; ///< dimensions from the root on; none: those that are proposed
    std::vector<std::string> bins; ///< "price:20", or "price:0" for the numbers as they are; others: proposed
    std::string measure = "count"; ///< or "price:sum"
    std::string select;            ///< conditions: "city=Oslo, when.hour=9..17"
    std::string drill;             ///< the node that fills the width: values of the first levels

    /// True if both have the same cube and tree.
    bool same_run(const Setup& other) const {
        return same_source(other) && path == other.path && bins == other.bins && measure == other.measure;
    }
    /// The selection stays if it is of the same table.
    void take_run_of(const Setup& other) {
        Setup taken = other;
        taken.opened = opened;
        if (same_source(other)) {
            taken.select = select;
            taken.drill = drill;
        }
        *this = std::move(taken);
    }
    /// Settings that belong to the old table go.
    void take_source(std::string other) {
        Setup next;
        next.source = std::move(other);
        next.reading = std::move(reading);
        next.opened = std::move(opened);
        *this = std::move(next);
    }
};

/// measures: those that the control offers.
std::vector<Property> properties_of(Setup& setup, const std::vector<std::string>& measures = {});

/// A column that dimensions can come from, or a part of one with dates.
struct Column {
    std::string name;        ///< "price", "when.month"
    std::string column;      ///< "price", "when"
    std::int64_t values = 0; ///< different ones in a sample of the rows
    bool is_number = false;  ///< of finite numbers, for bins and measures
    int bins = 0;            ///< proposed for numbers; 0: as they are
    bool proposed = false;   ///< as a dimension
    std::string note{};      ///< why it is text, if it looks like something else
};

/// The columns of a table, those with dates as their parts, unless several formats fit them; a column that is
/// called as a part would be, "when.year", comes in its place. Proposes up to
/// max_proposed dimensions: texts, numbers and parts of dates with few values as they are, then other
/// numbers in bins.
///
/// Errors: failure, naming the table, if it has no rows; Cancelled.
std::vector<Column> columns_of(const data::Table& table, const tables::Reading& reading = {},
                               const cpu::Options& options = {}, const tables::ColumnWork::Show& show = {});
inline constexpr int max_proposed = 6;
/// Characters of a cell that are shown.
inline constexpr std::size_t max_shown = 100;

/// Made-up sales of two years: city, product, channel, when (to the minute), quantity, price. Products have
/// seasons, channels have hours, cities and products differ in how much they sell. The same for a seed on
/// every machine. Errors: failure if out of memory; Cancelled.
///
///     make_sales(50'000, 1, {})->text(0, 3) == "2024-09-24 19:13"
std::unique_ptr<data::Table> make_sales(std::int64_t rows, std::uint64_t seed, const CancelHook& cancelled);

/// A table as a cube, ready to be looked at. Numbers of dimensions are the cube's; levels those of the tree.
struct Data {
    Setup setup; ///< what it was made for
    std::shared_ptr<const data::Table> table;
    std::vector<Column> columns;            ///< all that there are
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

    /// The value as people see it: "(none)" if it is missing, and no longer than max_shown characters.
    std::string shown(int dimension, std::uint32_t code) const {
        const std::string& text = value(dimension, code);
        return text.empty() ? "(none)" : printable(text, max_shown);
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

using Progress = std::function<void(double part, const std::string& what)>;

/// Reads or generates the table of a setup and makes its cube; from `before`, which may be null, it keeps
/// what stays the same. Errors: those of data::read_table(), columns_of() and cube::make_cube();
/// failure, naming the path, for more than Setup::max_file_rows; Cancelled.
std::shared_ptr<const Data> make_explorer(const Setup& setup, const Data* before, const Progress& progress,
                                          const CancelHook& cancelled);

/// The names of the dimensions of the tree's path.
std::vector<std::string> path_names(const Data& data);

/// A list that split_list() reads: entries with commas or quotes are quoted.
std::string list_text(const std::vector<std::string>& list, std::string_view separator = ", ");

/// Short enough for bars: "0.25", "50,000", "1.20M"; "-" for none.
std::string short_number(const std::optional<double>& number);

/// True for numbers and dates, and so for bins and parts of dates.
bool is_ordered(const cube::Dimension& dimension);
/// The order in which codes of a dimension are shown: those that are ordered ascend, texts descend by what is
/// measured.
std::vector<std::uint32_t> shown_order(const cube::Dimension& dimension, const cube::Measure& measure,
                                       const cube::Histogram& totals);

/// "count", then those of the columns: "price:sum".
std::vector<std::string> measures_of(const std::vector<Column>& columns);

} // namespace scanline::view::explorer
