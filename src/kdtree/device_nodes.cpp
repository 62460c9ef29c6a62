#include "scanline/kdtree/device_nodes.h"

#include "coordinate_constants.h"
#include "elementwise_kernel.h"
#include "operation_names.h"

#include <fmt/format.h>

namespace scanline::kdtree {

template <DeviceCoordinate C>
DeviceNodes<C> take_nodes(compute::Engine& engine, DeviceTree tree, const DevicePoints<C>& points) {
    if (points.dimensions() != tree.dimensions || points.size() < tree.size())
        throw usage_error(fmt::format(
            "{}: a tree of {} nodes in {} dimensions is none of {} points in {}: give those it was built of",
            nodes_operation, tree.size(), tree.dimensions, points.size(), points.dimensions()));
    const compute::Operation operation(engine, nodes_operation);
    DeviceNodes<C> nodes{tree.dimensions, compute::DeviceArray<C>(tree.size() * tree.dimensions),
                         std::move(tree.index)};
    const compute::BufferRange coordinates = nodes.coordinates.view().range();
    operation.require_fits(coordinates, "coordinates of the nodes");
    const ElementwiseKernel take_coordinate(engine, "kdtree/nodes");
    for (int axis = 0; axis < nodes.dimensions; ++axis)
        take_coordinate.run(
            nodes.size(),
            {.pass = "take-coordinate",
             .bindings = {{"column", as_words(points.columns[static_cast<std::size_t>(axis)].view().range())},
                          {"points", nodes.index.view().range()},
                          {"nodes", as_words(coordinates)}},
             .uniforms = {static_cast<std::uint32_t>(nodes.dimensions), static_cast<std::uint32_t>(axis)}});
    return nodes;
}

template <DeviceCoordinate C>
DeviceNodes<C> upload_nodes(compute::Engine& engine, const Tree<C>& tree) {
    const compute::Operation operation(engine, nodes_operation);
    DeviceNodes<C> nodes{tree.dimensions, compute::DeviceArray<C>(tree.coordinates),
                         compute::DeviceArray<std::uint32_t>(tree.size())};
    operation.require_fits(nodes.coordinates.view().range(), "coordinates of the nodes");
    compute::upload_bytes(nodes.index.view().range(), std::as_bytes(std::span(tree.index)));
    return nodes;
}

template DeviceNodes<std::int32_t> take_nodes(compute::Engine&, DeviceTree,
                                              const DevicePoints<std::int32_t>&);
template DeviceNodes<float> take_nodes(compute::Engine&, DeviceTree, const DevicePoints<float>&);
template DeviceNodes<std::int32_t> upload_nodes(compute::Engine&, const Tree<std::int32_t>&);
template DeviceNodes<float> upload_nodes(compute::Engine&, const Tree<float>&);

} // namespace scanline::kdtree
