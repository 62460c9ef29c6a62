#include "scanline/kdtree/device_radius_search.h"

#include "device_rows.h"

#include "scanline/gl/cancellation_scope.h"
#include "scanline/points/checks.h"

namespace scanline::kdtree {

template <DeviceCoordinate C>
struct DeviceRadiusSearch<C>::Parts {
    Parts(compute::Engine& on, int of_dimensions)
        : engine(on), dimensions(points::require_dimensions(of_dimensions, radius_operation)),
          // Of each node its coordinates and their gaps.
          rows(on, "kdtree/radius", walk_constants<C>(of_dimensions), 2 * of_dimensions),
          sort(on, most_rows, true), fill(on) {}

    compute::Engine& engine;
    int dimensions;
    RowSearch rows;
    RowSort<C> sort;
    compute::Fill<std::uint32_t> fill;

    AskedTree ask(const compute::Operation& operation, const DeviceNodes<C>& tree,
                  compute::ArrayView<const C> queries, Distance<C> radius) const {
        require_radius(radius, radius_operation);
        const auto asked = AskedTree::make<C>(operation, tree, queries, dimensions);
        require_rows(asked, radius_operation);
        return asked;
    }
};

template <DeviceCoordinate C>
DeviceRadiusSearch<C>::DeviceRadiusSearch(compute::Engine& engine, int dimensions)
    : parts_(make_hidden<const Parts>(engine, dimensions)) {}

template <DeviceCoordinate C>
void DeviceRadiusSearch<C>::count(const DeviceNodes<C>& tree, compute::ArrayView<const C> queries,
                                  compute::ArrayView<std::uint32_t> counts, Distance<C> radius) const {
    const compute::Operation operation(parts_->engine, radius_operation);
    const AskedTree asked = parts_->ask(operation, tree, queries, radius);
    operation.require_size(counts.range(), asked.queries_size, "counts");
    parts_->rows.count(asked, counts, {.uniforms = ball_uniforms<C>(radius)});
}

template <DeviceCoordinate C>
void DeviceRadiusSearch<C>::search(const DeviceNodes<C>& tree, const Arrays& arrays, Distance<C> radius,
                                   RowOrder order) const {
    compute::Operation operation(parts_->engine, radius_operation);
    const AskedTree asked = parts_->ask(operation, tree, arrays.queries, radius);
    operation.require_size(arrays.offset.range(), asked.queries_size + 1, "offsets");
    operation.require_size(arrays.squared_distance.range(), arrays.index.size(),
                           "array of squared distances");
    if (arrays.index.empty())
        return;
    const Words nodes = operation.scratch().template take<std::uint32_t>(arrays.index.size());
    const auto distances = operation.scratch().template take<DeviceDistance<C>>(arrays.index.size());
    parts_->rows.collect(
        asked, arrays.offset, nodes,
        {.own = {{"squared distances", distances.range()}}, .uniforms = ball_uniforms<C>(radius)});
    parts_->sort.run({.offset = arrays.offset,
                      .index = tree.index.view(),
                      .nodes = nodes,
                      .points = arrays.index,
                      .distances = distances,
                      .sorted_distances = arrays.squared_distance},
                     order);
}

template <DeviceCoordinate C>
PointsWithin<C> DeviceRadiusSearch<C>::operator()(const DeviceNodes<C>& tree, const Points<C>& queries,
                                                  Distance<C> radius, RowOrder order,
                                                  const CallLimits& call) const {
    compute::Engine& engine = parts_->engine;
    require_queries(parts_->dimensions, queries, radius_operation, call.cancelled);
    require_radius(radius, radius_operation);
    const gl::CancellationScope scope(engine, call.cancelled);
    PointsWithin<C> found;
    constexpr std::int64_t distance_bytes = sizeof(DeviceDistance<C>),
                           bytes = sizeof(std::uint32_t) + distance_bytes;
    const auto limits = RowLimits::make(engine, parts_->dimensions * std::int64_t{sizeof(C)}, distance_bytes);
    if (radius == infinite_distance<C>)
        ResultMemory(call, radius_operation).require(queries.size() * tree.size(), bytes);
    found.offset = collect_rows(
        engine, queries.size(), limits, {bytes, call, radius_operation},
        [&](std::int64_t first, Words counts) {
            compute::Arena::Scope scratch(engine.arena());
            if (radius == infinite_distance<C>) {
                const WholeStage stage(engine, "count");
                parts_->fill(counts, static_cast<std::uint32_t>(tree.size()));
            } else {
                count(tree, upload_part(scratch, queries, first, counts.size()), counts, radius);
            }
        },
        [&](std::int64_t results) {
            make_room(found.index, results, radius_operation, call.cancelled);
            make_room(found.squared_distance, results, radius_operation, call.cancelled);
        },
        [&](const RowPiece& piece, Words offset) {
            compute::Arena::Scope scratch(engine.arena());
            const Arrays arrays{upload_part(scratch, queries, piece.first_query, piece.queries), offset,
                                scratch.take<std::uint32_t>(piece.results),
                                scratch.take<DeviceDistance<C>>(piece.results)};
            search(tree, arrays, radius, order);
            fetch(arrays.index.range(), piece.first_result, found.index);
            fetch(arrays.squared_distance.range(), piece.first_result, found.squared_distance);
        });
    return found;
}

template class DeviceRadiusSearch<std::int32_t>;
template class DeviceRadiusSearch<float>;

} // namespace scanline::kdtree
