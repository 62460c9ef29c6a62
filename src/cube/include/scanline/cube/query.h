#pragma once
#include "scanline/cpu/shared_work.h"
#include "scanline/cube/tree.h"

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace scanline::cube {

/// Rows with any of some codes in a dimension.
struct Condition {
    int dimension = 0;
    std::vector<std::uint32_t> codes; ///< in any order
};

/// Keeps the groups with the largest, or smallest, values of a measure.
struct Top {
    std::int64_t groups = 0;
    std::optional<int> measure{}; ///< none for the number of rows
    bool smallest = false;
};

/// The rows that meet all conditions, as one cell, or one for each combination of codes of some dimensions.
struct Query {
    std::vector<Condition> where{}; ///< at most one for each dimension
    std::vector<int> group_by{};    ///< each at most once
    std::int64_t having = 1;        ///< fewest rows of a group
    std::optional<Top> top{};       ///< of the groups left by having
};

/// What answered a query.
enum class Method {
    path,       ///< nodes that are the cells asked for
    side_links, ///< nodes of the deepest level asked for that its header table names
    scan,       ///< all nodes of that level, below those of the leading codes
};
inline constexpr std::array all_methods{Method::path, Method::side_links, Method::scan};
std::string_view to_string(Method method); ///< "path", "side-links", "scan"

/// Cells of combinations of codes.
struct Groups {
    Method method = Method::path;
    std::vector<std::vector<std::uint32_t>> codes; ///< [dimension of group_by][group]
    std::vector<std::int64_t> count;               ///< [group]
    std::vector<std::vector<std::int64_t>> values; ///< [measure][group]

    std::int64_t size() const { return static_cast<std::int64_t>(count.size()); }
};

/// Answers a batch of queries; threads share its queries. Without group_by, an answer is one cell, which
/// counts 0 if there are no such rows. Groups without rows are left out. Groups are ordered by their codes in
/// the order of group_by; the top ones by value, equal ones by their codes. Answers are exact, and the same
/// for any number of threads. Values of no rows are 0 for sums, and the greatest or least number for
/// Fold::min and Fold::max.
///
/// Leading levels with one code each are descended by binary search. If nothing else is asked for, or just
/// groups of the levels that follow, nodes are the cells. Otherwise nodes of the deepest level with a
/// condition or a group are looked at, and the keys above them compared with the conditions.
///
/// Errors: usage, naming the query, for unknown dimensions, codes and measures, and for a dimension named
/// twice; failure if out of memory; Cancelled.
///
///     const Tree tree = build(sales);   // city, product
///     answer(tree, std::array{Query{{{0, {oslo}}}}}).front().count;   // rows of Oslo
///     answer(tree, std::array{Query{.group_by = {1}, .having = 10}}); // products sold 10 times or more
std::vector<Groups> answer(const Tree& tree, std::span<const Query> queries,
                           const cpu::Options& options = {});

/// The rows behind a cell, ascending. Errors: those of answer().
///
///     rows_behind(tree, {{0, {oslo}}});
std::vector<std::uint32_t> rows_behind(const Tree& tree, const std::vector<Condition>& where,
                                       const CallLimits& limits = {});

/// All sets of up to `most` dimensions, the smaller ones first, each ascending: the groupings of the part of
/// the full cube that analysts look at. Errors: usage for numbers that are negative, and for more sets than
/// max_grouping_sets.
///
///     grouping_sets(3, 2) == {{}, {0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}}
std::vector<std::vector<int>> grouping_sets(int dimensions, int most);
inline constexpr std::int64_t max_grouping_sets = 1 << 20;

} // namespace scanline::cube
