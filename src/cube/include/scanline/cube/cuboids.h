#pragma once
#include "scanline/cube/query.h"

namespace scanline::cube {

/// Answers one question for many sets of dimensions, such as grouping_sets() lists: the same groups as
/// answer() finds with each as group_by. The tree is looked through once, for all dimensions of the sets
/// together. Sets are then grouped from large to small, each from the smallest of these cells and the sets of
/// the next larger size that contain it. Threads share the sets of a size.
///
/// query: without group_by; its having and top hold for each set. Stages: cells, cuboids. Memory: for each
/// node looked at, 4 bytes for each dimension of the sets, and 8 more than 8 for each measure; the groups of
/// two sizes before having. Errors: those of answer().
///
///     cuboids(tree, grouping_sets(3, 2), {.having = 10})[4].count;   // groups of {0, 1} of 10 rows or more
std::vector<Groups> cuboids(const Tree& tree, const std::vector<std::vector<int>>& sets,
                            const Query& query = {}, const cpu::Options& options = {});

} // namespace scanline::cube
