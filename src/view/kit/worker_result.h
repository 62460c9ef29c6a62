#pragma once
#include "kit/worker.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace scanline::view {

/// Work for the worker, which makes a T.
template <class T>
struct Work {
    std::string title{};  ///< of the job: "measuring skylines"
    std::string status{}; ///< for the status line: "measuring"
    /// Runs on the worker's thread, so it holds copies of what it needs. Empty: there is nothing to do.
    std::function<T(WorkerContext&)> run{};
};

/// The result of the work that was started last.
template <class T>
class WorkerResult {
public:
    WorkerResult() = default;
    WorkerResult(const WorkerResult&) = delete;
    WorkerResult& operator=(const WorkerResult&) = delete;

    /// Drops the result, and work that still runs.
    void start(Worker& worker, const Work<T>& work) {
        drop();
        renew(worker, work);
    }
    /// The same, but keeps the result until the next is there.
    void renew(Worker& worker, const Work<T>& work) {
        status_ = work.status;
        if (work.run)
            job_ = worker.post(work.title, work.run, [this](T result) { result_ = std::move(result); });
    }
    void drop() {
        job_.cancel();
        result_.reset();
    }

    /// Ends the work early, with what it has by then.
    void stop() { job_.stop(); }

    bool pending() const { return job_.pending(); }
    /// Null before the work is done, and if it has failed.
    const T* get() const { return result_ ? &*result_ : nullptr; }
    const Ticket& job() const { return job_; }
    /// Empty if nothing is pending.
    std::string status() const { return pending() ? status_ : std::string(); }

private:
    std::optional<T> result_;
    std::string status_;
    Ticket job_; ///< last, so that it is destroyed before the result, which its completion sets
};

} // namespace scanline::view
