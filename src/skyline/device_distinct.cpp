#include "device_distinct.h"

#include <algorithm>
#include <compare>

namespace scanline::skyline {

bool has_many_equal_rows(const Keys& keys) {
    constexpr std::int64_t most_sampled = 1024;
    constexpr std::ptrdiff_t many = 16;
    const std::int64_t sampled = std::min(keys.size(), most_sampled);
    std::vector<const std::uint32_t*> rows;
    for (std::int64_t i = 0; i < sampled; ++i)
        rows.push_back(keys[keys.size() * i / sampled]);
    const auto compare = [&](const std::uint32_t* a, const std::uint32_t* b) {
        return std::lexicographical_compare_three_way(a, a + keys.dimensions, b, b + keys.dimensions);
    };
    std::ranges::sort(rows, [&](auto a, auto b) { return compare(a, b) < 0; });
    std::ptrdiff_t equal = 0;
    for (std::size_t i = 1; i < rows.size(); ++i)
        equal += compare(rows[i - 1], rows[i]) == 0 ? 1 : 0;
    return equal >= many;
}

DistinctRows::DistinctRows(compute::Engine& engine, int dimensions)
    : hashes_(engine, "skyline/hashes", table_constants(dimensions)),
      leaders_(engine, "skyline/leaders", table_constants(dimensions)), spread_(engine, "skyline/spread"),
      sort_positions_(engine), last_leader_(engine, {.op = Operator::max}), compact_(engine) {}

DistinctRows::Found DistinctRows::find(const Search& search) const {
    const auto take = [&](compute::Arena::Scope& scratch) {
        return scratch.take<std::uint32_t>(search.rows());
    };
    Found found{take(search.scratch), take(search.scratch), take(search.scratch)};
    compute::Arena::Scope scratch(search.engine.arena());
    const Words hashes = take(scratch), flags = take(scratch), count = scratch.take<std::uint32_t>(1);
    hashes_.run(search.rows(), {.pass = "hashes",
                                .bindings = {{"table", search.table.range()}, {"hashes", hashes.range()}}});
    sort_positions_(hashes, hashes, found.order);
    leaders_.run(search.rows(), {.pass = "leaders",
                                 .bindings = {{"table", search.table.range()},
                                              {"order", found.order.range()},
                                              {"leaders", found.leader_of.range()},
                                              {"flags", flags.range()}},
                                 .output = 2});
    last_leader_(found.leader_of, found.leader_of);
    compact_(found.order, flags, found.leaders, count);
    found.leaders = found.leaders.part(0, compute::download(count).front());
    return found;
}

void DistinctRows::spread_marks(const Search& search, const Found& found) const {
    spread_.run(search.rows(), {.pass = "spread-marks",
                                .bindings = {{"order", found.order.range()},
                                             {"leaders", found.leader_of.range()},
                                             {"marks", search.marks.range(), false}}});
}

} // namespace scanline::skyline
