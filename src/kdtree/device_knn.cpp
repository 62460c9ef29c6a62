#include "scanline/kdtree/device_knn.h"

#include "device_walk.h"
#include "queries.h"

#include "scanline/compute/batch_pace.h"
#include "scanline/gl/cancellation_scope.h"
#include "scanline/points/checks.h"

#include <algorithm>

namespace scanline::kdtree {

namespace {

gl::Specialization with_k(gl::Specialization constants, int k) {
    constants.emplace("K", std::to_string(k));
    return constants;
}

} // namespace

template <DeviceCoordinate C>
struct DeviceKnn<C>::Parts {
    Parts(compute::Engine& on, int of_dimensions, int of_k)
        : engine(on), dimensions(points::require_dimensions(of_dimensions, knn_operation)),
          k(require_k(of_k, knn_operation)), sort(on, walk_constants<C>(of_dimensions)),
          // Of each node its coordinates and their gaps, and it may come into the list.
          walk(on, "kdtree/knn", with_k(walk_constants<C>(of_dimensions), of_k), 2 * of_dimensions + of_k) {}

    compute::Engine& engine;
    int dimensions, k;
    QueryOrder sort;
    DeviceWalk walk;
};

template <DeviceCoordinate C>
DeviceKnn<C>::DeviceKnn(compute::Engine& engine, int dimensions, int k)
    : parts_(make_hidden<const Parts>(engine, dimensions, k)) {}

template <DeviceCoordinate C>
void DeviceKnn<C>::operator()(const DeviceNodes<C>& tree, const Arrays& arrays, Distance<C> radius) const {
    const auto& [engine, dimensions, k, sort, walk] = *parts_;
    compute::Operation operation(engine, knn_operation);
    require_radius(radius, knn_operation);
    const auto asked = AskedTree::make<C>(operation, tree, arrays.queries, dimensions);
    operation.require_size(arrays.index.range(), asked.queries_size * k, "index");
    operation.require_size(arrays.squared_distance.range(), asked.queries_size * k,
                           "array of squared distances");
    const Words order = operation.scratch().template take<std::uint32_t>(asked.queries_size);
    sort.run(asked, order);
    const WholeStage stage(engine, "search");
    walk.run(asked, {.order = order,
                     .bindings = {{"points", tree.index.view().range()},
                                  {"index", arrays.index.range()},
                                  {"squared distances", arrays.squared_distance.range()}},
                     .uniforms = ball_uniforms<C>(radius)});
}

template <DeviceCoordinate C>
Neighbors<C> DeviceKnn<C>::operator()(const DeviceNodes<C>& tree, const Points<C>& queries,
                                      Distance<C> radius, const CallLimits& limits) const {
    compute::Engine& engine = parts_->engine;
    const std::int64_t dimensions = parts_->dimensions, k = parts_->k;
    require_queries(parts_->dimensions, queries, knn_operation, limits.cancelled);
    const gl::CancellationScope scope(engine, limits.cancelled);
    Neighbors<C> found{parts_->k, {}, {}};
    make_room_for(found, queries.size(), limits);
    const std::int64_t bytes = std::max<std::int64_t>(dimensions * std::int64_t{sizeof(C)},
                                                      k * std::int64_t{sizeof(DeviceDistance<C>)});
    const std::int64_t most = std::max<std::int64_t>(engine.capabilities().max_storage_block / bytes, 1);
    compute::BatchPace pace(most, limits);
    for (std::int64_t first = 0, count = 0; first < queries.size(); first += count) {
        count = std::min(pace.size(), queries.size() - first);
        pace.run(count, [&] {
            compute::Arena::Scope scratch(engine.arena());
            const Arrays arrays{upload_part(scratch, queries, first, count),
                                scratch.take<std::uint32_t>(count * k),
                                scratch.take<DeviceDistance<C>>(count * k)};
            (*this)(tree, arrays, radius);
            fetch(arrays.index.range(), first * k, found.index);
            fetch(arrays.squared_distance.range(), first * k, found.squared_distance);
        });
    }
    return found;
}

template class DeviceKnn<std::int32_t>;
template class DeviceKnn<float>;

} // namespace scanline::kdtree
