#pragma once
#include "scanline/cpu/shared_work.h"
#include "scanline/cube/tree.h"
#include "scanline/ranks/communicator.h"

#include <functional>
#include <vector>

namespace scanline::cube {

/// Builds the H-tree of all ranks' rows, one's after the other's, and gives each rank a part of it as
/// make_cube() does. Deals the rows by the order of their codes, as many to each rank, which calls
/// build(rows); then joins the nodes that several ranks have a part of, at most one a level at each border.
Tree build_over_ranks(ranks::Communicator& ranks, const Rows& rows, const std::vector<int>& path,
                      const cpu::Options& options, const std::function<Tree(const Rows& rows)>& build);

} // namespace scanline::cube
