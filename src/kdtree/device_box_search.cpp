#include "scanline/kdtree/device_box_search.h"

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
struct DeviceBoxSearch<C>::Parts {
    Parts(Engine& on, int of_dimensions)
        : engine(on), dimensions(of_dimensions),
          // Of each node its coordinates, and it is written.
          rows(on, "kdtree/box", walk_constants<C>(of_dimensions), of_dimensions + 1),
          sort(on, most_rows, false) {}

    Engine& engine;
    int dimensions;
    RowSearch rows;
    RowSort<C> sort;

    AskedTree ask(const compute::Operation& operation, const DeviceNodes<C>& tree,
                  const Corners& boxes) const {
        operation.require_size(boxes.high.range(), boxes.low.size(), "array of high corners");
        const auto asked = AskedTree::make<C>(operation, tree, boxes.low, dimensions);
        require_rows(asked, box_operation);
        return asked;
    }

    static RowSearch::Run run_of(const Corners& boxes) {
        return {.own = {{"high corners", as_words(boxes.high.range())}}};
    }

    void count(const DeviceNodes<C>& tree, const Corners& boxes, Order counts) const {
        const compute::Operation operation(engine, box_operation);
        const AskedTree asked = ask(operation, tree, boxes);
        operation.require_size(counts.range(), asked.queries_size, "counts");
        rows.count(asked, counts, run_of(boxes));
    }

    void search(const DeviceNodes<C>& tree, const Corners& boxes, const Arrays& arrays) const {
        compute::Operation operation(engine, box_operation);
        const AskedTree asked = ask(operation, tree, boxes);
        operation.require_size(arrays.offset.range(), asked.queries_size + 1, "offsets");
        operation.require_fits(arrays.index.range(), "index");
        if (arrays.index.empty())
            return;
        const Order nodes = operation.scratch().template take<std::uint32_t>(arrays.index.size());
        rows.collect(asked, arrays.offset, nodes, run_of(boxes));
        sort.run(
            {.offset = arrays.offset, .index = tree.index.view(), .nodes = nodes, .points = arrays.index},
            RowOrder::by_index);
    }

    PointsInside run(const DeviceNodes<C>& tree, const Boxes<C>& boxes, const CallLimits& call) const {
        require_boxes(dimensions, boxes, box_operation, call.cancelled);
        const gl::CancellationScope scope(engine, call.cancelled);
        const auto upload = [&](compute::Arena::Scope& scratch, std::int64_t first, std::int64_t count) {
            const auto low = scratch.take<C>(count * dimensions), high = scratch.take<C>(count * dimensions);
            compute::upload<C>(low, part_of(boxes.low, first, count).coordinates);
            compute::upload<C>(high, part_of(boxes.high, first, count).coordinates);
            return Corners{low, high};
        };
        PointsInside found;
        const auto limits = RowLimits::make(engine, dimensions * std::int64_t{sizeof(C)}, 4);
        found.offset = collect_rows(
            engine, boxes.low.size(), limits, {sizeof(std::uint32_t), call, box_operation},
            [&](std::int64_t first, Order counts) {
                compute::Arena::Scope scratch(engine.arena());
                count(tree, upload(scratch, first, counts.size()), counts);
            },
            [&](std::int64_t results) { make_room(found.index, results, box_operation, call.cancelled); },
            [&](const RowPiece& piece, Order offset) {
                compute::Arena::Scope scratch(engine.arena());
                const Order index = scratch.take<std::uint32_t>(piece.results);
                search(tree, upload(scratch, piece.first_query, piece.queries), {offset, index});
                fetch(index.range(), piece, found.index);
            });
        return found;
    }
};

template <DeviceCoordinate C>
DeviceBoxSearch<C>::DeviceBoxSearch(Engine& engine, int dimensions) {
    require_dimensions(dimensions, box_operation);
    parts_ = std::make_unique<const Parts>(engine, dimensions);
}
template <DeviceCoordinate C>
DeviceBoxSearch<C>::DeviceBoxSearch(DeviceBoxSearch&&) noexcept = default;
template <DeviceCoordinate C>
DeviceBoxSearch<C>& DeviceBoxSearch<C>::operator=(DeviceBoxSearch&&) noexcept = default;
template <DeviceCoordinate C>
DeviceBoxSearch<C>::~DeviceBoxSearch() = default;

template <DeviceCoordinate C>
void DeviceBoxSearch<C>::count(const DeviceNodes<C>& tree, const Corners& boxes,
                               compute::ArrayView<std::uint32_t> counts) const {
    parts_->count(tree, boxes, counts);
}

template <DeviceCoordinate C>
void DeviceBoxSearch<C>::search(const DeviceNodes<C>& tree, const Corners& boxes,
                                const Arrays& arrays) const {
    parts_->search(tree, boxes, arrays);
}

template <DeviceCoordinate C>
PointsInside DeviceBoxSearch<C>::operator()(const DeviceNodes<C>& tree, const Boxes<C>& boxes,
                                            const CallLimits& limits) const {
    return parts_->run(tree, boxes, limits);
}

template class DeviceBoxSearch<std::int32_t>;
template class DeviceBoxSearch<float>;

} // namespace scanline::kdtree
