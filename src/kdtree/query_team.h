#pragma once
#include "worthwhile_threads.h"

#include "scanline/core/bits.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/kdtree/cpu_options.h"

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace scanline::kdtree {

/// Threads that share the queries of a call. They take a few at a time, since some take longer than others.
class QueryTeam {
public:
    QueryTeam(std::int64_t queries, const CpuOptions& options)
        : queries_(queries), cancelled_(options.limits.cancelled),
          team_(worthwhile_threads(options, divide_rounding_up(queries, taken_at_once))) {}

    std::int64_t queries() const { return queries_; }
    int threads() const { return team_.size(); }

    /// work(query, thread, poll) for each query, once. Whatever it throws ends the work of all threads.
    template <class Work>
    void for_each(Work work) {
        std::atomic<std::int64_t> next = 0;
        team_.run([&](int thread) {
            CancelPoll poll(cancelled_);
            try {
                while (work_on_some(next, thread, poll, work)) {
                }
            } catch (...) {
                next = queries_;
                throw;
            }
        });
    }

private:
    // Whether there were any left.
    template <class Work>
    bool work_on_some(std::atomic<std::int64_t>& next, int thread, CancelPoll& poll, Work& work) {
        const std::int64_t first = next.fetch_add(taken_at_once, std::memory_order_relaxed);
        if (first >= queries_)
            return false;
        poll.ask();
        const std::int64_t last = std::min(first + taken_at_once, queries_);
        for (std::int64_t query = first; query < last; ++query)
            work(query, thread, poll);
        return true;
    }

    // As many are worth a thread of their own: fewer take less time than it needs to start.
    static constexpr std::int64_t taken_at_once = 64;

    std::int64_t queries_;
    const CancelHook& cancelled_;
    cpu::ThreadTeam team_;
};

} // namespace scanline::kdtree
