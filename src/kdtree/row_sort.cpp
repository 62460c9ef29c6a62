#include "row_sort.h"

#include "coordinate_constants.h"

#include "scanline/compute/device_array.h"

#include <utility>

namespace scanline::kdtree {

namespace {

using compute::Kernel;

constexpr int sort_group = 64;
/// Elements of a short row: with as many more a group would take longer than segmented sorts do.
constexpr int short_row = 512;

template <DeviceCoordinate C>
constexpr int words_of_distance = sizeof(DeviceDistance<C>) / 4;

template <DeviceCoordinate C>
Kernel short_rows(compute::Engine& engine, bool with_distances, RowOrder order) {
    gl::Specialization constants = coordinate_constants<C>();
    constants.emplace("DIMENSIONS", "1");
    constants.emplace("ITEMS", "1");
    constants.emplace("SPAN", std::to_string(short_row));
    constants.emplace("DISTANCES", with_distances ? "1" : "0");
    constants.emplace("BY_DISTANCE", with_distances && order == RowOrder::by_distance ? "1" : "0");
    return {engine, "kdtree/sort_rows", sort_group, 1, std::move(constants)};
}

} // namespace

template <DeviceCoordinate C>
RowSort<C>::RowSort(compute::Engine& engine, std::int64_t max_rows, bool with_distances)
    : engine_(&engine),
      with_distances_(with_distances), short_rows_{short_rows<C>(engine, with_distances,
                                                                 RowOrder::by_distance),
                                                   short_rows<C>(engine, with_distances, RowOrder::by_index)},
      take_word_(engine, "kdtree/column"), sort_(engine, max_rows), gather_(engine),
      gather_distances_(engine) {}

template <DeviceCoordinate C>
void RowSort<C>::run(const Rows& rows, RowOrder order) const {
    const WholeStage stage(*engine_, "sort-rows");
    if (!sort_short(rows, order))
        sort_long(rows, order);
}

// Whether all were short.
template <DeviceCoordinate C>
bool RowSort<C>::sort_short(const Rows& rows, RowOrder order) const {
    compute::Arena::Scope scratch(engine_->arena());
    const Order is_long = scratch.take<std::uint32_t>(1);
    compute::upload<std::uint32_t>(is_long, std::vector<std::uint32_t>{0});
    std::vector<Kernel::Binding> bindings{{"offsets", rows.offset.range()},
                                          {"nodes", rows.nodes.range()},
                                          {"index", rows.index.range()},
                                          {"points", rows.points.range()},
                                          {"long", is_long.range()}};
    if (with_distances_)
        bindings.insert(bindings.end(), {{"squared distances", rows.distances.range()},
                                         {"sorted squared distances", rows.sorted_distances.range()}});
    short_rows_[order == RowOrder::by_distance ? 0 : 1].run(
        *engine_, rows.offset.size() - 1, {.pass = "sort-short", .bindings = std::move(bindings)});
    return compute::download(is_long).front() == 0;
}

// Stably by one key after the other, of which the least significant is the index.
template <DeviceCoordinate C>
void RowSort<C>::sort_long(const Rows& rows, RowOrder order) const {
    compute::Arena::Scope scratch(engine_->arena());
    const auto take = [&] { return scratch.take<std::uint32_t>(rows.nodes.size()); };
    const Order points = take();
    gather_(rows.index, rows.nodes, points);
    const Order keys = rows.nodes;
    Order positions = take();
    sort_(points, rows.offset, keys, positions);
    if (with_distances_ && order == RowOrder::by_distance) {
        const Order words = take(), places = take();
        Order moved = take();
        for (int word = 0; word < words_of_distance<C>; ++word) {
            take_word_.run(words.size(),
                           {.pass = "take-word",
                            .bindings = {{"squared distances", as_words(rows.distances.range())},
                                         {"words", words.range()}},
                            .uniforms = {static_cast<std::uint32_t>(words_of_distance<C>),
                                         static_cast<std::uint32_t>(word)}});
            gather_(words, positions, keys);
            sort_(keys, rows.offset, keys, places);
            gather_(positions, places, moved);
            std::swap(positions, moved);
        }
    }
    gather_(points, positions, rows.points);
    if (with_distances_)
        gather_distances_(rows.distances, positions, rows.sorted_distances);
}

template class RowSort<std::int32_t>;
template class RowSort<float>;

} // namespace scanline::kdtree
