#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/kdtree/search.h"
#include "scanline/kdtree/tree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace scanline::kdtree {

// CPU tree walks. Their GPU twins are shaders/kdtree/ball_walk.glsl and box_walk.glsl.

/// Subtrees of at most this many nodes are scanned linearly: they occupy a few cache lines, and branching
/// among so few takes longer.
inline constexpr std::int64_t bucket_size = 32;

/// visit(number): passes common numbers of dimensions as a std::integral_constant, so that loops over
/// coordinates unroll; others as an int.
template <class Visit>
void with_dimensions(int dimensions, Visit visit) {
    switch (dimensions) {
    case 2: return visit(std::integral_constant<int, 2>());
    case 3: return visit(std::integral_constant<int, 3>());
    case 4: return visit(std::integral_constant<int, 4>());
    default: return visit(dimensions);
    }
}

/// Upper limit of such a number.
template <class Dimensions>
inline constexpr auto dimensions_of = static_cast<std::size_t>(Dimensions::value);
template <>
inline constexpr auto dimensions_of<int> = static_cast<std::size_t>(max_dimensions);

// Distances as Distance defines them. Not public: a user's compiler may fuse the products with the sums.

template <Coordinate C>
constexpr Distance<C> squared_difference(C a, C b) {
    const Distance<C> difference = static_cast<Distance<C>>(a) - static_cast<Distance<C>>(b);
    return difference * difference;
}

/// dimensions: an int, or a constant from with_dimensions().
template <Coordinate C, class Dimensions>
constexpr Distance<C> squared_distance(const C* a, const C* b, Dimensions dimensions) {
    Distance<C> sum = 0;
    for (int axis = 0; axis < dimensions; ++axis)
        sum += squared_difference(a[axis], b[axis]);
    return sum < infinite_distance<C> ? sum : infinite_distance<C>;
}

/// The greatest squared distance within a radius; see Distance.
template <Coordinate C>
Distance<C> squared_radius(double radius) {
    using D = Distance<C>;
    constexpr double most = std::numeric_limits<D>::max();
    if (radius > most || std::same_as<D, double>)
        return std::isinf(radius) ? infinite_distance<C> : static_cast<D>(std::min(radius * radius, most));
    // The comparison with fma() is exact.
    D square = static_cast<D>(std::min(radius * radius, most)), side = static_cast<D>(radius);
    if (std::fma(radius, radius, -double{square}) < 0)
        square = std::nextafter(square, D{0});
    if (side > radius)
        side = std::nextafter(side, D{0});
    return std::max(square, std::min(side * side, std::numeric_limits<D>::max()));
}

/// Visits the nodes around a query, near subtrees first, skipping subtrees outside a ball.
///
/// Ball: limit() is the greatest relevant squared distance, and may shrink during the walk; offer(distance,
/// node) receives every visited node, whatever its distance. A ball that also has enter() and prune() is
/// notified of every subtree of several nodes, and of every skipped side with its splitting node; it disables
/// buckets.
///
/// A subtree is skipped if its bound exceeds the limit, never if it is equal: it may hold a point at the same
/// distance with a smaller index. No point of it is nearer than the bound, even with rounding. Take the split
/// between subtree and query on one axis: from query >= split >= point (or the reverse), the difference of
/// query and point is at least that of query and split. Rounding is monotonic, and so are squares of
/// non-negative numbers and sums of such terms in the same order. The point's distance and the bound are such
/// sums, with equally many terms. NaN terms are 0 in the bound; a distance with such a term is infinite.
template <Coordinate C, class Dimensions, class Ball>
class BallWalk {
public:
    /// poll: counts visited nodes.
    BallWalk(const Tree<C>& tree, Dimensions dimensions, const C* query, Ball& ball, CancelPoll& poll)
        : size_(tree.size()), nodes_(tree.coordinates.data()), dimensions_(dimensions), query_(query),
          ball_(ball), poll_(poll) {}

    void run() { visit(0, size_, 0); }

private:
    static constexpr bool is_told = requires(Ball ball) { ball.enter(0, 0); };
    static constexpr std::int64_t scanned_size = is_told ? 1 : bucket_size;

    // Like Subtree, but with the axis instead of the depth.
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
    // Squared distance from the query to the subtree along each axis.
    std::array<Distance<C>, dimensions_of<Dimensions>> gap_{};
};

/// Visits the nodes inside a box: take(first, last) receives ranges [first, last), single nodes or whole
/// subtrees, in node order. A Take that also has enter(), miss() and prune() is notified of every traversed
/// subtree of several nodes, of nodes outside the box, and of every skipped side with its splitting node; it
/// disables buckets.
template <Coordinate C, class Dimensions, class Take>
class BoxWalk {
public:
    /// poll: counts visited nodes.
    BoxWalk(const Tree<C>& tree, Dimensions dimensions, const C* low, const C* high, Take& take,
            CancelPoll& poll)
        : size_(tree.size()), nodes_(tree.coordinates.data()), dimensions_(dimensions), low_(low),
          high_(high), take_(take), poll_(poll) {}

    void run() { visit(0, size_, 0, all_sides()); }

private:
    // The box sides that points of a subtree may lie beyond, one bit each.
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

    // Like Subtree, but with the axis instead of the depth. Points equal to a split may lie on both sides of
    // it.
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
