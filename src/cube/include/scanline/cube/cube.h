#pragma once
#include "scanline/cpu/shared_work.h"
#include "scanline/cube/measure.h"
#include "scanline/cube/tree.h"
#include "scanline/data/table.h"
#include "scanline/ranks/communicator.h"
#include "scanline/tables/coded_column.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::cube {

/// A dimension of a cube: a column, its bins, or a part of its dates.
using Dimension = tables::CodedColumn;

/// The dimensions and measures of a cube, as users name them.
struct CubePlan {
    /// Columns, or parts of dates in a column: "city", "when.year", "when.month", "when.weekday"; see
    /// tables::DatePart. A column that has the whole name takes precedence.
    std::vector<std::string> dimensions;
    std::vector<std::string> measures{}; ///< "price:sum", "price:avg", ":count"
    /// Dimensions from the root down; empty for default_path(). Omitted ones follow by ascending cardinality.
    std::vector<std::string> path{};
    /// Dimensions to bin: "price:20" for up to 20 bins of equal width with round edges, "price:20:quantiles"
    /// for up to 20 bins of equal counts, fewer if values repeat.
    std::vector<std::string> bins{};
    tables::Reading reading{}; ///< of the cells, also of rows added later
};

/// A data cube: the coded dimensions and measures of a table, and the H-tree of its rows.
struct Cube {
    std::vector<Dimension> dimensions{};
    std::vector<Measure> measures{}; ///< as planned; a sum and an average share a stored measure
    tables::Reading reading{};       ///< of the table's cells
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
    const TreeMaker* maker = nullptr;     ///< null for the CPU; not owned
    ranks::Communicator* ranks = nullptr; ///< null for one process; not owned
};

/// Codes the columns of a table in parallel, and builds the tree of its rows. Codes number the distinct
/// values in order of first appearance, so adding rows never changes them. A table without rows gives an
/// empty cube.
///
/// Each dimension is of numbers, dates or text, see tables::TypeSniffer; a missing value is a value of its
/// own, the empty text. Parts of dates are as written, without conversion to UTC; a date without a time has
/// hour 0. Measures leave missing values out.
///
/// Errors: usage for unknown columns, names given twice, aggregates or bins that do not parse, more than
/// max_rows, a number of dimensions outside 1 to max_dimensions, or dates that several formats fit; failure,
/// naming row and column, for a measure or a binned cell that is not a finite number, a malformed date, or
/// more than tables::max_distinct values; failure, naming the measure, for exact sums of more than 127 bits;
/// those of build().
///
/// Over ranks, each has a part of the table's rows, one's after the other's, and gets a part of the cube: of
/// its rows, and of the tree, which they build together: node arrays that go on where those of the rank
/// before end, with numbers of all ranks' nodes and rows, without parents and header tables; see
/// cube_arrays().
///
///     const Cube cube = make_cube(*data::read_table("sales.csv"), {{"city", "when.month"}, {"price:sum"}});
Cube make_cube(const data::Table& table, const CubePlan& plan, const CubeOptions& options = {});

/// Adds the rows of a table with the same columns, which may have new values. The path, the types of
/// dimensions and the edges of bins stay; apart from these, the cube equals one made of both tables at once.
/// Numbers beyond the edges get bins of their own.
///
/// Usually updates the tree. If new numbers change how a measure is stored, such as a sum's units, the old
/// rows change too, and the tree is rebuilt. Strong exception guarantee: if it throws, the cube is unchanged.
///
/// Over ranks, each has the whole cube and a part of the table's rows, as for make_cube(), and gets a part of
/// the new cube. The tree is rebuilt.
///
/// Errors: those of make_cube(); failure, naming row and column, for a cell that is not of its dimension's
/// type, or a number to bin where the cube had none to derive bins from.
void add_rows(Cube& cube, const data::Table& table, const CubeOptions& options = {});

/// Describes the first difference between a tree and the one that build() makes of these rows; none if they
/// are the same. For trees of a TreeMaker: a driver may miscalculate. Errors: Cancelled.
///
///     "the counts of level 2 do not match its rows"
std::optional<std::string> tree_fault(const Tree& tree, const Rows& rows, const CancelHook& cancelled = {});

/// Writes a cube as an NPZ archive, whatever the extension: dictionaries, the codes and measures of rows, and
/// the keys, first children, counts and values of the tree; see table/cube_arrays.h. Atomic: a crash leaves
/// an older file intact. Errors: those of data::write_file().
void write_cube(const std::filesystem::path& path, const Cube& cube);

/// The arrays of such a file, in its order. Those of rows and nodes stay in the cube.
struct CubeArrays {
    data::NpzArrays small;
    std::vector<data::NpzPart> parts;
};
/// Over ranks, each array is the concatenation of all ranks' arrays in rank order; only the first rank has
/// the small arrays.
CubeArrays cube_arrays(const Cube& cube, bool is_first_rank = true);

/// Reads a cube that write_cube() wrote, and derives the rest of its tree. Checks everything, the tree
/// against its rows included. Errors, naming the path and the problem: those of data::NpzFile; not a cube; a
/// newer format, with the remedy; inconsistent arrays. Also Cancelled.
///
///     write_cube("sales.cube", cube);
///     read_cube("sales.cube").tree == cube.tree
Cube read_cube(const std::filesystem::path& path, const CancelHook& cancelled = {});
/// The names of its dimensions alone, in no time. Errors: those of data::NpzFile.
std::vector<std::string> read_dimension_names(const std::filesystem::path& path);

} // namespace scanline::cube
