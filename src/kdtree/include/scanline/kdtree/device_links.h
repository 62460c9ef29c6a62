#pragma once
#include "scanline/kdtree/device_build.h"

namespace scanline::kdtree {

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
