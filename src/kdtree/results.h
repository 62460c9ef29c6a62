#pragma once
#include "query_team.h"

#include "scanline/core/error.h"

#include <cstdint>
#include <fmt/format.h>
#include <new>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace scanline::kdtree {

/// Makes room for so many results. Errors: failure where there is no memory for them.
template <class T>
void make_room(std::vector<T>& results, std::int64_t size, const char* what) {
    const auto refuse = [&] {
        return Error(fmt::format(
            "{}: there is no memory for {} results of {} bytes ({:.0f} bytes): ask for fewer at a time", what,
            size, sizeof(T), static_cast<double>(size) * sizeof(T)));
    };
    try {
        results.resize(static_cast<std::size_t>(size));
    } catch (const std::bad_alloc&) {
        throw refuse();
    } catch (const std::length_error&) {
        throw refuse();
    }
}

/// Where the results of each query begin, and behind the last: count(query) is how many there are.
template <class Count>
std::vector<std::int64_t> count_rows(QueryTeam& team, Count count, const char* what) {
    std::vector<std::int64_t> offset;
    make_room(offset, team.queries() + 1, what);
    team.for_each([&](std::int64_t query, int /*thread*/) {
        offset[static_cast<std::size_t>(query) + 1] = count(query);
    });
    std::inclusive_scan(offset.begin(), offset.end(), offset.begin());
    return offset;
}

} // namespace scanline::kdtree
