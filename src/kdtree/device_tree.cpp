#include "scanline/kdtree/device_tree.h"

#include "tree_coordinates.h"

#include "scanline/compute/kernel.h"
#include "scanline/gl/cancellation_scope.h"
#include "scanline/points/points.h"

#include <fmt/format.h>

namespace scanline::kdtree {

namespace {

using compute::as_words;

constexpr const char* download_operation = "kdtree download";
constexpr const char* nodes_operation = "kdtree nodes";

void require_same(const char* what, int dimensions, std::int64_t nodes, int point_dimensions,
                  std::int64_t points) {
    if (point_dimensions != dimensions || nodes > points)
        throw usage_error(fmt::format(
            "{}: a tree of {} nodes in {} dimensions is none of {} points in {}: give those it was built of",
            what, nodes, dimensions, points, point_dimensions));
}

template <DeviceCoordinate C>
std::vector<compute::BufferRange> ranges_of(const DevicePoints<C>& points) {
    std::vector<compute::BufferRange> ranges;
    for (const compute::DeviceArray<C>& column : points.columns)
        ranges.push_back(column.view().range());
    return ranges;
}

/// Gathers the coordinates of nodes, one node after the other.
class NodeCoordinates {
public:
    explicit NodeCoordinates(compute::Engine& engine) : take_(engine, "kdtree/nodes") {}

