#pragma once
#include "scanline/core/hidden.h"
#include "scanline/kdtree/device_tree.h"

#include <optional>
#include <string>

namespace scanline::kdtree {

/// Says in a line what is wrong first with a tree on the GPU; none where it is the tree of these points.
/// Says the same as verify(), but that it looks breadth first: of nodes out of bounds it tells one of the
/// highest level that has any, of that level the first. The tree may hold anything.
///
/// Points are in the memory of the program and go to the GPU some at a time, so that there may be more of
/// them, and of more coordinates, than fit a storage block; the coordinates of all nodes must fit one.
/// Stages:
///
/// 1. check: of points and sizes, on the CPU;
/// 2. nodes: that every node has the coordinates of the point which it names;
/// 3. bounds: level after level, that every node lies on the right side of all of its ancestors;
/// 4. points: that every point that no node names is found from the root on, at a node that names an equal
///    one before it.
///
/// One verifier is for trees of one type and number of dimensions. Waits for the GPU. Scratch: up to 64 MiB
/// of points, or as many as fit a storage block, and for each of them 4 bytes. Errors: those of
/// require_points() for the points; usage for dimensions out of range, points of others than the verifier is
/// for, and nodes that are larger than a storage block; failure where the driver has not the memory, naming
/// the bytes, and where the GPU takes for wrong what is not; Cancelled.
///
///     const DeviceVerifier<float> verify(engine, 2);
///     const std::vector<float> xy{2, 3, 5, 4, 9, 6}, others{2, 3, 5, 4, 9, 7};
///     const DeviceNodes<float> nodes = upload_nodes(engine, build<float>({xy, 2}));
///     verify(nodes, {xy, 2}) == std::nullopt
///     verify(nodes, {others, 2}) == "node 2 has not the coordinates of point 2, which it names"
template <DeviceCoordinate C>
class DeviceVerifier {
public:
    DeviceVerifier(compute::Engine& engine, int dimensions);

    std::optional<std::string> operator()(const DeviceNodes<C>& tree, const Points<C>& points,
                                          const CallLimits& limits = {}) const;

private:
    struct Parts;
    Hidden<const Parts> parts_;
};

} // namespace scanline::kdtree
