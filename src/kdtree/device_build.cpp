#include "scanline/kdtree/device_build.h"

#include "device_steps.h"
#include "tree_coordinates.h"

#include "scanline/compute/copy.h"
#include "scanline/gl/cancellation_scope.h"
#include "scanline/points/points.h"

#include <fmt/format.h>

namespace scanline::kdtree {

template <DeviceCoordinate C>
struct DeviceBuilder<C>::Parts {
    Parts(compute::Engine& on, int of_dimensions, BuildVariant of_variant)
        : engine(on), dimensions(points::require_dimensions(of_dimensions, build_operation)),
          variant(of_variant), require_range(on), steps(DeviceSteps::make<C>(on, of_dimensions)), copy(on) {}

    compute::Engine& engine;
    int dimensions;
    BuildVariant variant;
    points::DeviceRangeCheck require_range;
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
            columns.push_back(compute::as_words(column.view().range()));
        }
        return columns;
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
DeviceBuilder<C>::DeviceBuilder(compute::Engine& engine, int dimensions, BuildVariant variant)
    : parts_(make_pimpl<const Parts>(engine, dimensions, variant)) {}

template <DeviceCoordinate C>
DeviceTree DeviceBuilder<C>::operator()(const DevicePoints<C>& points, const CallLimits& limits) const {
    const Parts& parts = *parts_;
    const gl::CancellationScope scope(parts.engine, limits.cancelled);
    compute::Operation operation(parts.engine, build_operation);
    const std::vector<compute::BufferRange> columns = parts.columns_of(operation, points);
    if constexpr (std::same_as<C, float>) {
        const WholeStage stage(parts.engine, "check");
        parts.require_range(points, build_operation);
    }
    if (points.size() == 0)
        return {parts.dimensions, {}};
    const Order first = parts.steps.sort(columns, operation.scratch());
    DeviceTree tree{parts.dimensions,
                    compute::DeviceArray<std::uint32_t>(first.size(), compute::Pages::usual)};
    const Order nodes = tree.index.view();
    switch (parts.variant) {
    case BuildVariant::sort_all: parts.steps.split(columns, first, 0, nodes); break;
    case BuildVariant::split_first: parts.split_first(columns, first, nodes); break;
    }
    return tree;
}

template class DeviceBuilder<std::int32_t>;
template class DeviceBuilder<float>;

} // namespace scanline::kdtree
