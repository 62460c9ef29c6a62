#pragma once
#include "scanline/cpu/shared_work.h"
#include "scanline/cube/column.h"
#include "scanline/cube/tree.h"
#include "scanline/data/table.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::cube {

/// The dimensions and measures of a cube, as users name them.
struct CubePlan {
    /// Columns, or parts of dates in a column: "city", "when.year", "when.month", "when.day", "when.hour". A
    /// column that has the whole name takes precedence.
    std::vector<std::string> dimensions;
    std::vector<std::string> measures{}; ///< "price:sum", "price:avg", ":count"
    /// Dimensions from the root down; empty for default_path(). Omitted ones follow by ascending cardinality.
    std::vector<std::string> path{};
    /// Dimensions to bin: "price:20" for up to 20 bins of equal width with round edges, "price:20:quantiles"
    /// for up to 20 bins of equal counts, fewer if values repeat.
    std::vector<std::string> bins{};
};
inline constexpr int max_bins = 1 << 16;

/// A data cube: the coded dimensions and measures of a table, and the H-tree of its rows.
struct Cube {
    std::vector<Dimension> dimensions{};
    std::vector<Measure> measures{}; ///< as planned; a sum and an average share a stored measure
    Rows rows{};                     ///< kept for drill-through: rows_behind(), row_table()
    Tree tree{};

    /// Finds a dimension by name. Errors: usage, listing the names.
    int dimension(std::string_view name) const;
    /// Finds a measure by name, "price:sum". Errors: usage, listing the names.
    int measure(std::string_view name) const;
};

/// Replaces build() and update(), for example by the GPU's.
struct TreeMaker {
    std::function<Tree(const Rows& rows, const std::vector<int>& path)> build;
    std::function<Tree(const Tree& tree, const Rows& rows)> update;
};

struct CubeOptions {
    cpu::Options cpu{};
    /// Called now and then on the calling thread, with the fraction done, 0 to 1, and what is being done.
    std::function<void(double part, const std::string& what)> progress{};
    const TreeMaker* maker = nullptr; ///< null for the CPU; not owned
};

/// Codes the columns of a table in parallel, and builds the tree of its rows. Codes number the distinct texts
/// in order of first appearance, so adding rows never changes them. A table without rows gives an empty cube.
///
/// Dates are ISO 8601, "2026-11-25" or "2026-11-25T13:05:09.5+01:00", with T or a space; seconds, fraction
/// and offset are optional. Parts are taken as written, without conversion to UTC. A date without a time has
/// hour 0. An empty cell is the empty text, also in parts of dates and in bins.
///
/// Errors: usage for unknown columns, names given twice, aggregates or bins that do not parse, more than
/// max_rows, or a number of dimensions outside 1 to max_dimensions; failure, naming row and column, for a
/// measure that is empty or not a finite number, a binned cell that is not a finite number, a malformed date,
/// or more than max_distinct values; those of build().
///
///     const Cube cube = make_cube(*data::read_table("sales.csv"), {{"city", "when.month"}, {"price:sum"}});
Cube make_cube(const data::Table& table, const CubePlan& plan, const CubeOptions& options = {});

/// Adds the rows of a table with the same columns, which may have new values. The path and the edges of bins
/// stay; apart from these and from rounded sums, the cube equals one made of both tables at once.
///
/// Usually updates the tree. If new numbers change how a measure is stored, such as a sum's units, the old
/// rows change too, and the tree is rebuilt. Strong exception guarantee: if it throws, the cube is unchanged.
///
/// Errors: those of make_cube(); failure for a number to bin where the cube had none to derive bins from.
void add_rows(Cube& cube, const data::Table& table, const CubeOptions& options = {});

/// Describes the first difference between the tree and the one that build() makes of the rows; none if they
/// are the same. For trees of a TreeMaker: a driver may miscalculate. Errors: Cancelled.
///
///     "the counts of level 2 do not match its rows"
std::optional<std::string> tree_fault(const Cube& cube, const CancelHook& cancelled = {});

} // namespace scanline::cube
