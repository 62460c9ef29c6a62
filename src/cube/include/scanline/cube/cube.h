#pragma once
#include "scanline/cpu/shared_work.h"
#include "scanline/cube/column.h"
#include "scanline/cube/tree.h"
#include "scanline/data/table.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::cube {

/// What a cube is made of, as users name it.
struct CubePlan {
    /// Columns, or parts of a column of dates: "city", "when.year", "when.month", "when.day", "when.hour". A
    /// column of the whole name takes precedence.
    std::vector<std::string> dimensions;
    std::vector<std::string> measures{}; ///< "price:sum", "price:avg", ":count"
    /// Dimensions from the root on; none for default_path(). Those left out follow, by ascending cardinality.
    std::vector<std::string> path{};
    /// Dimensions whose numbers are put into bins: "price:20", up to 20 of equal width with round edges;
    /// "price:20:quantiles", up to 20 of equal counts, fewer if values repeat.
    std::vector<std::string> bins{};
};
inline constexpr int max_bins = 1 << 16;

/// A data cube: a table's dimensions and measures, coded, and the H-tree of its rows.
struct Cube {
    std::vector<Dimension> dimensions{};
    std::vector<Measure> measures{}; ///< as asked for; those that a sum serves share it
    Rows rows{};                     ///< kept with the cube, so that cells can show what is behind them
    Tree tree{};

    /// The number of the dimension of that name. Errors: usage that lists the names.
    int dimension(std::string_view name) const;
    /// The number of the measure of that name, "price:sum". Errors: usage that lists the names.
    int measure(std::string_view name) const;
};

/// Makes trees in place of build() and update(), such as a GPU does.
struct TreeMaker {
    std::function<Tree(const Rows& rows, const std::vector<int>& path)> build;
    std::function<Tree(const Tree& tree, const Rows& rows)> update;
};

struct CubeOptions {
    cpu::Options cpu{};
    /// Called by the calling thread now and then: the part done, from 0 to 1, and what is being done.
    std::function<void(double part, const std::string& what)> progress{};
    const TreeMaker* maker = nullptr; ///< none for the CPU; not owned
};

/// Codes the columns of a table, several at once, and builds the tree of its rows. Codes number texts as
/// written, in the order of their appearance, so that further rows leave them as they are. A table without
/// rows gives a cube without.
///
/// Dates are ISO 8601, "2026-11-25", "2026-11-25T13:05:09.5+01:00", with T or a space, and with or without
/// seconds, fraction and offset; their parts are taken as written. The hour of a date alone is 0. An empty
/// cell is the empty text, in parts of dates and bins too.
///
/// Errors: usage for unknown columns, names given twice, aggregates and bins that do not parse, more than
/// max_rows, and other than 1 to max_dimensions dimensions; failure, naming row and column, for cells of
/// measures that are empty or no finite numbers, cells of bins that are no finite numbers, dates that are
/// none, and more than max_distinct values; those of build().
///
///     const Cube cube = make_cube(*data::read_table("sales.csv"), {{"city", "when.month"}, {"price:sum"}});
Cube make_cube(const data::Table& table, const CubePlan& plan, const CubeOptions& options = {});

/// Adds the rows of a table with the same columns, new values included, by update(). The path stays, and bins
/// keep their edges: the first and the last take what lies beyond. But for these, and for sums that were
/// rounded, the cube is the same as one made of both tables at once.
///
/// Values that need other units, or keys for the first time, change the stored values of the old rows: the
/// tree is then built anew. If it throws, the cube is as before.
///
/// Errors: those of make_cube(); failure for numbers to put into bins of a cube that had none to make them
/// of.
void add_rows(Cube& cube, const data::Table& table, const CubeOptions& options = {});

} // namespace scanline::cube
