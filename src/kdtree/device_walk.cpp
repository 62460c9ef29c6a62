#include "device_walk.h"

#include "tree_walk.h"

#include "scanline/core/bits.h"
#include "scanline/core/error.h"

#include <array>
#include <bit>
#include <fmt/format.h>
#include <utility>

namespace scanline::kdtree {

namespace {

using compute::Kernel;

constexpr int walk_group = 64;
constexpr int bucket = 16;

/// Iterations of all loops together; software renderers stop silently after 65,535.
constexpr std::int64_t max_iterations = 60'000;
/// Nodes that take a hardware invocation about a second, which systems tolerate.
constexpr std::int64_t max_nodes = 1 << 22;

Kernel walk_kernel(compute::Engine& engine, std::string_view shader, gl::Specialization constants) {
    return {engine, shader, walk_group, walk_group, std::move(constants)};
}

} // namespace

template <DeviceCoordinate C>
TreeQueries TreeQueries::make(const compute::Operation& operation, const DeviceNodes<C>& tree,
                              compute::ArrayView<const C> queries, int dimensions) {
    if (tree.dimensions != dimensions)
        throw usage_error(fmt::format("{}: a tree of {} dimensions, where queries are of {}: make another",
                                      operation.name(), tree.dimensions, dimensions));
    const std::int64_t size = queries.size() / dimensions;
    operation.require_size(queries.range(), size * dimensions, "array of queries");
    return {compute::as_words(tree.coordinates.view().range()), compute::as_words(queries.range()),
            tree.size(), size};
}

template <DeviceCoordinate C>
gl::Specialization walk_constants(int dimensions) {
    gl::Specialization constants = points::coordinate_constants<C>();
    constants.emplace("DIMENSIONS", std::to_string(dimensions));
    constants.emplace("BUCKET", std::to_string(bucket));
    constants.emplace("ITEMS", "1");
    return constants;
}

template <DeviceCoordinate C>
std::vector<Kernel::Uniform> ball_uniforms(double radius) {
    using Bits = std::array<std::uint32_t, sizeof(Distance<C>) / 4>;
    const auto words = std::bit_cast<Bits>(squared_radius<C>(radius));
    return {words.front(), words.back()};
}

DeviceQueryOrder::DeviceQueryOrder(compute::Engine& engine, const gl::Specialization& walk)
    : engine_(&engine), locate_(walk_kernel(engine, "kdtree/locate", walk)), sort_(engine) {}

void DeviceQueryOrder::run(const TreeQueries& asked, Words order) const {
    const WholeStage stage(*engine_, "sort-queries");
    compute::Arena::Scope scratch(engine_->arena());
    const Words places = scratch.take<std::uint32_t>(asked.queries_size);
    locate_.run(*engine_, asked.queries_size,
                {.pass = "locate",
                 .bindings = {{"nodes", asked.nodes}, {"queries", asked.queries}, {"places", places.range()}},
                 .uniforms = {static_cast<std::uint32_t>(asked.nodes_size)}});
    sort_(places, places, order);
}

// Each node costs `iterations`, and each split a few more.
DeviceWalk::DeviceWalk(compute::Engine& engine, std::string_view shader, gl::Specialization walk,
                       int iterations)
    : engine_(&engine), kernel_(walk_kernel(engine, shader, std::move(walk))),
      budget_(engine.capabilities().software ? max_iterations / (iterations + 8) : max_nodes) {}

void DeviceWalk::run(const TreeQueries& asked, const Run& run) const {
    if (asked.queries_size == 0)
        return;
    compute::Arena::Scope scratch(engine_->arena());
    const auto unanswered = scratch.take<std::uint32_t>(1);
    std::vector<Kernel::Binding> bindings{{"nodes", asked.nodes},
                                          {"queries", asked.queries},
                                          {"order", run.order.range()},
                                          {"unanswered", unanswered.range()}};
    bindings.insert(bindings.end(), run.bindings.begin(), run.bindings.end());
    const auto put = [&](int level, std::int64_t part) {
        std::vector<Kernel::Uniform> uniforms{
            static_cast<std::uint32_t>(asked.nodes_size), static_cast<std::uint32_t>(budget_),
            static_cast<std::uint32_t>(level), static_cast<std::uint32_t>(part)};
        uniforms.insert(uniforms.end(), run.uniforms.begin(), run.uniforms.end());
        kernel_.run(*engine_, asked.queries_size,
                    {.pass = "walk", .bindings = bindings, .uniforms = std::move(uniforms)});
    };
    // Splits count too, but there are fewer than nodes.
    const std::int64_t max_cells = budget_ / 3;
    run.begin();
    if (asked.nodes_size < max_cells)
        return put(0, 0);
    compute::upload<std::uint32_t>(unanswered, std::vector<std::uint32_t>{0});
    put(0, 0);
    if (engine_->download(unanswered).front() == 0)
        return;
    int level = 0;
    while (divide_rounding_up<std::int64_t>(asked.nodes_size + 1, std::int64_t{1} << level) > max_cells)
        ++level;
    run.begin();
    for (std::int64_t part = 0; part < std::int64_t{1} << level; ++part)
        put(level, part);
}

template TreeQueries TreeQueries::make(const compute::Operation&, const DeviceNodes<std::int32_t>&,
                                       compute::ArrayView<const std::int32_t>, int);
template TreeQueries TreeQueries::make(const compute::Operation&, const DeviceNodes<float>&,
                                       compute::ArrayView<const float>, int);
template gl::Specialization walk_constants<std::int32_t>(int);
template gl::Specialization walk_constants<float>(int);
template std::vector<Kernel::Uniform> ball_uniforms<std::int32_t>(double);
template std::vector<Kernel::Uniform> ball_uniforms<float>(double);

namespace {

// Batch limit for collecting results: enough to keep a GPU busy, few enough for the memory that sorting
// takes.
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
/// Elements of a short row: for longer rows, segmented sorts beat one group.
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

void RowSearch::count(const TreeQueries& asked, Words counts, const Run& run) const {
    compute::Arena::Scope scratch(engine_->arena());
    const Words order = scratch.take<std::uint32_t>(asked.queries_size);
    order_.run(asked, order);
    const WholeStage stage(*engine_, "count");
    DeviceWalk::Run walk = run_of(order, counts, run);
    walk.begin = [&] { fill_(counts, 0); };
    count_.run(asked, walk);
}

void RowSearch::collect(const TreeQueries& asked, compute::ArrayView<const std::uint32_t> offset, Words nodes,
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

void require_rows(const TreeQueries& asked, const char* what) {
    if (asked.queries_size > max_rows)
        throw usage_error(fmt::format("{}: {} queries at once are more than {}: ask some at a time", what,
                                      asked.queries_size, max_rows));
}

RowLimits RowLimits::make(const compute::Engine& engine, std::int64_t bytes_of_query,
                          std::int64_t bytes_of_result) {
    const std::int64_t block = engine.capabilities().max_storage_block;
    // One more offset than queries is bound, too.
    const std::int64_t bytes = std::max(bytes_of_query, std::int64_t{sizeof(std::uint32_t)});
    return {.queries = std::clamp<std::int64_t>(block / bytes - 1, 1, max_rows),
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
RowSort<C>::RowSort(compute::Engine& engine, std::int64_t rows, bool with_distances)
    : engine_(&engine),
      with_distances_(with_distances), short_rows_{short_rows<C>(engine, with_distances,
                                                                 RowOrder::by_distance),
                                                   short_rows<C>(engine, with_distances, RowOrder::by_index)},
      take_word_(engine, "points/column"), sort_(engine, rows), gather_(engine), gather_distances_(engine) {}

template <DeviceCoordinate C>
void RowSort<C>::run(const Rows& rows, RowOrder order) const {
    const WholeStage stage(*engine_, "sort-rows");
    if (!sort_short(rows, order))
        sort_long(rows, order);
}

// Returns true if all rows were short.
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
    return engine_->download(is_long).front() == 0;
}

// Sorts stably by one key after the other; the index is the least significant.
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
