#pragma once
#include "scanline/core/pimpl.h"
#include "scanline/kdtree/device_tree.h"

#include <optional>
#include <string>

namespace scanline::kdtree {

/// Describes the first fault of a tree on the GPU in one line; none if it is the tree of these points. Says
/// the same as verify(), except that it searches breadth first: of nodes out of bounds, it reports the first
/// one of the highest level that has any. The tree may hold anything.
///
/// Points come from host memory in batches, so they may exceed a storage block in number and dimensions; the
/// coordinates of all nodes must fit one. Stages:
///
/// 1. check: points and sizes, on the CPU;
/// 2. nodes: every node has the coordinates of the point that it names;
/// 3. bounds: level by level, every node lies on the right side of all its ancestors;
/// 4. points: a search from the root finds every point that no node names, at a node that names an equal,
///    earlier point.
///
/// A verifier is for one coordinate type and number of dimensions. Waits for the GPU. Scratch: up to 64 MiB
/// of points, or as many as fit a storage block, and 4 bytes for each. Errors: those of require_points() for
/// the points; usage for dimensions out of range, points of other dimensions, and nodes larger than a storage
/// block; failure if the driver is out of memory, naming the bytes, or if the GPU reports a fault that is
/// none; Cancelled.
///
///     const DeviceVerifier<float> verify(engine, 2);
///     const std::vector<float> xy{2, 3, 5, 4, 9, 6}, others{2, 3, 5, 4, 9, 7};
///     const DeviceNodes<float> nodes = upload_nodes(engine, build<float>({xy, 2}));
///     verify(nodes, {xy, 2}) == std::nullopt
///     verify(nodes, {others, 2}) == "node 2 does not have the coordinates of point 2, which it names"
template <DeviceCoordinate C>
class DeviceVerifier {
public:
    DeviceVerifier(compute::Engine& engine, int dimensions);

    std::optional<std::string> operator()(const DeviceNodes<C>& tree, const Points<C>& points,
                                          const CallLimits& limits = {}) const;

private:
    struct Parts;
    Pimpl<const Parts> parts_;
};

} // namespace scanline::kdtree
