#pragma once
#include "scanline/cube/cube.h"
#include "scanline/cube/query.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::cube {

/// Keeps the groups with the largest, or smallest, values of a measure. Groups without a value come last.
struct MeasureTop {
    Measure measure{};
    std::int64_t groups = 0;
    bool smallest = false;
};

/// A query, and what it asks of measures.
struct Question : Query {
    std::vector<MeasureLimit> limits{};  ///< kept groups meet all of them
    std::optional<MeasureTop> ranking{}; ///< of the groups that are kept; without Query::top
};

/// Parses a query as users write it: conditions on dimensions, separated by commas, then clauses, each after
/// a semicolon. See tables::Condition for conditions; `city=*` groups by a dimension.
///
///     city=Oslo, product=*                       for each product
///     city!={Oslo,Bergen}, when=2020..2021       sets and ranges; 3.. and ..9 are open
///     city={Oslo,Bergen}, city=*                 for each of these
///     product=*; having count >= 10; having price:sum >= 100; top 5 by price:avg    or bottom 5 by ...
///
/// A bin is named by any number in it, a range of bins by edges. A value that the dimension does not have is
/// an error, since it may be misspelt. Empty ranges and sets match no rows. Top is by count unless told.
/// Errors: usage, naming the query, the problem and what is expected.
Question parse_question(const Cube& cube, std::string_view text);

/// Drops the groups of an answer to the query of a question that its limits and its ranking do not keep.
void keep_asked(const Question& question, Groups& groups);

/// Formats a question so that parse_question() reads it back, each condition as the shortest of value, range
/// and set. The query must be valid for answer().
///
///     question_text(cube, {{.where = {{0, {1}}}, .group_by = {1}}});   // city=Bergen, product=*
std::string question_text(const Cube& cube, const Question& question);

/// Text columns with their names.
struct AnswerTable {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> rows;
};
/// Formats groups as a table: a column for each dimension of group_by, then "count", then every measure
/// except :count by its name. Groups are in the order of their values, see Dimension::ascending(), or in that
/// of the groups if is_ranked.
AnswerTable answer_table(const Cube& cube, const Query& query, const Groups& groups, bool is_ranked = false);

/// Formats rows of a cube as a table: its dimensions, then the columns of its measures.
AnswerTable row_table(const Cube& cube, std::span<const std::uint32_t> rows);

} // namespace scanline::cube
