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
    /// Columns, or parts of a column of dates: "city", "when.year", "when.month", "when.day", "when.hour".
    std::vector<std::string> dimensions;
    std::vector<std::string> measures{}; ///< "price:sum", "price:avg", ":count"
    /// Dimensions from the root on; none for default_path(). Those left out follow, by ascending cardinality.
    std::vector<std::string> path{};
    std::vector<std::string> bins{}; ///< "price:20" of equal width, "price:20:quantiles" of equal counts
};

/// A data cube: a table's dimensions and measures, coded, and the H-tree of its rows.
struct Cube {
    std::vector<Dimension> dimensions;
    std::vector<Measure> measures; ///< as asked for; those that a sum serves share it
    Rows rows;                     ///< as long as the cube, so that cells can show what is behind them
    Tree tree;

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
    std::function<void(double part, const std::string& what)> progress{};
    const TreeMaker* maker = nullptr; ///< none for the CPU
};

/// Codes the columns of a table and builds its tree. Codes number values in the order of their appearance, so
/// that further rows leave them as they are. A table without rows gives a cube without.
///
/// Errors: usage for unknown columns, names given twice, aggregates and bins that do not parse, and more than
/// max_dimensions; failure, naming row and column, for measures that are empty or no finite numbers, dates
/// that do not parse, more than max_distinct values, and sums beyond what 64 bits hold; those of build().
///
///     const Cube cube = make_cube(*data::read_table("sales.csv"), {{"city", "when.month"}, {"price:sum"}});
Cube make_cube(const data::Table& table, const CubePlan& plan, const CubeOptions& options = {});

/// Adds the rows of a table with the same columns, new values included, by update(). Bins keep their edges;
/// the first and the last take what lies beyond. Equal to the cube made of both tables at once, but for bins.
/// If it throws, the cube is as before.
void add_rows(Cube& cube, const data::Table& table, const CubeOptions& options = {});

} // namespace scanline::cube
