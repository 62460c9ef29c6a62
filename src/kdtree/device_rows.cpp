#include "device_rows.h"

#include "scanline/core/error.h"

#include <fmt/format.h>
#include <utility>

namespace scanline::kdtree {

namespace {

// Results that are collected at a time where there are more: enough to keep a GPU busy, and few enough for
// the memory that sorting takes.
constexpr std::int64_t enough_results = std::int64_t{1} << 24;

gl::Specialization with_collect(gl::Specialization walk, bool collect) {
    walk.emplace("COLLECT", collect ? "1" : "0");
    return walk;
}

DeviceWalk::Run run_of(Words order, Words places, const RowSearch::Run& run) {
    DeviceWalk::Run walk{.order = order, .bindings = {{"places", places.range()}}, .uniforms = run.uniforms};
    if (run.own)
        walk.bindings.push_back(*run.own);
    return walk;
}

using compute::Kernel;

constexpr int sort_group = 64;
/// Elements of a short row: with as many more a group would take longer than segmented sorts do.
constexpr int short_row = 512;

template <DeviceCoordinate C>
constexpr int words_of_distance = sizeof(DeviceDistance<C>) / 4;

template <DeviceCoordinate C>
Kernel short_rows(compute::Engine& engine, bool with_distances, RowOrder order) {
    gl::Specialization constants = points::coordinate_constants<C>();
    constants.emplace("DIMENSIONS", "1");
    constants.emplace("ITEMS", "1");
    constants.emplace("SPAN", std::to_string(short_row));
    constants.emplace("DISTANCES", with_distances ? "1" : "0");
    constants.emplace("BY_DISTANCE", with_distances && order == RowOrder::by_distance ? "1" : "0");
    return {engine, "kdtree/sort_rows", sort_group, 1, std::move(constants)};
}

} // namespace

RowSearch::RowSearch(compute::Engine& engine, std::string_view shader, const gl::Specialization& walk,
                     int iterations)
    : engine_(&engine), order_(engine, walk), count_(engine, shader, with_collect(walk, false), iterations),
      collect_(engine, shader, with_collect(walk, true), iterations), fill_(engine), copy_(engine) {}

void RowSearch::count(const AskedTree& asked, Words counts, const Run& run) const {
    compute::Arena::Scope scratch(engine_->arena());
    const Words order = scratch.take<std::uint32_t>(asked.queries_size);
    order_.run(asked, order);
    const WholeStage stage(*engine_, "count");
    DeviceWalk::Run walk = run_of(order, counts, run);
    walk.begin = [&] { fill_(counts, 0); };
    count_.run(asked, walk);
}

void RowSearch::collect(const AskedTree& asked, compute::ArrayView<const std::uint32_t> offset, Words nodes,
                        const Run& run) const {
    if (nodes.empty())
        return;
    compute::Arena::Scope scratch(engine_->arena());
    const Words order = scratch.take<std::uint32_t>(asked.queries_size);
    order_.run(asked, order);
    const WholeStage stage(*engine_, "search");
    const Words places = scratch.take<std::uint32_t>(asked.queries_size);
    DeviceWalk::Run walk = run_of(order, places, run);
    walk.bindings.push_back({"nodes found", nodes.range()});
    walk.begin = [&] { copy_(offset.part(0, asked.queries_size), places); };
    collect_.run(asked, walk);
}

void require_rows(const AskedTree& asked, const char* what) {
    if (asked.queries_size > most_rows)
        throw usage_error(fmt::format("{}: {} queries at once are more than {}: ask some at a time", what,
                                      asked.queries_size, most_rows));
}

RowLimits RowLimits::make(const compute::Engine& engine, std::int64_t bytes_of_query,
                          std::int64_t bytes_of_result) {
    const std::int64_t block = engine.capabilities().max_storage_block;
    // One more offset than queries is bound, too.
    const std::int64_t bytes = std::max(bytes_of_query, std::int64_t{sizeof(std::uint32_t)});
    return {.queries = std::clamp<std::int64_t>(block / bytes - 1, 1, most_rows),
            .results = block / bytes_of_result};
}

RowPiece RowLimits::next(const std::vector<std::int64_t>& offset, std::int64_t first, std::int64_t last,
                         const char* what) const {
    const auto begin = offset.begin() + first;
    const std::int64_t of_first = begin[1] - begin[0];
    if (of_first > results)
        throw Error(fmt::format("{}: {} points of query {} are more than the {} that fit a storage block of "
                                "this driver: ask for less, or the CPU",
                                what, of_first, first, results));
    const std::int64_t most = std::max(std::min(results, enough_results), of_first);
    const auto end = std::upper_bound(begin + 1, offset.begin() + last + 1, *begin + most) - 1;
    return {first, end - begin, *begin, *end - *begin};
}

template <DeviceCoordinate C>
RowSort<C>::RowSort(compute::Engine& engine, std::int64_t max_rows, bool with_distances)
    : engine_(&engine),
      with_distances_(with_distances), short_rows_{short_rows<C>(engine, with_distances,
                                                                 RowOrder::by_distance),
                                                   short_rows<C>(engine, with_distances, RowOrder::by_index)},
      take_word_(engine, "points/column"), sort_(engine, max_rows), gather_(engine),
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
    const Words is_long = scratch.take<std::uint32_t>(1);
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
    const Words points = take();
    gather_(rows.index, rows.nodes, points);
    const Words keys = rows.nodes;
    Words positions = take();
    sort_(points, rows.offset, keys, positions);
    if (with_distances_ && order == RowOrder::by_distance) {
        const Words words = take(), places = take();
        Words moved = take();
        for (int word = 0; word < words_of_distance<C>; ++word) {
            take_word_.run(words.size(),
                           {.pass = "take-word",
                            .bindings = {{"squared distances", compute::as_words(rows.distances.range())},
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
