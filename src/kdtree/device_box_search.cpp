#include "scanline/kdtree/device_box_search.h"

#include "device_rows.h"

#include "scanline/gl/cancellation_scope.h"
#include "scanline/points/checks.h"

namespace scanline::kdtree {

template <DeviceCoordinate C>
struct DeviceBoxSearch<C>::Parts {
    Parts(compute::Engine& on, int of_dimensions)
        : engine(on), dimensions(points::require_dimensions(of_dimensions, box_operation)),
          // Of each node its coordinates, and it is written.
          rows(on, "kdtree/box", walk_constants<C>(of_dimensions), of_dimensions + 1),
          sort(on, most_rows, false) {}

    compute::Engine& engine;
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
        return {.own = {{"high corners", compute::as_words(boxes.high.range())}}};
    }
};

template <DeviceCoordinate C>
DeviceBoxSearch<C>::DeviceBoxSearch(compute::Engine& engine, int dimensions)
    : parts_(make_hidden<const Parts>(engine, dimensions)) {}

template <DeviceCoordinate C>
void DeviceBoxSearch<C>::count(const DeviceNodes<C>& tree, const Corners& boxes,
                               compute::ArrayView<std::uint32_t> counts) const {
    const compute::Operation operation(parts_->engine, box_operation);
    const AskedTree asked = parts_->ask(operation, tree, boxes);
    operation.require_size(counts.range(), asked.queries_size, "counts");
    parts_->rows.count(asked, counts, Parts::run_of(boxes));
}

template <DeviceCoordinate C>
void DeviceBoxSearch<C>::search(const DeviceNodes<C>& tree, const Corners& boxes,
                                const Arrays& arrays) const {
    compute::Operation operation(parts_->engine, box_operation);
    const AskedTree asked = parts_->ask(operation, tree, boxes);
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
        return Corners{upload_part(scratch, boxes.low, first, count),
                       upload_part(scratch, boxes.high, first, count)};
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
        [&](std::int64_t results) { make_room(found.index, results, box_operation, call.cancelled); },
        [&](const RowPiece& piece, Words offset) {
            compute::Arena::Scope scratch(engine.arena());
            const Words index = scratch.take<std::uint32_t>(piece.results);
            search(tree, upload(scratch, piece.first_query, piece.queries), {offset, index});
            fetch(index.range(), piece.first_result, found.index);
        });
    return found;
}

template class DeviceBoxSearch<std::int32_t>;
template class DeviceBoxSearch<float>;

} // namespace scanline::kdtree
