#include "scanline/kdtree/device_points.h"

#include "coordinate_constants.h"
#include "elementwise_kernel.h"
#include "point_pieces.h"

#include "scanline/gl/cancellation_scope.h"

#include <algorithm>

namespace scanline::kdtree {

template <DeviceCoordinate C>
DevicePoints<C> upload_points(compute::Engine& engine, const Points<C>& points, const CallLimits& limits) {
    require_shape(points, "kdtree upload");
    const gl::CancellationScope scope(engine, limits.cancelled);
    compute::Operation operation(engine, "kdtree upload");
    operation.require_fits({0, 0, points.size(), compute::element_type_of<C>}, "column of coordinates");
    DevicePoints<C> on_gpu;
    for (int axis = 0; axis < points.dimensions; ++axis) {
        on_gpu.columns.emplace_back(points.size());
    }
    const ElementwiseKernel take_column(engine, "kdtree/column");
    const std::int64_t piece = points_at_a_time(engine, points);
    const auto rows = operation.scratch().template take<C>(piece * points.dimensions);
    for (std::int64_t first = 0; first < points.size(); first += piece) {
        const std::int64_t count = std::min(piece, points.size() - first);
        const compute::ArrayView<C> some = rows.part(0, count * points.dimensions);
        compute::upload<C>(some, part_of(points, first, count).coordinates);
        for (int axis = 0; axis < points.dimensions; ++axis) {
            const auto column = on_gpu.columns[static_cast<std::size_t>(axis)].view().part(first, count);
            take_column.run(count, {.pass = "take-column",
                                    .bindings = {{"points", as_words(some.range())},
                                                 {"column", as_words(column.range())}},
                                    .uniforms = {static_cast<std::uint32_t>(points.dimensions),
                                                 static_cast<std::uint32_t>(axis)}});
        }
    }
    return on_gpu;
}

template DevicePoints<std::int32_t> upload_points(compute::Engine&, const Points<std::int32_t>&,
                                                  const CallLimits&);
template DevicePoints<float> upload_points(compute::Engine&, const Points<float>&, const CallLimits&);

} // namespace scanline::kdtree
