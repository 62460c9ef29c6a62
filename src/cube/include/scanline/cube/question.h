#pragma once
#include "scanline/cube/cube.h"
#include "scanline/cube/query.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::cube {

/// Parses a query as users write it: conditions on dimensions, separated by commas, then clauses, each after
/// a semicolon. Spaces around names and values are ignored. Names and values with , ; { } * " = or .. need
/// double quotes; a quote inside is doubled.
///
///     city=Oslo, product=*                       for each product
///     city={Oslo,Bergen}, day=3..9               sets and inclusive ranges; 3.. and ..9 are open
///     city={Oslo,Bergen}, city=*                 for each of these
///     product=*; having count >= 10; top 5 by price:sum    or bottom 5 by ...; default: by count
///
/// Ranges follow the order of Dimension::ascending() and exclude the empty text; their ends need not be
/// values. A number that is not there as written matches the values equal to it. A bin is named by any number
/// in it, a range of bins by edges. Groups are ranked by count, sum, min or max, not by avg.
///
/// A value that the dimension does not have is an error, since it may be misspelt. Empty ranges and sets
/// match no rows. Errors: usage, naming the query, the problem and what is expected.
Query parse_query(const Cube& cube, std::string_view text);

/// Formats a query so that parse_query() reads it back, each condition as the shortest of value, range and
/// set. The query must be valid for answer().
///
///     query_text(cube, {.where = {{0, {1}}}, .group_by = {1}});   // city=Bergen, product=*
std::string query_text(const Cube& cube, const Query& query);

/// Text columns with their names.
struct AnswerTable {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> rows;
};
/// Formats groups as a table: a column for each dimension of group_by, then "count", then every measure
/// except :count by its name.
AnswerTable answer_table(const Cube& cube, const Query& query, const Groups& groups);

/// Formats rows of a cube as a table: its dimensions, then the columns of its measures.
AnswerTable row_table(const Cube& cube, std::span<const std::uint32_t> rows);

} // namespace scanline::cube
