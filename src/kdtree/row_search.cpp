#include "row_search.h"

#include "scanline/core/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::kdtree {

namespace {

// Results that are collected at a time where there are more: enough to keep a GPU busy, and few enough for
// the memory that sorting takes.
constexpr std::int64_t enough_results = std::int64_t{1} << 24;

gl::Specialization with_collect(gl::Specialization walk, bool collect) {
    walk.emplace("COLLECT", collect ? "1" : "0");
    return walk;
}

DeviceWalk::Run run_of(Order order, Order places, const RowSearch::Run& run) {
    DeviceWalk::Run walk{.order = order, .bindings = {{"places", places.range()}}, .uniforms = run.uniforms};
    if (run.own)
        walk.bindings.push_back(*run.own);
    return walk;
}

} // namespace

RowSearch::RowSearch(compute::Engine& engine, std::string_view shader, const gl::Specialization& walk,
                     int iterations)
    : engine_(&engine), order_(engine, walk), count_(engine, shader, with_collect(walk, false), iterations),
      collect_(engine, shader, with_collect(walk, true), iterations), fill_(engine), copy_(engine) {}

void RowSearch::count(const AskedTree& asked, Order counts, const Run& run) const {
    compute::Arena::Scope scratch(engine_->arena());
    const Order order = scratch.take<std::uint32_t>(asked.queries_size);
    order_.run(asked, order);
    const WholeStage stage(*engine_, "count");
    DeviceWalk::Run walk = run_of(order, counts, run);
    walk.begin = [&] { fill_(counts, 0); };
    count_.run(asked, walk);
}

void RowSearch::collect(const AskedTree& asked, compute::ArrayView<const std::uint32_t> offset, Order nodes,
                        const Run& run) const {
    if (nodes.empty())
        return;
    compute::Arena::Scope scratch(engine_->arena());
    const Order order = scratch.take<std::uint32_t>(asked.queries_size);
    order_.run(asked, order);
    const WholeStage stage(*engine_, "search");
    const Order places = scratch.take<std::uint32_t>(asked.queries_size);
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

} // namespace scanline::kdtree
