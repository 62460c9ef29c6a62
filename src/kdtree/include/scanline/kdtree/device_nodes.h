#pragma once
#include "scanline/kdtree/device_build.h"

namespace scanline::kdtree {

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
///     const DevicePoints<float> points = upload_points<float>(engine, {xy, 2});
///     const DeviceNodes<float> nodes = take_nodes(engine, build(points), points);
template <DeviceCoordinate C>
DeviceNodes<C> take_nodes(compute::Engine& engine, DeviceTree tree, const DevicePoints<C>& points);

/// The nodes of a tree that was built on the CPU. Errors as above for blocks and memory.
template <DeviceCoordinate C>
DeviceNodes<C> upload_nodes(compute::Engine& engine, const Tree<C>& tree);

} // namespace scanline::kdtree
