#pragma once
#include "scanline/cpu/shared_work.h"
#include "scanline/kdtree/tree.h"
#include "scanline/ranks/communicator.h"

#include <functional>

namespace scanline::kdtree {

/// Builds the tree of a rank's own points, of which no two are equal: build_distinct(), or a DeviceBuilder.
template <Coordinate C>
using RankBuild = std::function<Tree<C>(const Points<C>&)>;

/// Builds the tree of all ranks' points, node for node that of build(). Returns this rank's nodes, which
/// follow those of the ranks before it; these are whole subtrees and the nodes between them. index: of the
/// points, in the units of Tree::index; it ascends from point to point, also from rank to rank.
///
/// The ranks sort the points together by the first super key, and remove duplicates. They split the highest
/// levels where the points lie: 2^levels subtrees are one a rank, or at least eight if there is no such
/// number. Each rank receives its subtrees' points and builds each alone, with its coordinates turned so that
/// the first is the one that splits it. The first rank builds alone if there are fewer than 64 points a rank.
///
/// Takes, for each of a rank's points, twice or three times its coordinates, in multiples of 3, 8 or 32, and
/// 16 bytes, besides what `build` needs. Stages: check, sort, exchange, remove-duplicates, split, build.
/// Errors, on all ranks alike: those of require_points() for a rank's points, usage for more than max_points,
/// those of `build`, failure if out of memory; Cancelled. Source: Brown 2015; the idea of splitting the
/// highest levels together: Al-Furajh et al., "Parallel construction of multidimensional binary search
/// trees", 2000.
///
///     // rank 0: (2, 3) (5, 4) (9, 6), rank 1: (4, 7) (8, 1) (7, 2), index 0 1 2 and 3 4 5
///     build_over_ranks<float>(ranks, points, index, [](auto& own) { return build_distinct(own); })
///     // index: 0 3 1 4 5 2 on rank 0, none on rank 1
template <Coordinate C>
Tree<C> build_over_ranks(ranks::Communicator& ranks, const Points<C>& points,
                         std::span<const std::int32_t> index, const RankBuild<C>& build,
                         const cpu::Options& options = {});

} // namespace scanline::kdtree
