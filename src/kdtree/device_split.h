#pragma once
#include "scanline/compute/copy.h"
#include "scanline/compute/device_array.h"
#include "scanline/compute/fill.h"
#include "scanline/compute/kernel.h"

#include <span>
#include <vector>

namespace scanline::kdtree {

/// An array of point numbers on the GPU.
using Order = compute::ArrayView<std::uint32_t>;

/// Splits the segments of a tree level by level on the GPU. An order is only rearranged when its turn comes
/// to divide a level, or to be finished by groups: by all levels since its last turn at once. A table holds
/// each point's sides on these levels, and small enough, stays in the cache.
class DeviceSplit {
public:
    DeviceSplit(compute::Engine& engine, int dimensions);

    /// Number of orders needed by a tree of this size whose root splits by this axis: up to the last one that
    /// splits a level.
    static int orders(std::int64_t nodes, int dimensions, int first_axis);

    /// Writes the points in tree order. points: by number; orders: of coordinate 0, which numbers the points,
    /// and the further ones that orders() counts; overwrites them. spare: scratch as long as an order. If one
    /// storage block can hold all orders as they lie in one buffer, they are read in place; otherwise they
    /// are copied.
    void run(Order points, std::span<const Order> orders, Order spare, int first_axis, Order nodes) const;

private:
    struct Pass;
    struct Arranged {
        Order order;
        int level; ///< it is sorted within each segment of this level
    };
    void tell_first_sides(Arranged& arranged, const Pass& pass) const;
    void bring(Arranged& arranged, int level, bool divides, Pass& pass) const;
    void split(const Pass& pass, const Arranged& arranged, int bits, std::int64_t holes, bool divides,
               int step) const;
    void finish(int level, int last_level, std::span<const Order> orders, Order points, Order nodes) const;

    compute::Engine* engine_;
    int dimensions_;
    int tile_; ///< cells that a group splits
    compute::ElementwiseKernel first_sides_;
    compute::Kernel count_, move_, subtrees_;
    compute::Copy<std::uint32_t> copy_;
    compute::Fill<std::uint32_t> fill_;
};

} // namespace scanline::kdtree
