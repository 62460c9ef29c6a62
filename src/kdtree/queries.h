#pragma once
#include "query_order.h"

#include "scanline/core/memory.h"
#include "scanline/cpu/shared_work.h"
#include "scanline/kdtree/search.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace scanline::kdtree {

// Shared by all searches.

// Names in errors, the same on the CPU and on the GPU.
inline constexpr const char* knn_operation = "kdtree knn";
inline constexpr const char* radius_operation = "kdtree radius search";
inline constexpr const char* box_operation = "kdtree box search";

// Argument checks; `what` starts the message.

/// Errors: those of require_points(), usage for other dimensions than the tree's.
template <Coordinate C>
void require_queries(int dimensions, const Points<C>& queries, const char* what,
                     const CancelHook& cancelled = {});

/// Errors: usage for a radius that is negative or NaN.
void require_radius(double radius, const char* what);

/// Returns k. Errors: usage for k outside 1 to max_neighbors.
int require_k(int k, const char* what);

/// Errors: those of require_numbers() for the corners, usage for other dimensions than the tree's or unequal
/// numbers of low and high corners, failure for a low corner above the high one. first_box: the number of the
/// first.
template <Coordinate C>
void require_boxes(int dimensions, const Boxes<C>& boxes, const char* what, const CancelHook& cancelled = {},
                   std::int64_t first_box = 0);

/// Errors: usage for unequal numbers of low and high corners.
void require_as_many(std::int64_t low, std::int64_t high, const char* what);

/// Errors: usage if the number of coordinates is not that of one query.
void require_one_query(int dimensions, std::size_t coordinates, const char* what);

inline constexpr std::int32_t no_point = -1;

/// A candidate for the results. Squared: a Distance.
template <class Squared>
struct Candidate {
    Squared distance;
    std::int32_t index;

    /// Equal distances compare by index; "no point" comes after all points.
    friend bool operator<(const Candidate& a, const Candidate& b) {
        return a.distance < b.distance ||
               (a.distance == b.distance &&
                static_cast<std::uint32_t>(a.index) < static_cast<std::uint32_t>(b.index));
    }
};

/// Allocates the neighbors of this many queries. Errors: failure if out of memory; Cancelled.
template <Coordinate C>
void make_room_for(Neighbors<C>& found, std::int64_t queries, const CallLimits& limits) {
    const std::int64_t results = queries * found.k;
    ResultMemory(limits, knn_operation).require(results, sizeof(std::int32_t) + sizeof(Distance<C>));
    allocate(found.index, results, knn_operation, limits.cancelled);
    allocate(found.squared_distance, results, knn_operation, limits.cancelled);
}

/// The arguments of count_rows().
struct RowCounting {
    std::int64_t bytes; ///< per result
    const CallLimits& limits;
    const char* what; ///< starts messages: "kdtree knn"
};

/// The start of each query's results, and the end of the last, counted in an order. count(query, poll)
/// returns the number of results. Errors: failure as soon as the total exceeds the available memory;
/// Cancelled.
template <class Count>
std::vector<std::int64_t> count_rows(cpu::QueryTeam& team, const QueryOrder& order,
                                     const RowCounting& counting, Count count) {
    std::vector<std::int64_t> offset;
    allocate(offset, team.queries() + 1, counting.what, counting.limits.cancelled);
    const ResultMemory memory(counting.limits, counting.what);

    // Threads add their counts rarely, to avoid contention.
    constexpr std::int64_t worth_adding = 1 << 16;
    struct alignas(64) Uncounted {
        std::int64_t results = 0;
    };
    std::vector<Uncounted> uncounted(static_cast<std::size_t>(team.threads()));
    std::atomic<std::int64_t> counted = 0;
    team.for_each([&](std::int64_t place, int thread, CancelPoll& poll) {
        const std::int64_t query = order[place];
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
