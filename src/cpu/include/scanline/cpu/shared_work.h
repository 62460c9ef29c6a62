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

/// How work on the CPU runs.
struct Options {
    /// So many exactly, 1 to ThreadTeam::max_threads; 0: all processors, but no more than the work is worth.
    int threads = 0;
    PassObserver* observer = nullptr; ///< sees the stages; not owned
    CallLimits limits{};
};

/// The threads that work takes: exactly those asked for; where that is left open, all processors, but no more
/// than there are portions of work which are each worth a thread. A number that cannot be is left for the
/// team to refuse.
///
///     {.threads = 0}, 3 portions, 16 processors: 3
inline int worthwhile_threads(const Options& options, std::int64_t portions) {
    if (options.threads != 0)
        return options.threads;
    return static_cast<int>(std::clamp<std::int64_t>(portions, 1, ThreadTeam::all_processors()));
}

/// Light items, such as points to be copied or compared, that are worth a thread: for fewer it costs more
/// than it does.
inline constexpr std::int64_t items_of_a_thread = 1 << 11;

/// work(thread, first, last, poll) for a part [first, last) of so many items by each thread, all as long.
template <class Work>
void share_evenly(ThreadTeam& team, std::int64_t size, const CancelHook& cancelled, Work work) {
    team.run([&](int thread) {
        CancelPoll poll(cancelled);
        work(thread, size * thread / team.size(), size * (thread + 1) / team.size(), poll);
    });
}

/// Threads that share the queries of a call. They take a few at a time, since some take longer than others.
class QueryTeam {
public:
    QueryTeam(std::int64_t queries, const Options& options)
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
    // Returns false once none is left.
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
    ThreadTeam team_;
};

/// Tasks that are still to be done, for threads that take them and put parts of them back: a Task has size().
/// It is done once all that was put in has been finished.
template <class Task>
class TaskQueue {
public:
    /// most: as many tasks as may ever be put in, for which there is room from the beginning: threads that
    /// must not throw put them.
    TaskQueue(const Task& whole, std::int64_t most) {
        waiting_.reserve(static_cast<std::size_t>(most));
        waiting_.push_back(whole);
    }

    /// Waits for a task, of those that are there the largest, so that what is left for the end is small; none
    /// once all is done.
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
    /// One that was taken needs no more work but what was put back of it.
    void finish() {
        const std::lock_guard lock(mutex_);
        if (--unfinished_ == 0)
            changed_.notify_all();
    }
    /// Ends it for all threads: nothing is there to be taken any more.
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
