#pragma once
#include "scanline/core/named.h"
#include "scanline/cpu/shared_work.h"
#include "scanline/cube/tree.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace scanline::cube {

/// Matches rows that have one of these codes in a dimension.
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

/// Aggregates the rows that meet all conditions: into one cell, or a group for each combination of codes.
struct Query {
    std::vector<Condition> where{}; ///< at most one for each dimension
    std::vector<int> group_by{};    ///< each at most once
    std::int64_t having = 1;        ///< least rows of a group
    std::optional<Top> top{};       ///< of the groups that having keeps
};

/// How a query was answered.
enum class Method {
    path,       ///< by nodes that are the cells of the query
    side_links, ///< by nodes of the deepest level, found in its header table
    scan,       ///< by all nodes of the deepest level below the leading codes
};
constexpr auto table_of(Method) {
    using enum Method;
    return named<Method>({{path, "path"}, {side_links, "side-links"}, {scan, "scan"}});
}
using scanline::to_string;

/// The answer to a query.
struct Groups {
    Method method = Method::path;
    std::vector<std::vector<std::uint32_t>> codes; ///< [dimension of group_by][group]
    std::vector<std::int64_t> count;               ///< [group]
    std::vector<std::vector<std::int64_t>> values; ///< [measure][group]

    std::int64_t size() const { return static_cast<std::int64_t>(count.size()); }
};

/// Answers a batch of queries; threads share the queries. Without group_by, the answer is one cell, with
/// count 0 if no rows match, unless having asks for more rows than it has. Groups without rows are omitted.
/// Groups ascend by their codes in the order of group_by; top groups are sorted by value, ties by codes.
/// Answers are exact, and the same for any number of threads. The values of no rows are 0 for sums, and the
/// largest or smallest number for Fold::min and Fold::max.
///
/// Descends leading levels with one code each by binary search. If the query names no other levels, or only
/// groups by those that follow, the nodes found are the cells. Otherwise visits nodes of the deepest level
/// with a condition or a group, and compares the keys above them with the conditions.
///
/// Errors: usage, naming the query, for unknown dimensions, codes and measures, and for a dimension named
/// twice; failure if out of memory; Cancelled.
///
///     const Tree tree = build(sales);   // city, product
///     answer(tree, std::array{Query{{{0, {oslo}}}}}).front().count;   // rows of Oslo
///     answer(tree, std::array{Query{.group_by = {1}, .having = 10}}); // products sold at least 10 times
std::vector<Groups> answer(const Tree& tree, std::span<const Query> queries,
                           const cpu::Options& options = {});

/// Returns the rows of a cell, ascending. Errors: those of answer().
///
///     rows_behind(tree, {{0, {oslo}}});
std::vector<std::uint32_t> rows_behind(const Tree& tree, const std::vector<Condition>& where,
                                       const CallLimits& limits = {});

/// Lists all sets of up to `most` dimensions, small sets first, each set ascending: the groupings of the part
/// of the full cube that analysts look at. Errors: usage for negative numbers, and for more than
/// max_grouping_sets sets.
///
///     grouping_sets(3, 2) == {{}, {0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}}
std::vector<std::vector<int>> grouping_sets(int dimensions, int most);
inline constexpr std::int64_t max_grouping_sets = 1 << 20;

} // namespace scanline::cube
