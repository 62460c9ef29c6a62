#pragma once
#include "scanline/cpu/shared_work.h"
#include "scanline/kdtree/tree.h"
#include "scanline/points/device_points.h"

namespace scanline::kdtree {

using points::DeviceCoordinate;
using points::DevicePoints;

/// A tree on the GPU: which point each node is, of equal points the first. The nodes are those of Tree, in
/// the same order.
struct DeviceTree {
    int dimensions = 1;
    compute::DeviceArray<std::uint32_t> index;

    std::int64_t size() const { return index.size(); }
};

/// The tree in the memory of the program, with the coordinates of these points, of which it must be the tree.
/// Waits for the GPU. Stage: download. Errors: as build() for memory and threads.
template <DeviceCoordinate C>
Tree<C> download_tree(const DeviceTree& tree, const Points<C>& points, const cpu::Options& options = {});

/// A tree on the GPU with the coordinates of its nodes, one after the other: what queries are put to. All of
/// them must fit a storage block of the driver.
template <DeviceCoordinate C>
struct DeviceNodes {
    int dimensions = 1;
    compute::DeviceArray<C> coordinates;
    compute::DeviceArray<std::uint32_t> index; ///< which point each node is

    std::int64_t size() const { return index.size(); }
};

/// The nodes of a tree of these points. Errors: usage for points of other dimensions, fewer points than
/// nodes, and where the coordinates are larger than a storage block; failure, naming the bytes, where the
/// driver has not the memory.
///
///     const DevicePoints<float> points = points::upload_points<float>(engine, {xy, 2});
///     const DeviceNodes<float> nodes = take_nodes(engine, build(points), points);
template <DeviceCoordinate C>
DeviceNodes<C> take_nodes(compute::Engine& engine, DeviceTree tree, const DevicePoints<C>& points);

/// The nodes of a tree that was built on the CPU. Errors as above for blocks and memory.
template <DeviceCoordinate C>
DeviceNodes<C> upload_nodes(compute::Engine& engine, const Tree<C>& tree);

/// Links on the GPU, for those who walk a tree there without knowing its shape. No node: all bits set.
struct DeviceLinks {
    std::uint32_t root = 0xffffffff;
    compute::DeviceArray<std::uint32_t> left, right;
    compute::DeviceArray<std::uint32_t> axis; ///< that each node splits by
};

/// The links of a tree of so many nodes, those of make_links() on the CPU. Errors: usage for dimensions out
/// of range, and more nodes than fit a storage block; failure, naming the bytes, where the driver has not the
/// memory.
///
///     const DeviceLinks links = make_links(engine, tree.size(), tree.dimensions);
DeviceLinks make_links(compute::Engine& engine, std::int64_t size, int dimensions);

/// The points that the nodes of a level are, those of medians() on the CPU; all bits set where there is none.
/// Errors: usage for a level that the tree has not; failure, naming the bytes, where the driver has not the
/// memory.
compute::DeviceArray<std::uint32_t> medians(compute::Engine& engine, const DeviceTree& tree, int level);

} // namespace scanline::kdtree
