#include "scanline/kdtree/device_build.h"

#include "coordinate_constants.h"
#include "device_steps.h"
#include "elementwise_kernel.h"
#include "nothing_found.h"
#include "operation_names.h"
#include "point_errors.h"
#include "room.h"
#include "tree_coordinates.h"

#include "scanline/compute/copy.h"
#include "scanline/gl/cancellation_scope.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::kdtree {

std::string_view to_string(BuildVariant variant) {
    switch (variant) {
    case BuildVariant::sort_all: return "sort-all";
    case BuildVariant::split_first: return "split-first";
    }
    return "";
}

template <DeviceCoordinate C>
struct DeviceBuilder<C>::Parts {
    Parts(compute::Engine& on, int of_dimensions, BuildVariant of_variant)
        : engine(on), dimensions(of_dimensions), variant(of_variant),
          find_out_of_range(on, "kdtree/find_out_of_range", range_constants()),
          steps(DeviceSteps::make<C>(on, of_dimensions)), copy(on) {}

    compute::Engine& engine;
    int dimensions;
    BuildVariant variant;
    ElementwiseKernel find_out_of_range;
    DeviceSteps steps;
    compute::Copy<std::uint32_t> copy;

    std::vector<compute::BufferRange> columns_of(const compute::Operation& operation,
                                                 const DevicePoints<C>& points) const {
        if (points.dimensions() != dimensions)
            throw usage_error(
                fmt::format("{}: points of {} dimensions, where the builder is for {}: make another one",
                            build_operation, points.dimensions(), dimensions));
        std::vector<compute::BufferRange> columns;
        for (const compute::DeviceArray<C>& column : points.columns) {
            operation.require_size(column.view().range(), points.size(), "column of coordinates");
            operation.require_fits(column.view().range(), "column of coordinates");
            columns.push_back(as_words(column.view().range()));
        }
        return columns;
    }

    // Of all columns the first row with a coordinate that cannot be.
    void require_range(const DevicePoints<C>& points, const std::vector<compute::BufferRange>& columns,
                       compute::Arena::Scope& scratch) const requires std::floating_point<C> {
        const std::int64_t size = columns.front().size;
        const auto found = scratch.take<std::uint32_t>(dimensions);
        compute::upload<std::uint32_t>(found, std::vector<std::uint32_t>(columns.size(), nothing_found));
        for (std::size_t axis = 0; axis < columns.size(); ++axis)
            find_out_of_range.run(
                size, {.pass = "find-out-of-range",
                       .bindings = {{"column", columns[axis]},
                                    {"found", found.part(static_cast<std::int64_t>(axis), 1).range()}}});
        const std::vector<std::uint32_t> rows = compute::download(found);
        const auto first = std::ranges::min_element(rows);
        if (*first == nothing_found)
            return;
        const auto axis = static_cast<std::size_t>(first - rows.begin());
        throw out_of_range(build_operation, *first, axis,
                           compute::download(points.columns[axis].view().part(*first, 1)).front());
    }

    DeviceTree build(const DevicePoints<C>& points, const CallLimits& limits) const {
        const gl::CancellationScope scope(engine, limits.cancelled);
        compute::Operation operation(engine, build_operation);
        const std::vector<compute::BufferRange> columns = columns_of(operation, points);
        if constexpr (std::same_as<C, float>) {
            const WholeStage stage(engine, "check");
            if (points.size() > 0)
                require_range(points, columns, operation.scratch());
        }
        if (points.size() == 0)
            return {dimensions, {}};
        const Order first = steps.sort(columns, operation.scratch());
        DeviceTree tree{dimensions, compute::DeviceArray<std::uint32_t>(first.size())};
        const Order nodes = tree.index.view();
        switch (variant) {
        case BuildVariant::sort_all: steps.split(columns, first, 0, nodes); break;
        case BuildVariant::split_first: split_first(columns, first, nodes); break;
        }
        return tree;
    }

    // The first order is that of the tree around its root.
    void split_first(const std::vector<compute::BufferRange>& columns, Order first, Order nodes) const {
        const Subtree whole{0, first.size()};
        for (const Subtree& half : {whole.left(), whole.right()})
            steps.split(columns, first.part(half.first, half.size()), half.axis(dimensions),
                        nodes.part(half.first, half.size()));
        const WholeStage stage(engine, "build");
        copy(first.part(whole.root(), 1), nodes.part(whole.root(), 1));
    }
};

template <DeviceCoordinate C>
DeviceBuilder<C>::DeviceBuilder(compute::Engine& engine, int dimensions, BuildVariant variant) {
    require_dimensions(dimensions, build_operation);
    parts_ = std::make_unique<const Parts>(engine, dimensions, variant);
}
template <DeviceCoordinate C>
DeviceBuilder<C>::DeviceBuilder(DeviceBuilder&&) noexcept = default;
template <DeviceCoordinate C>
DeviceBuilder<C>& DeviceBuilder<C>::operator=(DeviceBuilder&&) noexcept = default;
template <DeviceCoordinate C>
DeviceBuilder<C>::~DeviceBuilder() = default;

template <DeviceCoordinate C>
DeviceTree DeviceBuilder<C>::operator()(const DevicePoints<C>& points, const CallLimits& limits) const {
    return parts_->build(points, limits);
}

template <DeviceCoordinate C>
Tree<C> download_tree(const DeviceTree& tree, const Points<C>& points, const CpuOptions& options) {
    const StageScope stage(options.observer, "download");
    require_shape(points, "kdtree download");
    if (points.dimensions != tree.dimensions || tree.size() > points.size())
        throw usage_error(fmt::format(
            "kdtree download: a tree of {} nodes in {} dimensions is none of {} points in {}: give those it "
            "was built of",
            tree.size(), tree.dimensions, points.size(), points.dimensions));
    Tree<C> in_memory{tree.dimensions, {}, {}};
    make_room(in_memory.index, tree.size(), "kdtree download", options.limits.cancelled);
    compute::download_bytes(tree.index.view().range(), std::as_writable_bytes(std::span(in_memory.index)));
    take_coordinates(in_memory, points, options, "kdtree download");
    return in_memory;
}

template class DeviceBuilder<std::int32_t>;
template class DeviceBuilder<float>;
template Tree<std::int32_t> download_tree(const DeviceTree&, const Points<std::int32_t>&, const CpuOptions&);
template Tree<float> download_tree(const DeviceTree&, const Points<float>&, const CpuOptions&);

} // namespace scanline::kdtree
