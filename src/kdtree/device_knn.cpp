#include "scanline/kdtree/device_knn.h"

#include "device_walk.h"
#include "operation_names.h"
#include "point_errors.h"
#include "query_checks.h"
#include "query_pace.h"
#include "results.h"

#include "scanline/gl/cancellation_scope.h"

#include <algorithm>

namespace scanline::kdtree {

namespace {

using compute::Engine;

gl::Specialization with_k(gl::Specialization constants, int k) {
    constants.emplace("K", std::to_string(k));
    return constants;
}

} // namespace

template <DeviceCoordinate C>
struct DeviceKnn<C>::Parts {
    Parts(Engine& on, int of_dimensions, int of_k)
        : engine(on), dimensions(of_dimensions), k(of_k), sort(on, walk_constants<C>(of_dimensions)),
          // Of each node its coordinates and their gaps, and it may come into the list.
          walk(on, "kdtree/knn", with_k(walk_constants<C>(of_dimensions), of_k), 2 * of_dimensions + of_k) {}

    Engine& engine;
    int dimensions, k;
    QueryOrder sort;
    DeviceWalk walk;

    void run(const DeviceNodes<C>& tree, const Arrays& arrays, Distance<C> radius) const {
        compute::Operation operation(engine, knn_operation);
        require_radius(radius, knn_operation);
        const auto asked = AskedTree::make<C>(operation, tree, arrays.queries, dimensions);
        operation.require_size(arrays.index.range(), asked.queries_size * k, "index");
        operation.require_size(arrays.squared_distance.range(), asked.queries_size * k,
                               "array of squared distances");
        const Order order = operation.scratch().template take<std::uint32_t>(asked.queries_size);
        sort.run(asked, order);
        const WholeStage stage(engine, "search");
        walk.run(asked, {.order = order,
                         .bindings = {{"points", tree.index.view().range()},
                                      {"index", arrays.index.range()},
                                      {"squared distances", arrays.squared_distance.range()}},
                         .uniforms = ball_uniforms<C>(radius)});
    }

    Neighbors<C> run(const DeviceNodes<C>& tree, const Points<C>& queries, Distance<C> radius,
                     const CallLimits& limits) const {
        require_queries(dimensions, queries, knn_operation, limits.cancelled);
        const gl::CancellationScope scope(engine, limits.cancelled);
        Neighbors<C> found{k, {}, {}};
        make_room_for(found, queries.size(), limits);
        const std::int64_t bytes = std::max<std::int64_t>(dimensions * std::int64_t{sizeof(C)},
                                                          k * std::int64_t{sizeof(DeviceDistance<C>)});
        const std::int64_t most = std::max<std::int64_t>(engine.capabilities().max_storage_block / bytes, 1);
        QueryPace pace(most, limits);
        for (std::int64_t first = 0; first < queries.size();) {
            const std::int64_t count = std::min(pace.size(), queries.size() - first);
            pace.run(count, [&] { answer(tree, part_of(queries, first, count), radius, first, found); });
            first += count;
        }
        return found;
    }

    // The queries from number `first` on.
    void answer(const DeviceNodes<C>& tree, const Points<C>& queries, Distance<C> radius, std::int64_t first,
                Neighbors<C>& found) const {
        compute::Arena::Scope scratch(engine.arena());
        const std::int64_t results = queries.size() * k;
        const auto rows = scratch.take<C>(queries.size() * dimensions);
        const Arrays arrays{rows, scratch.take<std::uint32_t>(results),
                            scratch.take<DeviceDistance<C>>(results)};
        compute::upload<C>(rows, queries.coordinates);
        run(tree, arrays, radius);
        const auto part_of_all = [&](auto& all) {
            return std::as_writable_bytes(std::span(all).subspan(static_cast<std::size_t>(first * k),
                                                                 static_cast<std::size_t>(results)));
        };
        compute::download_bytes(arrays.index.range(), part_of_all(found.index));
        compute::download_bytes(arrays.squared_distance.range(), part_of_all(found.squared_distance));
    }
};

template <DeviceCoordinate C>
DeviceKnn<C>::DeviceKnn(Engine& engine, int dimensions, int k) {
    require_dimensions(dimensions, knn_operation);
    require_k(k, knn_operation);
    parts_ = std::make_unique<const Parts>(engine, dimensions, k);
}
template <DeviceCoordinate C>
DeviceKnn<C>::DeviceKnn(DeviceKnn&&) noexcept = default;
template <DeviceCoordinate C>
DeviceKnn<C>& DeviceKnn<C>::operator=(DeviceKnn&&) noexcept = default;
template <DeviceCoordinate C>
DeviceKnn<C>::~DeviceKnn() = default;

template <DeviceCoordinate C>
void DeviceKnn<C>::operator()(const DeviceNodes<C>& tree, const Arrays& arrays, Distance<C> radius) const {
    parts_->run(tree, arrays, radius);
}

template <DeviceCoordinate C>
Neighbors<C> DeviceKnn<C>::operator()(const DeviceNodes<C>& tree, const Points<C>& queries,
                                      Distance<C> radius, const CallLimits& limits) const {
    return parts_->run(tree, queries, radius, limits);
}

template class DeviceKnn<std::int32_t>;
template class DeviceKnn<float>;

} // namespace scanline::kdtree
