#include "scanline/kdtree/device_points.h"

#include "coordinate_constants.h"
#include "elementwise_kernel.h"

#include <algorithm>

namespace scanline::kdtree {

namespace {

/// Bytes that are copied at a time: some of what fits the smallest storage block of any driver.
constexpr std::int64_t piece_bytes = 64 << 20;

} // namespace

template <Coordinate C>
DevicePoints<C> upload_points(compute::Engine& engine, const Points<C>& points) {
    require_shape(points, "kdtree upload");
    compute::Operation operation(engine, "kdtree upload");
    DevicePoints<C> on_gpu;
    for (int axis = 0; axis < points.dimensions; ++axis) {
        on_gpu.columns.emplace_back(points.size());
        operation.require_fits(on_gpu.columns.back().view().range(), "column of coordinates");
    }
    const ElementwiseKernel take_column(engine, "kdtree/column");
    const std::int64_t piece = std::max<std::int64_t>(piece_bytes / (4 * points.dimensions), 1);
    const compute::ArrayView<C> rows =
        operation.scratch().template take<C>(std::min(piece, points.size()) * points.dimensions);
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

template DevicePoints<std::int32_t> upload_points(compute::Engine&, const Points<std::int32_t>&);
template DevicePoints<float> upload_points(compute::Engine&, const Points<float>&);

} // namespace scanline::kdtree
