#pragma once
#include "bucket_size.h"
#include "with_dimensions.h"

#include "scanline/core/cancellation.h"
#include "scanline/kdtree/tree.h"

namespace scanline::kdtree {

/// Goes through the nodes that lie in a box: take(first, last) gets those from first to before last, runs of
/// one node or of whole subtrees, in the order of the nodes. One that has enter(), miss() and prune(), too,
/// is told of every subtree of several nodes that is gone through, of nodes outside of the box, and of every
/// side that is left out with the node that splits; it goes without buckets.
template <Coordinate C, class Dimensions, class Take>
class BoxWalk {
public:
    /// poll: counts the nodes that are looked at.
    BoxWalk(const Tree<C>& tree, Dimensions dimensions, const C* low, const C* high, Take& take,
            CancelPoll& poll)
        : size_(tree.size()), nodes_(tree.coordinates.data()), dimensions_(dimensions), low_(low),
          high_(high), take_(take), poll_(poll) {}

    void run() { visit(0, size_, 0, all_sides()); }

private:
    // The sides of the box that points of a subtree may lie beyond, a bit each.
    using Sides = std::uint64_t;
    static_assert(2 * max_dimensions <= 64);
    static Sides low_side(int axis) { return Sides{1} << axis; }
    static Sides high_side(int axis) { return Sides{1} << (max_dimensions + axis); }
    Sides all_sides() const {
        const Sides low = low_side(dimensions_) - 1;
        return low | low << max_dimensions;
    }

    static constexpr bool is_told = requires(Take take) { take.enter(0, 0); };
    static constexpr std::int64_t scanned_size = is_told ? 1 : bucket_size;

    // A Subtree, with its axis in place of the depth. Points equal to a split may lie on both sides of it.
    void visit(std::int64_t first, std::int64_t last, int axis, Sides open) {
        if (open == 0)
            return take_(first, last);
        if (last - first <= scanned_size)
            return scan(first, last);
        if constexpr (is_told)
            take_.enter(first, last);
        const std::int64_t root = Subtree{first, last}.root();
        const C split = nodes_[root * dimensions_ + axis];
        const int next_axis = axis + 1 == dimensions_ ? 0 : axis + 1;
        const bool above_low = low_[axis] <= split, below_high = split <= high_[axis];
        if (above_low)
            visit(first, root, next_axis, below_high ? open & ~high_side(axis) : open);
        else if constexpr (is_told)
            take_.prune(first, root + 1, root, false);
        if (above_low && below_high)
            scan(root, root + 1);
        if (below_high)
            visit(root + 1, last, next_axis, above_low ? open & ~low_side(axis) : open);
        else if constexpr (is_told)
            take_.prune(root, last, root, true);
    }

    void scan(std::int64_t first, std::int64_t last) {
        poll_.count(last - first);
        for (std::int64_t node = first; node < last; ++node) {
            if (is_inside(nodes_ + node * dimensions_))
                take_(node, node + 1);
            else if constexpr (is_told)
                take_.miss(node);
        }
    }

    bool is_inside(const C* point) const {
        for (int axis = 0; axis < dimensions_; ++axis) {
            if (point[axis] < low_[axis] || point[axis] > high_[axis])
                return false;
        }
        return true;
    }

    const std::int64_t size_;
    const C* const nodes_;
    const Dimensions dimensions_;
    const C *const low_, *const high_;
    Take& take_;
    CancelPoll& poll_;
};

} // namespace scanline::kdtree
