#pragma once
#include "scanline/cpu/shared_work.h"
#include "scanline/kdtree/tree.h"
#include "scanline/points/device_points.h"

namespace scanline::kdtree {

using points::DeviceCoordinate;
using points::DevicePoints;

/// A tree on the GPU: the point index of each node (of equal points, the first). The nodes are those of Tree,
/// in the same order.
struct DeviceTree {
    int dimensions = 1;
    compute::DeviceArray<std::uint32_t> index;

    std::int64_t size() const { return index.size(); }
};

/// Downloads the tree with the coordinates of its points, which the GPU gathers: `points` are those from
/// which it was built. Waits for the GPU. Errors: usage for points of other dimensions, or fewer than nodes;
/// failure if out of memory, or if a node names no point because the driver miscalculated; Cancelled.
template <DeviceCoordinate C>
Tree<C> download_tree(compute::Engine& engine, const DeviceTree& tree, const DevicePoints<C>& points,
                      const CallLimits& limits = {});

/// A tree on the GPU with the coordinates of its nodes, one after the other: the input of searches. All
/// coordinates must fit a storage block of the driver.
template <DeviceCoordinate C>
struct DeviceNodes {
    int dimensions = 1;
    compute::DeviceArray<C> coordinates;
    compute::DeviceArray<std::uint32_t> index; ///< point index of each node

    std::int64_t size() const { return index.size(); }
};

/// The nodes of a tree of these points. Errors: usage for points of other dimensions, fewer points than
/// nodes, or coordinates larger than a storage block; failure, naming the bytes, if the driver is out of
/// memory.
///
///     const DevicePoints<float> points = points::upload_points<float>(engine, {xy, 2});
///     const DeviceNodes<float> nodes = take_nodes(engine, build(points), points);
template <DeviceCoordinate C>
DeviceNodes<C> take_nodes(compute::Engine& engine, DeviceTree tree, const DevicePoints<C>& points);

/// Uploads a tree built on the CPU. Errors as above for blocks and memory.
template <DeviceCoordinate C>
DeviceNodes<C> upload_nodes(compute::Engine& engine, const Tree<C>& tree);

/// Links on the GPU, to walk a tree without knowing its shape. No node: all bits set.
struct DeviceLinks {
    std::uint32_t root = 0xffffffff;
    compute::DeviceArray<std::uint32_t> left, right;
    compute::DeviceArray<std::uint32_t> axis; ///< splitting axis of each node
};

/// The links of a tree of this size, the same as make_links() on the CPU. Errors: usage for dimensions out of
/// range, or more nodes than fit a storage block; failure, naming the bytes, if the driver is out of memory.
///
///     const DeviceLinks links = make_links(engine, tree.size(), tree.dimensions);
DeviceLinks make_links(compute::Engine& engine, std::int64_t size, int dimensions);

/// The point indices of a level's nodes, the same as medians() on the CPU; all bits set for missing nodes.
/// Errors: usage for a level that the tree does not have; failure, naming the bytes, if the driver is out of
/// memory.
compute::DeviceArray<std::uint32_t> medians(compute::Engine& engine, const DeviceTree& tree, int level);

} // namespace scanline::kdtree
