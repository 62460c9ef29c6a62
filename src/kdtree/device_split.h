#pragma once
#include "scanline/compute/copy.h"
#include "scanline/compute/device_array.h"
#include "scanline/compute/kernel.h"
#include "scanline/compute/tile_passes.h"

#include <span>
#include <vector>

namespace scanline::kdtree {

/// An array of numbers of points, on the GPU.
using Order = compute::ArrayView<std::uint32_t>;

/// Splits the segments of a tree level by level on the GPU, in all orders of its points at once.
class DeviceSplit {
public:
    DeviceSplit(compute::Engine& engine, int dimensions);

    /// How many orders a tree of so many nodes needs, whose root splits by this axis: up to the last one that
    /// splits a level.
    static int orders(std::int64_t nodes, int dimensions, int first_axis);

    /// The points in the order of the tree, which lie in one of the arrays given. orders: of coordinate 0,
    /// which numbers the points, and as many further ones as orders() says; ranks: of each but the first;
    /// spare: another array as long. All but the ranks are written.
    Order run(std::vector<Order> orders, std::span<const Order> ranks, Order spare, int first_axis) const;

private:
    void part(int level, Order order, Order divider, const Order* ranks, Order output) const;
    void finish(int level, int last_level, int first_axis, std::span<const Order> orders, Order nodes) const;

    compute::Engine* engine_;
    int dimensions_;
    int span_; ///< the most cells of a segment that one group finishes
    compute::TilePasses by_label_, by_rank_;
    compute::Kernel subtrees_;
    compute::Copy<std::uint32_t> copy_;
};

} // namespace scanline::kdtree
