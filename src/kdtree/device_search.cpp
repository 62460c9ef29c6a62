#include "scanline/kdtree/device_search.h"

#include "device_walk.h"
#include "queries.h"

#include "scanline/compute/batch_pace.h"
#include "scanline/gl/cancellation_scope.h"
#include "scanline/points/points.h"

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
          // Per node: its coordinates, their gaps, and possibly an insertion into the list.
          walk(on, "kdtree/knn", with_k(walk_constants<C>(of_dimensions), of_k), 2 * of_dimensions + of_k) {}

    compute::Engine& engine;
    int dimensions, k;
    DeviceQueryOrder sort;
    DeviceWalk walk;
};

template <DeviceCoordinate C>
DeviceKnn<C>::DeviceKnn(compute::Engine& engine, int dimensions, int k)
    : parts_(make_pimpl<const Parts>(engine, dimensions, k)) {}

template <DeviceCoordinate C>
void DeviceKnn<C>::operator()(const DeviceNodes<C>& tree, const Arrays& arrays, double radius) const {
    const auto& [engine, dimensions, k, sort, walk] = *parts_;
    compute::Operation operation(engine, knn_operation);
    require_radius(radius, knn_operation);
    const auto asked = TreeQueries::make<C>(operation, tree, arrays.queries, dimensions);
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
Neighbors<C> DeviceKnn<C>::operator()(const DeviceNodes<C>& tree, const Points<C>& queries, double radius,
                                      const CallLimits& limits) const {
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
            const Arrays arrays{upload_part(engine, scratch, queries, first, count),
                                scratch.take<std::uint32_t>(count * k),
                                scratch.take<DeviceDistance<C>>(count * k)};
            (*this)(tree, arrays, radius);
            fetch(engine, arrays.index.range(), first * k, found.index);
            fetch(engine, arrays.squared_distance.range(), first * k, found.squared_distance);
        });
    }
    return found;
}

template class DeviceKnn<std::int32_t>;
template class DeviceKnn<float>;

template <DeviceCoordinate C>
struct DeviceRadiusSearch<C>::Parts {
    Parts(compute::Engine& on, int of_dimensions)
        : engine(on), dimensions(points::require_dimensions(of_dimensions, radius_operation)),
          // Per node: its coordinates and their gaps.
          rows(on, "kdtree/radius", walk_constants<C>(of_dimensions), 2 * of_dimensions),
          sort(on, max_rows, true), fill(on) {}

    compute::Engine& engine;
    int dimensions;
    RowSearch rows;
    RowSort<C> sort;
    compute::Fill<std::uint32_t> fill;

    TreeQueries ask(const compute::Operation& operation, const DeviceNodes<C>& tree,
                    compute::ArrayView<const C> queries, double radius) const {
        require_radius(radius, radius_operation);
        const auto asked = TreeQueries::make<C>(operation, tree, queries, dimensions);
        require_rows(asked, radius_operation);
        return asked;
    }
};

template <DeviceCoordinate C>
DeviceRadiusSearch<C>::DeviceRadiusSearch(compute::Engine& engine, int dimensions)
    : parts_(make_pimpl<const Parts>(engine, dimensions)) {}

template <DeviceCoordinate C>
void DeviceRadiusSearch<C>::count(const DeviceNodes<C>& tree, compute::ArrayView<const C> queries,
                                  compute::ArrayView<std::uint32_t> counts, double radius) const {
    const compute::Operation operation(parts_->engine, radius_operation);
    const TreeQueries asked = parts_->ask(operation, tree, queries, radius);
    operation.require_size(counts.range(), asked.queries_size, "counts");
    parts_->rows.count(asked, counts, {.uniforms = ball_uniforms<C>(radius)});
}

template <DeviceCoordinate C>
void DeviceRadiusSearch<C>::search(const DeviceNodes<C>& tree, const Arrays& arrays, double radius,
                                   RowOrder order) const {
    compute::Operation operation(parts_->engine, radius_operation);
    const TreeQueries asked = parts_->ask(operation, tree, arrays.queries, radius);
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
                                                  double radius, RowOrder order,
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
                count(tree, upload_part(engine, scratch, queries, first, counts.size()), counts, radius);
            }
        },
        [&](std::int64_t results) {
            allocate(found.index, results, radius_operation, call.cancelled);
            allocate(found.squared_distance, results, radius_operation, call.cancelled);
        },
        [&](const RowPiece& piece, Words offset) {
            compute::Arena::Scope scratch(engine.arena());
            const Arrays arrays{upload_part(engine, scratch, queries, piece.first_query, piece.queries),
                                offset, scratch.take<std::uint32_t>(piece.results),
                                scratch.take<DeviceDistance<C>>(piece.results)};
            search(tree, arrays, radius, order);
            fetch(engine, arrays.index.range(), piece.first_result, found.index);
            fetch(engine, arrays.squared_distance.range(), piece.first_result, found.squared_distance);
        });
    return found;
}

