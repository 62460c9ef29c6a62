#include "scanline/kdtree/device_links.h"

#include "elementwise_kernel.h"
#include "point_errors.h"

namespace scanline::kdtree {

DeviceLinks make_links(compute::Engine& engine, std::int64_t size, int dimensions) {
    require_dimensions(dimensions, "kdtree links");
    const compute::Operation operation(engine, "kdtree links");
    operation.require_fits({0, 0, size, compute::ElementType::uint32}, "array of links");
    using Array = compute::DeviceArray<std::uint32_t>;
    DeviceLinks links{0xffffffff, Array(size), Array(size), Array(size)};
    if (size == 0)
        return links;
    links.root = static_cast<std::uint32_t>(Subtree{0, size}.root());
    const ElementwiseKernel link(engine, "kdtree/links");
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
    const ElementwiseKernel take_level(engine, "kdtree/medians");
    take_level.run(
        places, {.pass = "take-level",
                 .bindings = {{"points", tree.index.view().range()}, {"medians", points.view().range()}},
                 .uniforms = {static_cast<std::uint32_t>(tree.size()), static_cast<std::uint32_t>(level)}});
    return points;
}

} // namespace scanline::kdtree
