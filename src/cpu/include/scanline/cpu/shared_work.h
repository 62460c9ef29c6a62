#pragma once
#include "scanline/core/bits.h"
#include "scanline/core/cancellation.h"
#include "scanline/core/pass_observer.h"
#include "scanline/cpu/thread_team.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace scanline::cpu {

/// How CPU work runs.
struct Options {
    /// Exactly this many, 1 to ThreadTeam::max_threads; 0: all processors, but no more than the work is
    /// worth.
    int threads = 0;
    PassObserver* observer = nullptr; ///< sees the stages; not owned
    CallLimits limits{};
};

/// Number of threads to use: exactly options.threads; if that is 0, all processors, but at most one per
/// portion of work worth a thread. The team rejects an impossible number.
///
///     {.threads = 0}, 3 portions, 16 processors: 3
inline int threads_for(const Options& options, std::int64_t portions) {
    if (options.threads != 0)
        return options.threads;
    return static_cast<int>(std::clamp<std::int64_t>(portions, 1, ThreadTeam::all_processors()));
}

/// Number of light items, such as points to copy or compare, that are worth a thread: for fewer, starting it
/// costs more than it saves.
inline constexpr std::int64_t items_of_a_thread = 1 << 11;

/// Each thread calls work(thread, first, last, poll) on an equal part [first, last) of the items.
template <class Work>
void share_evenly(ThreadTeam& team, std::int64_t size, const CancelHook& cancelled, Work work) {
    team.run([&](int thread) {
        CancelPoll poll(cancelled);
        work(thread, size * thread / team.size(), size * (thread + 1) / team.size(), poll);
    });
}

/// The first index from `begin` on for which test(index) is not 0; `end` if there is none. Threads share
/// many. Bits: what test returns. Tests whole blocks without a branch for each index, so a test must not
/// fail.
///
///     first_where<std::uint32_t>(0, 4, [&](std::size_t i) { return std::uint32_t{numbers[i] < 0}; })
template <class Bits, class Test>
std::size_t first_where(std::size_t begin, std::size_t end, Test test) {
    constexpr std::size_t block = 4096, worth_a_thread = 64 * block;
    if (begin >= end)
        return end;
    std::atomic<std::size_t> found = end;
    const auto look = [&](std::size_t first, std::size_t last) {
        for (; first < last && first < found; first += block) {
            Bits any = 0;
            for (std::size_t i = first; i < std::min(first + block, last); ++i)
                any |= test(i);
            if (any == 0)
                continue;
            while (test(first) == 0)
                ++first;
            for (std::size_t known = found; first < known && !found.compare_exchange_weak(known, first);) {
            }
            return;
        }
    };
    ThreadTeam team(threads_for({}, static_cast<std::int64_t>((end - begin) / worth_a_thread)));
    share_parts(team, end - begin, static_cast<std::size_t>(team.size()),
                [&](std::size_t /*thread*/, std::size_t first, std::size_t last) {
                    look(begin + first, begin + last);
                });
    return found;
}

/// Threads that share the queries of a call. They fetch a few at a time, since some take longer than others.
class QueryTeam {
public:
    QueryTeam(std::int64_t queries, const Options& options)
        : queries_(queries), cancelled_(options.limits.cancelled),
          team_(threads_for(options, divide_rounding_up(queries, taken_at_once))) {}

    std::int64_t queries() const { return queries_; }
    int threads() const { return team_.size(); }

    /// Calls work(query, thread, poll) once for each query. An exception ends the work of all threads.
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
    // Returns false when none is left.
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

    // This many are worth a thread of their own: fewer take less time than starting it.
    static constexpr std::int64_t taken_at_once = 64;

    std::int64_t queries_;
    const CancelHook& cancelled_;
    ThreadTeam team_;
};

/// A queue of unfinished tasks. Threads take tasks and put parts of them back; a Task has size(). Done once
/// every task that was put in is finished.
template <class Task>
class TaskQueue {
public:
    /// most: the most tasks ever put in; allocated up front, because threads that put them must not throw.
    TaskQueue(const Task& whole, std::int64_t most) {
        waiting_.reserve(static_cast<std::size_t>(most));
        waiting_.push_back(whole);
    }

    /// Waits for a task and takes the largest, so that little is left for the end; none once all are done.
    std::optional<Task> take() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return !waiting_.empty() || unfinished_ == 0 || given_up_; });
        if (waiting_.empty())
            return std::nullopt;
        const auto largest = std::ranges::max_element(waiting_, {}, &Task::size);
        const Task taken = *largest;
        *largest = waiting_.back();
        waiting_.pop_back();
        return taken;
    }
    void put(const Task& task) {
        const std::lock_guard lock(mutex_);
        if (given_up_)
            return;
        waiting_.push_back(task);
        ++unfinished_;
        changed_.notify_one();
    }
    /// Marks a taken task as finished, except for the parts put back.
    void finish() {
        const std::lock_guard lock(mutex_);
        if (--unfinished_ == 0)
            changed_.notify_all();
    }
    /// Ends it for all threads: nothing more can be taken.
    void give_up() {
        const std::lock_guard lock(mutex_);
        given_up_ = true;
        waiting_.clear();
        changed_.notify_all();
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Task> waiting_;
    int unfinished_ = 1;
    bool given_up_ = false;
};

} // namespace scanline::cpu
