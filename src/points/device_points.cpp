#include "scanline/points/device_points.h"

#include "scanline/gl/cancellation_scope.h"
#include "scanline/points/points.h"

namespace scanline::points {

using compute::as_words;

template <DeviceCoordinate C>
void upload_columns(compute::Engine& engine, const Points<C>& points,
                    std::span<const compute::BufferRange> columns, const CallLimits& limits) {
    require_shape(points, "points upload");
    const gl::CancellationScope scope(engine, limits.cancelled);
    compute::Operation operation(engine, "points upload");
    operation.require_fits({0, 0, points.size(), compute::element_type_of<C>}, "column of coordinates");
    const compute::ElementwiseKernel take_column(engine, "points/column");
    const std::int64_t piece = points_at_a_time<C>(engine, points.dimensions, points.size());
    const auto rows = operation.scratch().template take<C>(piece * points.dimensions);
    for (std::int64_t first = 0; first < points.size(); first += piece) {
        const std::int64_t count = std::min(piece, points.size() - first);
        const compute::ArrayView<C> some = rows.part(0, count * points.dimensions);
        engine.upload<C>(some, part_of(points, first, count).coordinates);
        for (int axis = 0; axis < points.dimensions; ++axis) {
            take_column.run(
                count, {.pass = "take-column",
                        .bindings = {{"points", as_words(some.range())},
                                     {"column", columns[static_cast<std::size_t>(axis)].part(first, count)}},
                        .uniforms = {static_cast<std::uint32_t>(points.dimensions),
                                     static_cast<std::uint32_t>(axis)}});
        }
    }
}

template <DeviceCoordinate C>
DevicePoints<C> upload_points(compute::Engine& engine, const Points<C>& points, const CallLimits& limits) {
    require_shape(points, "points upload");
    DevicePoints<C> on_gpu;
    std::vector<compute::BufferRange> columns;
    for (int axis = 0; axis < points.dimensions; ++axis) {
        on_gpu.columns.emplace_back(points.size());
        columns.push_back(as_words(on_gpu.columns.back().view().range()));
    }
    upload_columns(engine, points, columns, limits);
    return on_gpu;
}

DeviceRangeCheck::DeviceRangeCheck(compute::Engine& engine)
    : engine_(&engine),
      find_(engine, "points/find_out_of_range",
            {{"STEP_EXPONENT", std::to_string(CoordinateRange<float>::step_exponent)},
             {"GREATEST_EXPONENT", std::to_string(CoordinateRange<float>::greatest_exponent)}}) {}

void DeviceRangeCheck::operator()(const DevicePoints<float>& points, const char* what) const {
    if (points.size() == 0)
        return;
    constexpr std::uint32_t nothing_found = 0xffffffffu;
    compute::Operation operation(*engine_, what);
    const auto found = operation.scratch().take<std::uint32_t>(points.dimensions());
    compute::upload<std::uint32_t>(found, std::vector(points.columns.size(), nothing_found));
    for (std::size_t axis = 0; axis < points.columns.size(); ++axis)
        find_.run(points.size(),
                  {.pass = "find-out-of-range",
                   .bindings = {{"column", as_words(points.columns[axis].view().range())},
                                {"found", found.part(static_cast<std::int64_t>(axis), 1).range()}}});
    const std::vector<std::uint32_t> rows = engine_->download(found);
    const auto first = std::ranges::min_element(rows);
    if (*first == nothing_found)
        return;
    const auto axis = static_cast<std::size_t>(first - rows.begin());
    throw out_of_range(what, *first, axis,
                       engine_->download(points.columns[axis].view().part(*first, 1)).front());
}

template void upload_columns(compute::Engine&, const Points<std::int32_t>&,
                             std::span<const compute::BufferRange>, const CallLimits&);
template void upload_columns(compute::Engine&, const Points<float>&, std::span<const compute::BufferRange>,
                             const CallLimits&);
template DevicePoints<std::int32_t> upload_points(compute::Engine&, const Points<std::int32_t>&,
                                                  const CallLimits&);
template DevicePoints<float> upload_points(compute::Engine&, const Points<float>&, const CallLimits&);

} // namespace scanline::points
