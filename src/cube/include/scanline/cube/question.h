#pragma once
#include "scanline/cube/cube.h"
#include "scanline/cube/query.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::cube {

/// Reads a query as users write it: conditions on dimensions, separated by commas, and clauses after
/// semicolons. Spaces around names and values do not count; those with , ; { } * " = or .. stand in double
/// quotes, doubled inside.
///
///     city=Oslo, product=*                       for each product
///     city={Oslo,Bergen}, day=3..9               sets and ranges, ends included; 3.. and ..9 are open
///     city={Oslo,Bergen}, city=*                 for each of these
///     product=*; having count >= 10; top 5 by price:sum    or bottom 5 by ...; by count if left out
///
/// Ranges are in the order of Dimension::ascending(), without the empty text; their ends need not be values.
/// A value that is not there as written, but equals others as a number, stands for these. A bin is named by a
/// number in it, a range of bins by edges. Groups are ranked by count, sum, min or max, not by avg.
///
/// A value that a dimension does not have is an error, since it may be misspelt; ranges and sets may be
/// empty: no rows. Errors: usage that names the query, what is wrong and what could stand there.
Query parse_query(const Cube& cube, std::string_view text);

/// The text that parse_query() reads as this query, the shortest of value, range and set for each condition.
/// query: one that answer() takes.
std::string query_text(const Cube& cube, const Query& query);

/// Groups as a table: a column for each dimension of group_by, then "count", then each measure but :count by
/// its name.
struct AnswerTable {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> rows;
};
AnswerTable answer_table(const Cube& cube, const Query& query, const Groups& groups);

/// These rows of a cube as a table: its dimensions, then the columns of its measures.
AnswerTable row_table(const Cube& cube, std::span<const std::uint32_t> rows);

} // namespace scanline::cube