template class DeviceRadiusSearch<std::int32_t>;
template class DeviceRadiusSearch<float>;

template <DeviceCoordinate C>
struct DeviceBoxSearch<C>::Parts {
    Parts(compute::Engine& on, int of_dimensions)
        : engine(on), dimensions(points::require_dimensions(of_dimensions, box_operation)),
          // Per node: its coordinates and a write.
          rows(on, "kdtree/box", walk_constants<C>(of_dimensions), of_dimensions + 1),
          sort(on, max_rows, false) {}

    compute::Engine& engine;
    int dimensions;
    RowSearch rows;
    RowSort<C> sort;

    TreeQueries ask(const compute::Operation& operation, const DeviceNodes<C>& tree,
                    const Corners& boxes) const {
        operation.require_size(boxes.high.range(), boxes.low.size(), "array of high corners");
        const auto asked = TreeQueries::make<C>(operation, tree, boxes.low, dimensions);
        require_rows(asked, box_operation);
        return asked;
    }

    static RowSearch::Run run_of(const Corners& boxes) {
        return {.own = {{"high corners", compute::as_words(boxes.high.range())}}};
    }
};

template <DeviceCoordinate C>
DeviceBoxSearch<C>::DeviceBoxSearch(compute::Engine& engine, int dimensions)
    : parts_(make_pimpl<const Parts>(engine, dimensions)) {}

template <DeviceCoordinate C>
void DeviceBoxSearch<C>::count(const DeviceNodes<C>& tree, const Corners& boxes,
                               compute::ArrayView<std::uint32_t> counts) const {
    const compute::Operation operation(parts_->engine, box_operation);
    const TreeQueries asked = parts_->ask(operation, tree, boxes);
    operation.require_size(counts.range(), asked.queries_size, "counts");
    parts_->rows.count(asked, counts, Parts::run_of(boxes));
}

template <DeviceCoordinate C>
void DeviceBoxSearch<C>::search(const DeviceNodes<C>& tree, const Corners& boxes,
                                const Arrays& arrays) const {
    compute::Operation operation(parts_->engine, box_operation);
    const TreeQueries asked = parts_->ask(operation, tree, boxes);
    operation.require_size(arrays.offset.range(), asked.queries_size + 1, "offsets");
    operation.require_fits(arrays.index.range(), "index");
    if (arrays.index.empty())
        return;
    const Words nodes = operation.scratch().template take<std::uint32_t>(arrays.index.size());
    parts_->rows.collect(asked, arrays.offset, nodes, Parts::run_of(boxes));
    parts_->sort.run(
        {.offset = arrays.offset, .index = tree.index.view(), .nodes = nodes, .points = arrays.index},
        RowOrder::by_index);
}

template <DeviceCoordinate C>
PointsInside DeviceBoxSearch<C>::operator()(const DeviceNodes<C>& tree, const Boxes<C>& boxes,
                                            const CallLimits& call) const {
    compute::Engine& engine = parts_->engine;
    require_boxes(parts_->dimensions, boxes, box_operation, call.cancelled);
    const gl::CancellationScope scope(engine, call.cancelled);
    const auto upload = [&](compute::Arena::Scope& scratch, std::int64_t first, std::int64_t count) {
        return Corners{upload_part(engine, scratch, boxes.low, first, count),
                       upload_part(engine, scratch, boxes.high, first, count)};
    };
    PointsInside found;
    const auto limits =
        RowLimits::make(engine, parts_->dimensions * std::int64_t{sizeof(C)}, sizeof(std::uint32_t));
    found.offset = collect_rows(
        engine, boxes.low.size(), limits, {sizeof(std::uint32_t), call, box_operation},
        [&](std::int64_t first, Words counts) {
            compute::Arena::Scope scratch(engine.arena());
            count(tree, upload(scratch, first, counts.size()), counts);
        },
        [&](std::int64_t results) { allocate(found.index, results, box_operation, call.cancelled); },
        [&](const RowPiece& piece, Words offset) {
            compute::Arena::Scope scratch(engine.arena());
            const Words index = scratch.take<std::uint32_t>(piece.results);
            search(tree, upload(scratch, piece.first_query, piece.queries), {offset, index});
            fetch(engine, index.range(), piece.first_result, found.index);
        });
    return found;
}

template class DeviceBoxSearch<std::int32_t>;
template class DeviceBoxSearch<float>;

} // namespace scanline::kdtree
