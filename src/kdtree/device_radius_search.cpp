#include "scanline/kdtree/device_radius_search.h"

#include "point_errors.h"
#include "query_checks.h"
#include "row_search.h"

#include "scanline/compute/gather.h"
#include "scanline/compute/segmented_sort.h"

#include <utility>

namespace scanline::kdtree {

namespace {

using compute::Engine;

constexpr const char* what = "kdtree radius search";

} // namespace

template <Coordinate C>
struct DeviceRadiusSearch<C>::Parts {
    using Squared = DeviceDistance<C>;
    static constexpr int words_of_distance = sizeof(Squared) / 4;

    Parts(Engine& on, int of_dimensions)
        : engine(on), dimensions(of_dimensions),
          // Of each node its coordinates and their gaps.
          rows(on, "kdtree/radius", walk_constants<C>(of_dimensions), 2 * of_dimensions),
          take_word(on, "kdtree/column"), sort(on, most_rows), gather(on), gather_distance(on) {}

    Engine& engine;
    int dimensions;
    RowSearch rows;
    ElementwiseKernel take_word;
    compute::SegmentedSortPositions<std::uint32_t> sort;
    compute::Gather<std::uint32_t> gather;
    compute::Gather<Squared> gather_distance;

    AskedTree ask(const compute::Operation& operation, const DeviceNodes<C>& tree,
                  compute::ArrayView<const C> queries, Distance<C> radius) const {
        require_radius(radius, what);
        return AskedTree::make<C>(operation, tree, queries, dimensions);
    }

    void count(const DeviceNodes<C>& tree, compute::ArrayView<const C> queries, Order counts,
               Distance<C> radius) const {
        const compute::Operation operation(engine, what);
        const AskedTree asked = ask(operation, tree, queries, radius);
        operation.require_size(counts.range(), asked.queries_size, "counts");
        operation.require_fits(counts.range(), "counts");
        rows.count(asked, counts, {.uniforms = ball_uniforms<C>(radius)});
    }

    void search(const DeviceNodes<C>& tree, const Arrays& arrays, Distance<C> radius, RowOrder order) const {
        compute::Operation operation(engine, what);
        const AskedTree asked = ask(operation, tree, arrays.queries, radius);
        operation.require_size(arrays.offset.range(), asked.queries_size + 1, "offsets");
        operation.require_size(arrays.squared_distance.range(), arrays.index.size(),
                               "array of squared distances");
        operation.require_fits(arrays.squared_distance.range(), "array of squared distances");
        if (arrays.index.empty())
            return;
        const Order nodes = operation.scratch().template take<std::uint32_t>(arrays.index.size());
        const auto distances = operation.scratch().template take<Squared>(arrays.index.size());
        rows.collect(
            asked, arrays.offset, nodes,
            {.own = {{"squared distances", distances.range()}}, .uniforms = ball_uniforms<C>(radius)});
        const WholeStage stage(engine, "sort-rows");
        sort_rows(tree, arrays, nodes, distances, order);
    }

    // Stably by one key after the other, of which the least significant is the index. Takes the place of
    // nodes.
    void sort_rows(const DeviceNodes<C>& tree, const Arrays& arrays, Order nodes,
                   compute::ArrayView<Squared> distances, RowOrder order) const {
        compute::Arena::Scope scratch(engine.arena());
        const auto take = [&] { return scratch.take<std::uint32_t>(nodes.size()); };
        const Order points = take();
        gather(tree.index.view(), nodes, points);
        const Order keys = nodes;
        Order positions = take();
        sort(points, arrays.offset, keys, positions);
        if (order == RowOrder::by_distance) {
            const Order words = take(), places = take();
            Order moved = take();
            for (int word = 0; word < words_of_distance; ++word) {
                take_word.run(words.size(), {.pass = "take-word",
                                             .bindings = {{"squared distances", as_words(distances.range())},
                                                          {"words", words.range()}},
                                             .uniforms = {static_cast<std::uint32_t>(words_of_distance),
                                                          static_cast<std::uint32_t>(word)}});
                gather(words, positions, keys);
                sort(keys, arrays.offset, keys, places);
                gather(positions, places, moved);
                std::swap(positions, moved);
            }
        }
        gather(points, positions, arrays.index);
        gather_distance(distances, positions, arrays.squared_distance);
    }

    PointsWithin<C> run(const DeviceNodes<C>& tree, const Points<C>& queries, Distance<C> radius,
                        RowOrder order) const {
        require_queries(dimensions, queries, what);
        require_radius(radius, what);
        const auto upload = [&](compute::Arena::Scope& scratch, std::int64_t first, std::int64_t count) {
            const auto rows_of_queries = scratch.take<C>(count * dimensions);
            compute::upload<C>(rows_of_queries, part_of(queries, first, count).coordinates);
            return rows_of_queries;
        };
        PointsWithin<C> found;
        const auto limits =
            RowLimits::make(engine, dimensions * std::int64_t{sizeof(C)}, std::int64_t{sizeof(Squared)});
        found.offset = collect_rows(
            engine, queries.size(), limits, what,
            [&](std::int64_t first, Order counts) {
                compute::Arena::Scope scratch(engine.arena());
                count(tree, upload(scratch, first, counts.size()), counts, radius);
            },
            [&](const RowPiece& piece, Order offset) {
                compute::Arena::Scope scratch(engine.arena());
                const Arrays arrays{upload(scratch, piece.first_query, piece.queries), offset,
                                    scratch.take<std::uint32_t>(piece.results),
                                    scratch.take<Squared>(piece.results)};
                search(tree, arrays, radius, order);
                append(arrays.index.range(), found.index, what);
                append(arrays.squared_distance.range(), found.squared_distance, what);
            });
        return found;
    }
};

template <Coordinate C>
DeviceRadiusSearch<C>::DeviceRadiusSearch(Engine& engine, int dimensions) {
    require_dimensions(dimensions, what);
    parts_ = std::make_unique<const Parts>(engine, dimensions);
}
template <Coordinate C>
DeviceRadiusSearch<C>::DeviceRadiusSearch(DeviceRadiusSearch&&) noexcept = default;
template <Coordinate C>
DeviceRadiusSearch<C>& DeviceRadiusSearch<C>::operator=(DeviceRadiusSearch&&) noexcept = default;
template <Coordinate C>
DeviceRadiusSearch<C>::~DeviceRadiusSearch() = default;

template <Coordinate C>
void DeviceRadiusSearch<C>::count(const DeviceNodes<C>& tree, compute::ArrayView<const C> queries,
                                  compute::ArrayView<std::uint32_t> counts, Distance<C> radius) const {
    parts_->count(tree, queries, counts, radius);
}

template <Coordinate C>
void DeviceRadiusSearch<C>::search(const DeviceNodes<C>& tree, const Arrays& arrays, Distance<C> radius,
                                   RowOrder order) const {
    parts_->search(tree, arrays, radius, order);
}

template <Coordinate C>
PointsWithin<C> DeviceRadiusSearch<C>::operator()(const DeviceNodes<C>& tree, const Points<C>& queries,
                                                  Distance<C> radius, RowOrder order) const {
    return parts_->run(tree, queries, radius, order);
}

template class DeviceRadiusSearch<std::int32_t>;
template class DeviceRadiusSearch<float>;

} // namespace scanline::kdtree
