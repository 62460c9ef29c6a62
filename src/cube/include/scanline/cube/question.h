#pragma once
#include "scanline/cube/cube.h"
#include "scanline/cube/query.h"

#include <string>
#include <string_view>
#include <vector>

namespace scanline::cube {

/// Reads a query as users write it: conditions on dimensions, separated by commas, and clauses after
/// semicolons. Spaces around names and values do not count; values with , ; { } * " or .. stand in double
/// quotes, doubled inside.
///
///     city=Oslo, product=*                       for each product
///     city={Oslo,Bergen}, day=3..9               sets and ranges, ends included; 3.. and ..9 are open
///     product=*; having count >= 10; top 5 by price:sum    or bottom 5 by ...
///
/// Ranges follow Dictionary::ascending(). Bins are named by a number in them, and ranges of them by edges.
/// A value that a dimension does not have is an error if it stands alone, since it may be misspelt. Ranges
/// may be empty: no rows. Errors: usage that names the query, what is wrong and what could stand there.
Query parse_query(const Cube& cube, std::string_view text);

/// The text that parse_query() reads as this query, the shortest of value, range and set for each condition.
std::string query_text(const Cube& cube, const Query& query);

/// Groups as a table: a column for each dimension of group_by, then "count", then each measure by its name.
struct AnswerTable {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> rows;
};
AnswerTable answer_table(const Cube& cube, const Query& query, const Groups& groups);

/// These rows of a cube as a table: its dimensions, then the columns of its measures.
AnswerTable row_table(const Cube& cube, std::span<const std::uint32_t> rows);

} // namespace scanline::cube
