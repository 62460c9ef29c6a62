#pragma once
#include "scanline/cube/query.h"

namespace scanline::cube {

/// Answers a query with many sets of dimensions in place of group_by, such as those of grouping_sets(): the
/// same groups as one answer() for each. Searches the tree once, for all dimensions of the sets together,
/// then aggregates from large sets to small, each from its smallest ancestor: these cells, or a set with one
/// more dimension. Threads share the sets of one size.
///
/// query: without group_by; having and top apply to each set. Stages: cells, cuboids. Memory: 8 bytes for
/// each visited node, 4 more for each dimension of the sets and 8 for each measure; the groups of two sizes
/// before having. Errors: those of answer().
///
///     cuboids(tree, grouping_sets(3, 2), {.having = 10})[4].count;   // groups of {0, 1} with at least 10
///     rows
std::vector<Groups> cuboids(const Tree& tree, const std::vector<std::vector<int>>& sets,
                            const Query& query = {}, const cpu::Options& options = {});

} // namespace scanline::cube
