#pragma once
#include "bucket_size.h"
#include "squared_distance.h"
#include "with_dimensions.h"

#include "scanline/core/cancellation.h"
#include "scanline/kdtree/tree.h"

#include <array>

namespace scanline::kdtree {

/// Goes through the nodes around a query, near subtrees first, but for subtrees that lie outside of a ball.
///
/// Ball: limit() is the greatest squared distance that is of interest, and may fall on the way;
/// offer(distance, node) gets every node that is looked at, whatever its distance. A ball that has enter()
/// and prune(), too, is told of every subtree of several nodes, and of every side that is left out with the
/// node that splits; it goes without buckets.
///
/// A subtree is left out where its bound is above the limit, never where it is equal: it may hold a point of
/// the same distance and a smaller index. No point of it has a distance below the bound, roundings included.
/// Take the split between it and the query on one axis: of query >= split >= point (or all the other way) the
/// difference of query and point is not less than that of query and split. Rounding keeps that order, and so
/// do squares of what is not negative, and sums of such terms in the same order, term by term. The point's
/// distance and the bound are such sums, of the same number of terms. Terms that are no number are 0 in the
/// bound; a distance with such a term is infinite.
template <Coordinate C, class Dimensions, class Ball>
class BallWalk {
public:
    /// poll: counts the nodes that are looked at.
    BallWalk(const Tree<C>& tree, Dimensions dimensions, const C* query, Ball& ball, CancelPoll& poll)
        : size_(tree.size()), nodes_(tree.coordinates.data()), dimensions_(dimensions), query_(query),
          ball_(ball), poll_(poll) {}

    void run() { visit(0, size_, 0); }

private:
    static constexpr bool is_told = requires(Ball ball) { ball.enter(0, 0); };
    static constexpr std::int64_t scanned_size = is_told ? 1 : bucket_size;

    // A Subtree, with its axis in place of the depth.
    void visit(std::int64_t first, std::int64_t last, int axis) {
        if (last - first <= scanned_size) {
            scan(first, last);
            return;
        }
        if constexpr (is_told)
            ball_.enter(first, last);
        const std::int64_t root = Subtree{first, last}.root();
        const C split = nodes_[root * dimensions_ + axis];
        const int next_axis = axis + 1 == dimensions_ ? 0 : axis + 1;
        const bool is_left = query_[axis] < split;
        const auto visit_side = [&](bool left) {
            left ? visit(first, root, next_axis) : visit(root + 1, last, next_axis);
        };
        visit_side(is_left);

        Distance<C>& gap = gap_[static_cast<std::size_t>(axis)];
        const Distance<C> gap_here = gap, gap_there = squared_difference(query_[axis], split);
        gap = gap_there >= 0 ? gap_there : 0;
        if (bound() <= ball_.limit()) {
            scan(root, root + 1);
            visit_side(!is_left);
        } else if constexpr (is_told) {
            ball_.prune(is_left ? root : first, is_left ? last : root + 1, root, is_left, bound());
        }
        gap = gap_here;
    }

    void scan(std::int64_t first, std::int64_t last) {
        poll_.count(last - first);
        const C* point = nodes_ + first * dimensions_;
        for (std::int64_t node = first; node < last; ++node, point += dimensions_)
            ball_.offer(squared_distance(query_, point, dimensions_), node);
    }

    Distance<C> bound() const {
        Distance<C> sum = 0;
        for (int axis = 0; axis < dimensions_; ++axis)
            sum += gap_[static_cast<std::size_t>(axis)];
        return sum;
    }

    const std::int64_t size_;
    const C* const nodes_;
    const Dimensions dimensions_;
    const C* const query_;
    Ball& ball_;
    CancelPoll& poll_;
    // Squared, from the query to where the subtree begins, along each axis.
    std::array<Distance<C>, most_dimensions<Dimensions>> gap_{};
};

} // namespace scanline::kdtree
