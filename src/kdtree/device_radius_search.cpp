#include "scanline/kdtree/device_radius_search.h"

#include "operation_names.h"
#include "point_errors.h"
#include "query_checks.h"
#include "row_search.h"
#include "row_sort.h"

#include "scanline/gl/cancellation_scope.h"

namespace scanline::kdtree {

namespace {

using compute::Engine;

} // namespace

template <DeviceCoordinate C>
struct DeviceRadiusSearch<C>::Parts {
    using Squared = DeviceDistance<C>;

    Parts(Engine& on, int of_dimensions)
        : engine(on), dimensions(of_dimensions),
          // Of each node its coordinates and their gaps.
          rows(on, "kdtree/radius", walk_constants<C>(of_dimensions), 2 * of_dimensions),
          sort(on, most_rows, true), fill(on) {}

    Engine& engine;
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

    void count(const DeviceNodes<C>& tree, compute::ArrayView<const C> queries, Order counts,
               Distance<C> radius) const {
        const compute::Operation operation(engine, radius_operation);
        const AskedTree asked = ask(operation, tree, queries, radius);
        operation.require_size(counts.range(), asked.queries_size, "counts");
        rows.count(asked, counts, {.uniforms = ball_uniforms<C>(radius)});
    }

    void search(const DeviceNodes<C>& tree, const Arrays& arrays, Distance<C> radius, RowOrder order) const {
        compute::Operation operation(engine, radius_operation);
        const AskedTree asked = ask(operation, tree, arrays.queries, radius);
        operation.require_size(arrays.offset.range(), asked.queries_size + 1, "offsets");
        operation.require_size(arrays.squared_distance.range(), arrays.index.size(),
                               "array of squared distances");
        if (arrays.index.empty())
            return;
        const Order nodes = operation.scratch().template take<std::uint32_t>(arrays.index.size());
        const auto distances = operation.scratch().template take<Squared>(arrays.index.size());
        rows.collect(
            asked, arrays.offset, nodes,
            {.own = {{"squared distances", distances.range()}}, .uniforms = ball_uniforms<C>(radius)});
        sort.run({.offset = arrays.offset,
                  .index = tree.index.view(),
                  .nodes = nodes,
                  .points = arrays.index,
                  .distances = distances,
                  .sorted_distances = arrays.squared_distance},
                 order);
    }

    PointsWithin<C> run(const DeviceNodes<C>& tree, const Points<C>& queries, Distance<C> radius,
                        RowOrder order, const CallLimits& call) const {
        require_queries(dimensions, queries, radius_operation, call.cancelled);
        require_radius(radius, radius_operation);
        const gl::CancellationScope scope(engine, call.cancelled);
        const auto upload = [&](compute::Arena::Scope& scratch, std::int64_t first, std::int64_t count) {
            const auto rows_of_queries = scratch.take<C>(count * dimensions);
            compute::upload<C>(rows_of_queries, part_of(queries, first, count).coordinates);
            return rows_of_queries;
        };
        PointsWithin<C> found;
        const auto limits =
            RowLimits::make(engine, dimensions * std::int64_t{sizeof(C)}, std::int64_t{sizeof(Squared)});
        constexpr std::int64_t bytes = sizeof(std::uint32_t) + sizeof(Squared);
        if (radius == infinite_distance<C>)
            ResultMemory(call, radius_operation).require(queries.size() * tree.size(), bytes);
        found.offset = collect_rows(
            engine, queries.size(), limits, {bytes, call, radius_operation},
            [&](std::int64_t first, Order counts) {
                compute::Arena::Scope scratch(engine.arena());
                if (radius == infinite_distance<C>) {
                    const WholeStage stage(engine, "count");
                    fill(counts, static_cast<std::uint32_t>(tree.size()));
                } else {
                    count(tree, upload(scratch, first, counts.size()), counts, radius);
                }
            },
            [&](std::int64_t results) {
                make_room(found.index, results, radius_operation, call.cancelled);
                make_room(found.squared_distance, results, radius_operation, call.cancelled);
            },
            [&](const RowPiece& piece, Order offset) {
                compute::Arena::Scope scratch(engine.arena());
                const Arrays arrays{upload(scratch, piece.first_query, piece.queries), offset,
                                    scratch.take<std::uint32_t>(piece.results),
                                    scratch.take<Squared>(piece.results)};
                search(tree, arrays, radius, order);
                fetch(arrays.index.range(), piece, found.index);
                fetch(arrays.squared_distance.range(), piece, found.squared_distance);
            });
        return found;
    }
};

template <DeviceCoordinate C>
DeviceRadiusSearch<C>::DeviceRadiusSearch(Engine& engine, int dimensions) {
    require_dimensions(dimensions, radius_operation);
    parts_ = std::make_unique<const Parts>(engine, dimensions);
}
template <DeviceCoordinate C>
DeviceRadiusSearch<C>::DeviceRadiusSearch(DeviceRadiusSearch&&) noexcept = default;
template <DeviceCoordinate C>
DeviceRadiusSearch<C>& DeviceRadiusSearch<C>::operator=(DeviceRadiusSearch&&) noexcept = default;
template <DeviceCoordinate C>
DeviceRadiusSearch<C>::~DeviceRadiusSearch() = default;

template <DeviceCoordinate C>
void DeviceRadiusSearch<C>::count(const DeviceNodes<C>& tree, compute::ArrayView<const C> queries,
                                  compute::ArrayView<std::uint32_t> counts, Distance<C> radius) const {
    parts_->count(tree, queries, counts, radius);
}

template <DeviceCoordinate C>
void DeviceRadiusSearch<C>::search(const DeviceNodes<C>& tree, const Arrays& arrays, Distance<C> radius,
                                   RowOrder order) const {
    parts_->search(tree, arrays, radius, order);
}

template <DeviceCoordinate C>
PointsWithin<C> DeviceRadiusSearch<C>::operator()(const DeviceNodes<C>& tree, const Points<C>& queries,
                                                  Distance<C> radius, RowOrder order,
                                                  const CallLimits& limits) const {
    return parts_->run(tree, queries, radius, order, limits);
}

template class DeviceRadiusSearch<std::int32_t>;
template class DeviceRadiusSearch<float>;

} // namespace scanline::kdtree
