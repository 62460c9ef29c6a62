#pragma once
#include "query_team.h"
#include "room.h"

#include <cstdint>
#include <numeric>
#include <vector>

namespace scanline::kdtree {

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
