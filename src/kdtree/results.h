#pragma once
#include "operation_names.h"
#include "query_team.h"
#include "result_memory.h"
#include "room.h"

#include "scanline/kdtree/knn.h"

#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

namespace scanline::kdtree {

/// Room for the neighbors of so many queries. Errors: failure where there is no memory; Cancelled.
template <Coordinate C>
void make_room_for(Neighbors<C>& found, std::int64_t queries, const CallLimits& limits) {
    const std::int64_t results = queries * found.k;
    ResultMemory(limits, knn_operation).require(results, sizeof(std::int32_t) + sizeof(Distance<C>));
    make_room(found.index, results, knn_operation, limits.cancelled);
    make_room(found.squared_distance, results, knn_operation, limits.cancelled);
}

/// What counts rows, for count_rows().
struct RowCounting {
    std::int64_t bytes; ///< of a result
    const CallLimits& limits;
    const char* what; ///< begins messages: "kdtree knn"
};

/// Where the results of each query begin, and behind the last: count(query, poll) is how many there are.
/// Errors: failure as soon as there are more than there is memory for; Cancelled.
template <class Count>
std::vector<std::int64_t> count_rows(QueryTeam& team, const RowCounting& counting, Count count) {
    std::vector<std::int64_t> offset;
    make_room(offset, team.queries() + 1, counting.what, counting.limits.cancelled);
    const ResultMemory memory(counting.limits, counting.what);

    // Threads add what they have counted now and then, so that they hardly meet.
    constexpr std::int64_t worth_adding = 1 << 16;
    struct alignas(64) Uncounted {
        std::int64_t results = 0;
    };
    std::vector<Uncounted> uncounted(static_cast<std::size_t>(team.threads()));
    std::atomic<std::int64_t> counted = 0;
    team.for_each([&](std::int64_t query, int thread, CancelPoll& poll) {
        const std::int64_t results = count(query, poll);
        offset[static_cast<std::size_t>(query) + 1] = results;
        std::int64_t& own = uncounted[static_cast<std::size_t>(thread)].results;
        own += results;
        if (own >= worth_adding)
            memory.require(counted += std::exchange(own, 0), counting.bytes);
    });

    CancelPoll poll(counting.limits.cancelled);
    for (std::size_t query = 1; query < offset.size(); ++query) {
        poll.count();
        offset[query] += offset[query - 1];
    }
    memory.require(offset.back(), counting.bytes);
    return offset;
}

} // namespace scanline::kdtree