    void operator()(std::span<const compute::BufferRange> columns, const compute::BufferRange& nodes,
                    const compute::BufferRange& coordinates) const {
        for (std::size_t axis = 0; axis < columns.size(); ++axis)
            take_.run(nodes.size, {.pass = "take-coordinate",
                                   .bindings = {{"column", as_words(columns[axis])},
                                                {"points", nodes},
                                                {"nodes", as_words(coordinates)}},
                                   .uniforms = {static_cast<std::uint32_t>(columns.size()),
                                                static_cast<std::uint32_t>(axis)}});
    }

private:
    compute::ElementwiseKernel take_;
};

} // namespace

template <points::DeviceCoordinate C>
void download_coordinates(compute::Engine& engine, std::span<const compute::BufferRange> columns,
                          compute::ArrayView<const std::uint32_t> nodes, std::span<C> to) {
    const auto dimensions = std::ssize(columns);
    const NodeCoordinates take_coordinates(engine);
    compute::Operation operation(engine, download_operation);
    const std::int64_t piece = points::points_at_a_time<C>(engine, dimensions, nodes.size());
    const auto rows = operation.scratch().template take<C>(piece * dimensions);
    for (std::int64_t first = 0; first < nodes.size(); first += piece) {
        const std::int64_t count = std::min(piece, nodes.size() - first);
        const auto some = rows.part(0, count * dimensions).range();
        take_coordinates(columns, nodes.part(first, count).range(), some);
        engine.download_bytes(
            some, std::as_writable_bytes(to.subspan(static_cast<std::size_t>(first * dimensions),
                                                    static_cast<std::size_t>(count * dimensions))));
    }
}

template <DeviceCoordinate C>
Tree<C> download_tree(compute::Engine& engine, const DeviceTree& tree, const DevicePoints<C>& points,
                      const CallLimits& limits) {
    require_same(download_operation, tree.dimensions, tree.size(), points.dimensions(), points.size());
    const gl::CancellationScope cancellation(engine, limits.cancelled);
    Tree<C> in_memory{tree.dimensions, {}, {}};
    allocate(in_memory.index, tree.size(), download_operation, limits.cancelled);
    allocate(in_memory.coordinates, tree.size() * tree.dimensions, download_operation, limits.cancelled);
    engine.download_bytes(tree.index.view().range(), std::as_writable_bytes(std::span(in_memory.index)));
    require_points_named(in_memory.index, points.size(), download_operation);
    download_coordinates<C>(engine, ranges_of(points), tree.index.view(), in_memory.coordinates);
    return in_memory;
}

template <DeviceCoordinate C>
DeviceNodes<C> take_nodes(compute::Engine& engine, DeviceTree tree, const DevicePoints<C>& points) {
    require_same(nodes_operation, tree.dimensions, tree.size(), points.dimensions(), points.size());
    const compute::Operation operation(engine, nodes_operation);
    DeviceNodes<C> nodes{tree.dimensions, compute::DeviceArray<C>(tree.size() * tree.dimensions),
                         std::move(tree.index)};
    const compute::BufferRange coordinates = nodes.coordinates.view().range();
    operation.require_fits(coordinates, "coordinates of the nodes");
    const NodeCoordinates take_coordinates(engine);
    take_coordinates(ranges_of(points), nodes.index.view().range(), coordinates);
    return nodes;
}

template <DeviceCoordinate C>
DeviceNodes<C> upload_nodes(compute::Engine& engine, const Tree<C>& tree) {
    const compute::Operation operation(engine, nodes_operation);
    const auto coordinates = std::span<const C>(tree.coordinates);
    DeviceNodes<C> nodes{tree.dimensions,
                         compute::DeviceArray<C>(static_cast<std::int64_t>(coordinates.size())),
                         compute::DeviceArray<std::uint32_t>(tree.size())};
    operation.require_fits(nodes.coordinates.view().range(), "coordinates of the nodes");
    engine.upload<C>(nodes.coordinates.view(), coordinates);
    engine.upload_bytes(nodes.index.view().range(), std::as_bytes(std::span(tree.index)));
    return nodes;
}

DeviceLinks make_links(compute::Engine& engine, std::int64_t size, int dimensions) {
    points::require_dimensions(dimensions, "kdtree links");
    const compute::Operation operation(engine, "kdtree links");
    operation.require_fits({0, 0, size, compute::ElementType::uint32}, "array of links");
    using Array = compute::DeviceArray<std::uint32_t>;
    DeviceLinks links{0xffffffff, Array(size), Array(size), Array(size)};
    if (size == 0)
        return links;
    links.root = static_cast<std::uint32_t>(Subtree{0, size}.root());
    const compute::ElementwiseKernel link(engine, "kdtree/links");
    link.run(size, {.pass = "link",
                    .bindings = {{"left", links.left.view().range()},
                                 {"right", links.right.view().range()},
                                 {"axis", links.axis.view().range()}},
                    .uniforms = {static_cast<std::uint32_t>(dimensions)}});
    return links;
}

compute::DeviceArray<std::uint32_t> medians(compute::Engine& engine, const DeviceTree& tree, int level) {
    const std::int64_t places = level_places(tree.size(), level);
    const compute::Operation operation(engine, "kdtree medians");
    compute::DeviceArray<std::uint32_t> points(places);
    const compute::ElementwiseKernel take_level(engine, "kdtree/medians");
    take_level.run(
        places, {.pass = "take-level",
                 .bindings = {{"points", tree.index.view().range()}, {"medians", points.view().range()}},
                 .uniforms = {static_cast<std::uint32_t>(tree.size()), static_cast<std::uint32_t>(level)}});
    return points;
}

#define SCANLINE_INSTANTIATE(C)                                                                              \
    template Tree<C> download_tree(compute::Engine&, const DeviceTree&, const DevicePoints<C>&,              \
                                   const CallLimits&);                                                       \
    template void download_coordinates(compute::Engine&, std::span<const compute::BufferRange>,              \
                                       compute::ArrayView<const std::uint32_t>, std::span<C>);               \
    template DeviceNodes<C> take_nodes(compute::Engine&, DeviceTree, const DevicePoints<C>&);                \
    template DeviceNodes<C> upload_nodes(compute::Engine&, const Tree<C>&);
SCANLINE_INSTANTIATE(std::int32_t)
SCANLINE_INSTANTIATE(float)
#undef SCANLINE_INSTANTIATE

} // namespace scanline::kdtree
